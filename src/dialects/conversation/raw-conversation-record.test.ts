import { describe, expect, it } from 'vitest';
import { EngineError } from '../../base/errors.ts';
import { type Completer, ScriptedCompleter } from '../../model/completer.ts';
import type { TurnInput } from '../../model/conversation.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import {
	callOf,
	openRawConversation,
	STREAK_CHUNKS,
	streakAnswer,
	userTurn,
} from '../../testing/doubles/scripted-raw-conversation.ts';
import { gemma4Templates } from '../../testing/gguf/gemma4-template.ts';
import { gemma4 } from '../gemma4.ts';
import { PromptRenderer } from '../prompt/renderer.ts';
import { RawConversation } from './raw-conversation.ts';

describe('the record of a generation', () => {
	it('keeps prompt, pieces, times, tokens and events', async () => {
		const { send, records, prompt } = openRawConversation([{ pieces: ['네', '.'], tokens: [9, 10] }]);
		const events = await send(userTurn('안녕'));
		expect(records).toEqual([
			{
				promptTail: '<|turn>user\n안녕<turn|>\n<|turn>model\n',
				promptText: prompt(0),
				pieces: ['네', '.'],
				pieceAtMs: [10, 20],
				tokens: [9, 10],
				events,
				finish: { unified: 'stop', raw: 'eog' },
				usage: { outputTokens: 2 },
				timings: { source: 'engine', firstTokenMs: 10, lastTokenMs: 20, totalMs: 30 },
			},
		]);
	});

	it('of a generation whose engine throws nothing is of one that failed, not of a reader that left', async () => {
		const records: GenerationRecord[] = [];
		const throwing: Completer = {
			async *complete() {
				yield { type: 'pieces', pieces: [{ text: '네', atMs: 1 }] };
				throw undefined;
			},
		};
		const conversation = conversationOver(throwing, records);
		await expect(Array.fromAsync(conversation.sendChatTurn(userTurn('안녕')))).rejects.toBeUndefined();
		expect(records[0]?.finish).toEqual({ unified: 'unknown', raw: 'thrown' });
	});

	it('of a generation that throws keeps what came so far', async () => {
		const { send, records } = openRawConversation([
			{ pieces: ['네', '.'], error: new EngineError('crashed', 'engine crashed') },
		]);
		await expect(send(userTurn('안녕'))).rejects.toThrow('engine crashed');
		expect(records).toHaveLength(1);
		expect(records[0]).toMatchObject({
			pieces: ['네', '.'],
			finish: { unified: 'unknown', raw: 'EngineError' },
			usage: {},
			timings: { source: 'wall-clock', firstTokenMs: 10, lastTokenMs: 20 },
		});
		expect(records[0]?.events.map((event) => event.type)).toEqual(['text', 'text']);
	});

	it('is reported once, also when the reader leaves', async () => {
		const records: GenerationRecord[] = [];
		const conversation = conversationOver(new ScriptedCompleter([{ pieces: ['네', '.'] }]), records);
		for await (const event of conversation.sendChatTurn(userTurn('안녕'))) {
			expect(event.type).toBe('text');
			break;
		}
		expect(records.map((record) => record.finish)).toEqual([{ unified: 'aborted', raw: 'reader left' }]);
	});
});

describe('a generation that throws', () => {
	it('leaves the history as it was before the turn', async () => {
		const error = new EngineError('generation-timeout', 'too slow');
		const { send, prompt } = openRawConversation([
			{ pieces: STREAK_CHUNKS },
			{ pieces: ['음'], error },
			{ pieces: ['7일째예요.'] },
			{ pieces: ['음'], error },
			{ pieces: ['네'] },
		]);
		const call = callOf(await send(userTurn('며칠째야?')));
		const results: TurnInput = { type: 'tool-results', results: [streakAnswer(call, 7)] };
		await expect(send(results)).rejects.toBe(error);
		await send(results);
		expect(prompt(2)).toBe(prompt(1));
		await expect(send(userTurn('하나'))).rejects.toBe(error);
		await send(userTurn('둘'));
		expect(prompt(4)).toBe(prompt(3).replace('하나', '둘'));
	});

	it('in the first turn leaves a conversation that begins anew', async () => {
		const { send, prompt } = openRawConversation([{ pieces: [], error: new Error('no') }, { pieces: ['네'] }]);
		await expect(send(userTurn('하나'))).rejects.toThrow('no');
		await send(userTurn('둘'));
		expect(prompt(1)).toBe(prompt(0).replace('하나', '둘'));
	});
});

describe('an aborted generation', () => {
	it('ends as aborted and stays in the history', async () => {
		const { send, prompt } = openRawConversation([
			{ pieces: ['네, ', '그게'], finish: { unified: 'aborted', raw: 'aborted' } },
			{ pieces: ['네'] },
		]);
		expect((await send(userTurn('안녕'))).at(-1)).toMatchObject({ finish: { unified: 'aborted' } });
		await send(userTurn('계속'));
		expect(prompt(1)).toBe(`${prompt(0)}네, 그게<turn|>\n<|turn>user\n계속<turn|>\n<|turn>model\n`);
	});
});

function conversationOver(completer: Completer, records: GenerationRecord[]): RawConversation {
	return new RawConversation(
		{
			completer,
			renderer: new PromptRenderer({
				chatTemplate: gemma4Templates.plain,
				bosToken: '<bos>',
				eosToken: '<eos>',
				turnOpen: '<|turn>',
			}),
			dialect: gemma4,
		},
		{
			tools: [],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 8,
			deadlineMs: 1000,
			reading: 'strict',
			onGeneration: (record) => records.push(record),
		},
	);
}
