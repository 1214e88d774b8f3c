import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors/gemmark-error.ts';
import type { ConversationOptions, ToolDeclaration, ToolResponse, TurnInput } from '../model/conversation.ts';
import type { GenerationEvent, GenerationRecord, ToolCall } from '../model/generation.ts';
import { gemma4Templates } from '../testing/gemma4-template.ts';
import { ScriptedCompleter, type ScriptedGeneration } from '../testing/scripted-completer.ts';
import { gemma4 } from './gemma4.ts';
import { PromptRenderer } from './prompt-renderer.ts';
import { RawConversation } from './raw-conversation.ts';

const streak: ToolDeclaration = {
	name: 'get_streak',
	description: '연속 일수',
	parameters: { type: 'object', properties: { habit_id: { type: 'string' } }, required: ['habit_id'] },
};
const CALL = ['연속 ', '일수를 볼게요.', '<|tool_call>', 'call:get_streak{habit_id:', '<|"|>h1<|"|>}', '<tool_call|>'];
const CALL_TEXT = CALL.join('');

interface Setup {
	readonly completer: ScriptedCompleter;
	readonly records: GenerationRecord[];
	send(input: TurnInput): Promise<readonly GenerationEvent[]>;
	prompt(turn: number): string;
}

function setup(
	script: readonly ScriptedGeneration[],
	options: Partial<ConversationOptions> = {},
	chatTemplate: string = gemma4Templates.plain,
): Setup {
	const completer = new ScriptedCompleter(script);
	const records: GenerationRecord[] = [];
	const renderer = new PromptRenderer({
		chatTemplate,
		bosToken: '<bos>',
		eosToken: '<eos>',
		turnOpen: gemma4.turnOpen,
	});
	const conversation = new RawConversation(
		{ completer, renderer, dialect: gemma4 },
		{
			tools: [streak],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 64,
			deadlineMs: 1000,
			reading: 'strict',
			onGeneration: (record) => records.push(record),
			...options,
		},
	);
	return {
		completer,
		records,
		send: (input) => Array.fromAsync(conversation.sendChatTurn(input)),
		prompt: (turn) => (completer.requests[turn]?.parts ?? []).map((part) => part.text).join(''),
	};
}

const user = (text: string): TurnInput => ({ type: 'user', text });

function answer(call: ToolCall, days: number): ToolResponse {
	return { call, response: { ok: true, data: { days } } };
}

function callOf(events: readonly GenerationEvent[]): ToolCall {
	const call = events.find((event) => event.type === 'call')?.call;
	if (call === undefined) throw new Error('no call was read');
	return call;
}

describe('a raw conversation', () => {
	it('renders the first turn only, and continues the raw text after that', async () => {
		const { send, prompt } = setup([
			{ pieces: CALL, finish: { unified: 'stop', raw: '<|tool_response>' } },
			{ pieces: ['7일', '째예요.'] },
			{ pieces: ['네!'] },
		]);
		const call = callOf(await send(user('며칠째야?')));
		await send({ type: 'tool-results', results: [answer(call, 7)] });
		await send(user('고마워'));
		const first = `${prompt(0)}${CALL_TEXT}<|tool_response>response:get_streak{data:{days:7},ok:true}<tool_response|>`;
		expect(prompt(0)).toMatch(/^<bos><\|turn>system\n<\|tool>declaration:get_streak.*<\|turn>model\n$/s);
		expect(prompt(1)).toBe(first);
		expect(prompt(2)).toBe(`${first}7일째예요.<turn|>\n<|turn>user\n고마워<turn|>\n<|turn>model\n`);
	});

	it('sends what the model wrote as its own tokens', async () => {
		const { send, completer } = setup([
			{ pieces: CALL, tokens: [5, 6, 48, 7, 8, 49] },
			{ pieces: ['네'], tokens: [9] },
			{ pieces: ['네'], tokens: [9] },
		]);
		const call = callOf(await send(user('며칠째야?')));
		await send({ type: 'tool-results', results: [answer(call, 7)] });
		await send(user('고마워'));
		const parts = completer.requests.map((request) => request.parts);
		expect(parts[0]?.map((part) => part.tokens)).toEqual([undefined]);
		expect(parts[1]?.slice(0, 1)).toEqual(parts[0]);
		expect(parts[1]?.[1]).toEqual({ text: CALL_TEXT, tokens: [5, 6, 48, 7, 8, 49] });
		expect(parts[2]?.slice(0, 3)).toEqual(parts[1]);
		expect(parts[2]?.[3]).toEqual({ text: '네', tokens: [9] });
	});

	it('sends what the model wrote as text where one token is not told', async () => {
		const { send, completer } = setup([{ pieces: ['네', '.'], tokens: [9] }, { pieces: ['네'] }]);
		await send(user('안녕'));
		await send(user('안녕'));
		expect(completer.requests[1]?.parts[1]).toEqual({ text: '네.' });
	});

	it('keeps the shared prefix the same in every turn', async () => {
		const { send, completer, prompt } = setup([{ pieces: ['네'] }, { pieces: ['네'] }], { system: '코치' });
		await send(user('안녕'));
		await send(user('또 안녕'));
		const [first, second] = completer.requests.map((request) => request.sharedChars);
		expect(first).toBe(second);
		expect(prompt(0).slice(first)).toBe('<|turn>user\n안녕<turn|>\n<|turn>model\n');
	});

	it('opens every model turn as the template does', async () => {
		const { send, prompt } = setup([{ pieces: ['네'] }, { pieces: ['네'] }], {}, gemma4Templates.thinkingOff);
		await send(user('안녕'));
		await send(user('또'));
		const opening = '<|turn>model\n<|channel>thought\n<channel|>';
		expect(prompt(1)).toBe(`${prompt(0)}네<turn|>\n<|turn>user\n또<turn|>\n${opening}`);
		expect(prompt(0).endsWith(opening)).toBe(true);
	});

	it('sends answers that never reached the model before the next user turn', async () => {
		const { send, prompt } = setup([{ pieces: CALL }, { pieces: ['네'] }]);
		const call = callOf(await send(user('며칠째야?')));
		await send({ type: 'user', text: '됐어', unsent: [answer(call, 7)] });
		expect(prompt(1)).toBe(
			`${prompt(0)}${CALL_TEXT}<|tool_response>response:get_streak{data:{days:7},ok:true}<tool_response|><turn|>\n<|turn>user\n됐어<turn|>\n<|turn>model\n`,
		);
	});

	it('sends a reflection as a user turn behind the answers', async () => {
		const { send, prompt } = setup([{ pieces: CALL }, { pieces: ['네'] }]);
		const call = callOf(await send(user('며칠째야?')));
		await send({ type: 'tool-results', results: [answer(call, 7)], reflection: '1개 중 0개 성공' });
		expect(prompt(1)).toContain('<tool_response|><turn|>\n<|turn>user\n1개 중 0개 성공<turn|>\n<|turn>model\n');
	});

	it('passes sampling, limits, stops and the signal on', async () => {
		const { send, completer } = setup([{ pieces: ['네'] }]);
		await send(user('안녕'));
		expect(completer.requests[0]).toMatchObject({
			maxTokens: 64,
			deadlineMs: 1000,
			sampling: { temperature: 0, seed: 1 },
			stop: ['<turn|>', '<eos>', '<|tool_response>'],
		});
		expect(completer.requests[0]).not.toHaveProperty('grammar');
	});

	it('constrains the generation to one call of the named tool', async () => {
		const { send, completer } = setup([{ pieces: CALL.slice(2) }], { constrainTo: 'get_streak' });
		await send(user('안녕'));
		expect(completer.requests[0]?.grammar).toBe(gemma4.callGrammar(streak));
	});

	it('reads calls as strictly as it is told', async () => {
		const script = [{ pieces: ['<|tool_call>:get_streak{}', '<tool_call|>'] }];
		const strict = await setup(script).send(user('안녕'));
		const lenient = await setup(script, { reading: 'lenient' }).send(user('안녕'));
		expect(strict.map((event) => event.type)).toEqual(['malformed', 'end']);
		expect(lenient.map((event) => event.type)).toEqual(['call', 'end']);
	});
});

describe('the events of a generation', () => {
	it('carry the time of the piece that completed them, and end once', async () => {
		const { send } = setup([{ pieces: CALL, finish: { unified: 'stop', raw: '<|tool_response>' } }]);
		const events = await send(user('며칠째야?'));
		const call = {
			id: 'call-0',
			name: 'get_streak',
			arguments: { habit_id: 'h1' },
			raw: CALL.slice(2).join(''),
			repairs: [],
		};
		expect(events).toEqual([
			{ type: 'text', text: '연속 ', atMs: 10 },
			{ type: 'text', text: '일수를 볼게요.', atMs: 20 },
			{ type: 'call', call, atMs: 60 },
			{
				type: 'end',
				finish: { unified: 'tool-call', raw: '<|tool_response>' },
				usage: { outputTokens: 6 },
				timings: {
					source: 'engine',
					firstTokenMs: 10,
					lastTokenMs: 60,
					callOpenMs: 30,
					callCompleteMs: 60,
					totalMs: 70,
				},
			},
		]);
	});

	it('number the calls through the conversation', async () => {
		const two = [...CALL.slice(2), ...CALL.slice(2)];
		const { send } = setup([{ pieces: two }, { pieces: CALL }]);
		const first = await send(user('둘 다'));
		const second = await send({ type: 'tool-results', results: [] });
		const ids = [...first, ...second].flatMap((event) => (event.type === 'call' ? [event.call.id] : []));
		expect(ids).toEqual(['call-0', 'call-1', 'call-2']);
	});

	it('time the first call that could be read', async () => {
		const { send, records } = setup([{ pieces: ['<|tool_call>', 'x<tool_call|>', ...CALL.slice(2)] }]);
		await send(user('안녕'));
		expect(records[0]?.timings).toMatchObject({ callOpenMs: 30, callCompleteMs: 60 });
	});

	it('keep a cut-off generation cut off, even with a call', async () => {
		const { send } = setup([{ pieces: CALL, finish: { unified: 'length', raw: 'maxTokens' } }]);
		expect((await send(user('안녕'))).at(-1)).toMatchObject({ finish: { unified: 'length' } });
	});

	it('of an empty generation are its end only, with no token times', async () => {
		const { send } = setup([{ pieces: [] }]);
		expect(await send(user('안녕'))).toEqual([
			{
				type: 'end',
				finish: { unified: 'stop', raw: 'eog' },
				usage: { outputTokens: 0 },
				timings: { source: 'engine', totalMs: 10 },
			},
		]);
	});
});

describe('the record of a generation', () => {
	it('keeps prompt, pieces, times, tokens and events', async () => {
		const { send, records, prompt } = setup([{ pieces: ['네', '.'], tokens: [9, 10] }]);
		const events = await send(user('안녕'));
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

	it('of a generation that throws keeps what came so far', async () => {
		const { send, records } = setup([{ pieces: ['네', '.'], error: new EngineError('crashed', 'engine crashed') }]);
		await expect(send(user('안녕'))).rejects.toThrow('engine crashed');
		expect(records).toHaveLength(1);
		expect(records[0]).toMatchObject({
			pieces: ['네', '.'],
			finish: { unified: 'unknown', raw: 'EngineError' },
			usage: {},
			timings: { source: 'wall-clock', firstTokenMs: 10, lastTokenMs: 20 },
		});
		expect(records[0]?.events.map((event) => event.type)).toEqual(['text', 'text']);
	});

	it('is told once, also when the reader leaves', async () => {
		const completer = new ScriptedCompleter([{ pieces: ['네', '.'] }]);
		const records: GenerationRecord[] = [];
		const conversation = new RawConversation(
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
		for await (const event of conversation.sendChatTurn(user('안녕'))) {
			expect(event.type).toBe('text');
			break;
		}
		expect(records.map((record) => record.finish)).toEqual([{ unified: 'aborted', raw: 'reader left' }]);
	});
});

describe('a generation that throws', () => {
	it('leaves the history as it was before the turn', async () => {
		const error = new EngineError('generation-timeout', 'too slow');
		const { send, prompt } = setup([
			{ pieces: CALL },
			{ pieces: ['음'], error },
			{ pieces: ['7일째예요.'] },
			{ pieces: ['음'], error },
			{ pieces: ['네'] },
		]);
		const call = callOf(await send(user('며칠째야?')));
		const results: TurnInput = { type: 'tool-results', results: [answer(call, 7)] };
		await expect(send(results)).rejects.toBe(error);
		await send(results);
		expect(prompt(2)).toBe(prompt(1));
		await expect(send(user('하나'))).rejects.toBe(error);
		await send(user('둘'));
		expect(prompt(4)).toBe(prompt(3).replace('하나', '둘'));
	});

	it('in the first turn leaves a conversation that begins anew', async () => {
		const { send, prompt } = setup([{ pieces: [], error: new Error('no') }, { pieces: ['네'] }]);
		await expect(send(user('하나'))).rejects.toThrow('no');
		await send(user('둘'));
		expect(prompt(1)).toBe(prompt(0).replace('하나', '둘'));
	});
});

describe('an aborted generation', () => {
	it('ends as aborted and stays in the history', async () => {
		const { send, prompt } = setup([
			{ pieces: ['네, ', '그게'], finish: { unified: 'aborted', raw: 'aborted' } },
			{ pieces: ['네'] },
		]);
		expect((await send(user('안녕'))).at(-1)).toMatchObject({ finish: { unified: 'aborted' } });
		await send(user('계속'));
		expect(prompt(1)).toBe(`${prompt(0)}네, 그게<turn|>\n<|turn>user\n계속<turn|>\n<|turn>model\n`);
	});
});
