import { describe, expect, it } from 'vitest';
import type { ConversationOptions } from '../conversation.ts';
import type { GenerationEvent, GenerationRecord } from '../generation.ts';
import { GRACE_MS, never, teller } from './teller-fixture.ts';
import { timelyConversation } from './timely-conversation.ts';

describe('timelyConversation', () => {
	const text: Extract<GenerationEvent, { type: 'text' }> = { type: 'text', text: 'a', atMs: 1 };

	it('ends a generation that stays silent, records it once, and has no next one', async () => {
		const records: GenerationRecord[] = [];
		const conversation = timelyConversation(
			() => ({
				async *sendChatTurn() {
					yield text;
					await never;
				},
			}),
			{
				deadlineMs: 10,
				maxTokens: 8,
				onGeneration: (record) => void records.push(record),
			} as Partial<ConversationOptions> as ConversationOptions,
			teller(),
			GRACE_MS,
		);
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' }));
		expect(events).toEqual([
			text,
			expect.objectContaining({ type: 'end', finish: { unified: 'deadline', raw: 'silent engine' } }),
		]);
		expect(records).toEqual([expect.objectContaining({ pieces: ['a'], events: [text] })]);
		const next = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'y' }));
		await expect(next).rejects.toThrow('has not ended its last generation');
	});

	const call: Extract<GenerationEvent, { type: 'call' }> = {
		type: 'call',
		call: { id: '1', name: 'f', arguments: { a: 1 }, raw: 'x' },
		atMs: 2,
	};
	const stop: Extract<GenerationEvent, { type: 'end' }> = {
		type: 'end',
		finish: { unified: 'stop', raw: 'stop' },
		usage: {},
		timings: { source: 'wall-clock', totalMs: 3 },
	};
	const recorded = (events: readonly GenerationEvent[], more: Partial<GenerationRecord> = {}): GenerationRecord => {
		const { finish, usage, timings } = stop;
		return { pieces: ['a'], pieceAtMs: [1], events, finish, usage, timings, ...more };
	};
	const tells = (stream: readonly GenerationEvent[], records: readonly GenerationRecord[]) => {
		const told: GenerationRecord[] = [];
		const given = {
			deadlineMs: 1000,
			maxTokens: 8,
			onGeneration: (record: GenerationRecord) => void told.push(record),
		};
		const open = ({ onGeneration }: ConversationOptions) => ({
			async *sendChatTurn() {
				yield* stream;
				for (const record of records) onGeneration?.(record);
			},
		});
		const conversation = timelyConversation(
			open,
			given as Partial<ConversationOptions> as ConversationOptions,
			teller(),
		);
		return { told, events: Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' })) };
	};

	it('records what came in the stream, in whatever parts', async () => {
		const halves: readonly GenerationEvent[] = [
			{ type: 'text', text: 'a ', atMs: 1 },
			{ type: 'thinking', text: 't', atMs: 1 },
		];
		const { told, events } = tells([text, call, stop], [recorded([...halves, call])]);
		expect((await events).at(-1)).toEqual(stop);
		expect(told).toHaveLength(1);
	});

	it.each([
		['no record', 'not-recorded', [], 'does not call onGeneration for a generation that ended'],
		[
			'two records',
			'contradictory',
			[recorded([text, call]), recorded([text, call], { usage: { outputTokens: 5n as never } })],
			'calls onGeneration 2 times',
		],
		[
			'a record without its call',
			'contradictory',
			[recorded([text])],
			'its stream tells "f({\\"a\\":1})" where onGeneration tells nothing',
		],
		[
			'a record of another text',
			'contradictory',
			[recorded([{ ...text, text: 'b' }, call])],
			'its stream tells "a" where onGeneration tells "b"',
		],
		[
			'a record of another end',
			'contradictory',
			[recorded([text, call], { finish: { unified: 'length', raw: 'max' } })],
			'its stream ends with stop, onGeneration with length',
		],
		['an empty prompt', 'generation-failed', [recorded([text, call], { promptText: '' })], 'an empty `promptText`'],
		[
			'a record without pieces',
			'generation-failed',
			[{ ...recorded([text, call]), pieces: undefined as never }],
			'undefined as `pieces`, which is no list',
		],
		['null', 'generation-failed', [null as never], 'onGeneration tells null, no record'],
		['a record without events', 'generation-failed', [recorded(undefined as never)], 'undefined as `events`'],
		[
			'a record whose end has no raw',
			'generation-failed',
			[recorded([text, call], { finish: { unified: 'stop' } as never })],
			'undefined as `finish.raw`, which is no text',
		],
	] as const)('refuses %s', async (_, failure, records, message) => {
		const { told, events } = tells([text, call, stop], records);
		await expect(events).rejects.toMatchObject({ failure, message: expect.stringContaining(message) });
		// What is none would end the run.
		expect(told.every((record) => Array.isArray(record.events) && record.finish.raw !== undefined)).toBe(true);
		expect(told.every((record) => record.usage.outputTokens === undefined)).toBe(true);
	});

	it('records no time of a clock that ours contradicts', async () => {
		const timings = { source: 'engine', firstTokenMs: 1e6, totalMs: 9e8 } as const;
		const { told, events } = tells([text, stop], [recorded([{ ...text, atMs: 1e6 }], { pieceAtMs: [1e6], timings })]);
		const ours = { source: 'wall-clock', totalMs: expect.any(Number), refuted: true };
		expect((await events).at(-1)).toMatchObject({ timings: ours });
		expect(told[0]?.timings).toEqual(ours);
		expect(told[0]?.pieceAtMs[0]).toBeLessThan(1e5);
	});

	it('takes a count that either tells, and none of which they tell two', async () => {
		const counting = { ...stop, usage: { outputTokens: 7 } };
		const { told, events } = tells([text, counting], [recorded([text], { usage: { promptTokens: 5 } })]);
		expect((await events).at(-1)).toMatchObject({ usage: { promptTokens: 5, outputTokens: 7 } });
		expect(told).toMatchObject([{ usage: { promptTokens: 5, outputTokens: 7 } }]);
		const other = tells([text, counting], [recorded([text], { usage: { outputTokens: 1 } })]);
		await expect(other.events).rejects.toMatchObject({
			failure: 'contradictory',
			message: 'runner mine: its stream ends with 7 outputTokens, onGeneration with 1',
		});
	});

	it.each([
		['arguments as text', { ...call, call: { ...call.call, arguments: '{}' } }, '`call.arguments` is no object'],
		['arguments of BigInt', { ...call, call: { ...call.call, arguments: { a: 1n } } }, '`call.arguments` is no JSON'],
		['an end of its own', { ...stop, finish: { unified: 'done', raw: '' } }, "`finish.unified` is none of 'stop'"],
		['a text that is none', { type: 'text', text: 4, atMs: 1 }, '`text` is no text'],
	])('names %s', async (_, event, message) => {
		await expect(tells([event as unknown as GenerationEvent, stop], []).events).rejects.toMatchObject({
			failure: 'generation-failed',
			message: expect.stringContaining(message),
		});
	});
});
