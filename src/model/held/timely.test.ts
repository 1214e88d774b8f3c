import { describe, expect, it } from 'vitest';
import type { Completer, CompletionEvent, CompletionRequest } from '../completer.ts';
import type { ConversationOptions } from '../conversation.ts';
import type { GenerationEvent, GenerationRecord } from '../generation.ts';
import { timelyCompleter } from './timely-completer.ts';
import { timelyConversation } from './timely-conversation.ts';
import type { Teller } from './told-events.ts';

const GRACE_MS = 5;
const never = new Promise<never>(() => undefined);
const said = { type: 'pieces', pieces: [{ text: 'a', atMs: 1 }] } as const;
const end: CompletionEvent = {
	type: 'end',
	finish: { unified: 'stop', raw: 'eos' },
	usage: {},
	source: 'wall-clock',
	totalMs: 2,
};

describe('timelyCompleter', () => {
	const silent = timelyCompleter(
		{
			async *complete() {
				yield said;
				await never;
			},
		},
		teller(),
		GRACE_MS,
	);

	it('passes on what comes in time', async () => {
		const completer = timelyCompleter(
			{
				async *complete() {
					yield said;
					yield end;
				},
			},
			teller(),
		);
		expect(await Array.fromAsync(completer.complete(request({ deadlineMs: 60_000 })))).toEqual([said, end]);
	});

	it('ends a completer that stays silent past its deadline', async () => {
		const events = await Array.fromAsync(silent.complete(request({ deadlineMs: 10 })));
		expect(events).toEqual([
			said,
			expect.objectContaining({ type: 'end', finish: { unified: 'deadline', raw: 'silent engine' } }),
		]);
	});

	it('ends a completer that does not mind an abort', async () => {
		const signal = AbortSignal.timeout(10);
		const events = await Array.fromAsync(silent.complete(request({ deadlineMs: 60_000, signal })));
		expect(events.at(-1)).toMatchObject({ finish: { unified: 'aborted' } });
	});

	it.each([
		['more pieces than its tokens can be', said],
		['empty lists of pieces', { type: 'pieces', pieces: [] } as const],
	])('ends a completer that never waits and tells %s, by runner and limit', async (_, event) => {
		const flooding = timelyCompleter(
			{
				async *complete() {
					for (;;) yield event;
				},
			},
			teller(),
		);
		const events = await Array.fromAsync(flooding.complete(request({ deadlineMs: 60_000 })));
		const raw = '96 events for 8 tokens, which the runner mine passed';
		expect([events.length, events.at(-1)]).toEqual([
			97,
			expect.objectContaining({ finish: { unified: 'length', raw, limit: 'gemmark' } }),
		]);
	});

	it.each([
		['one piece', ['음'.repeat(9000)]],
		['many', Array.from({ length: 9 }, () => '음'.repeat(1000))],
	])(
		'ends a completer that tells more text than its tokens can be, in %s: nothing behind is kept',
		async (_, texts) => {
			const completer = completing([
				...texts.map((text) => ({ type: 'pieces', pieces: [{ text, atMs: 1 }] }) as const),
				end,
			]);
			const raw = '8192 characters for 8 tokens, which the runner mine passed';
			const events = await Array.fromAsync(completer.complete(request({})));
			expect(events).toHaveLength(texts.length);
			expect(events.at(-1)).toMatchObject({ finish: { unified: 'length', raw, limit: 'gemmark' }, usage: {} });
		},
	);

	it('gives its deadline a turn where events never wait, and calls that no silence', async () => {
		const flooding = timelyCompleter(
			{
				async *complete() {
					for (;;) yield said;
				},
			},
			teller(),
			50,
		);
		for await (const event of flooding.complete(request({ deadlineMs: 10, maxTokens: 1e9 }))) {
			if (event.type === 'end')
				expect(event.finish).toEqual({ unified: 'deadline', raw: 'the runner mine goes on behind it' });
		}
	});

	it.each([
		['a call', said],
		['a second end', { ...end, finish: { unified: 'length', raw: 'max' } } as const],
	])('refuses %s behind the end: which of both was told is not known', async (_, behind) => {
		const failing = Array.fromAsync(completing([said, end, behind]).complete(request({})));
		await expect(failing).rejects.toMatchObject({
			failure: 'contradictory',
			message: expect.stringMatching(/^runner mine: tells .* behind the end of its generation$/u),
		});
	});

	it.each([
		['a text', 'hello', /^runner mine: tells "hello", no event of type 'pieces' or 'end'$/u],
		['another type', { type: 'piece', text: 'a' }, /no event of type/u],
		['pieces without text', { type: 'pieces', pieces: [{ atMs: 1 }] }, /`pieces\[0\]\.text` is no text$/u],
	])('names %s that is no event', async (_, event, message) => {
		const failing = Array.fromAsync(completing([event as unknown as CompletionEvent, end]).complete(request({})));
		await expect(failing).rejects.toMatchObject({
			failure: 'generation-failed',
			message: expect.stringMatching(message),
		});
	});

	it('leaves out what it cannot have counted, and tells it', async () => {
		const told: string[] = [];
		const usage = { promptTokens: 50, outputTokens: 99_999 };
		const completer = completing([said, { ...end, usage }], told);
		expect((await Array.fromAsync(completer.complete(request({})))).at(-1)).toMatchObject({
			usage: { promptTokens: 50 },
		});
		expect(told).toEqual(['tells 99999 outputTokens where there can be 1 to 8; left out, as is what else cannot be']);
	});

	it.each<[string, number, { readonly atMs?: number }, object]>([
		['ahead of ours', 0, { atMs: 1e6 }, { totalMs: 1e6 + 1 }],
		['of no numbers', 0, { atMs: Number.NaN }, { totalMs: Number.NaN }],
		['that ends long behind ours', 0, {}, { totalMs: 9e8 }],
		['that is far too slow', 60, { atMs: 0.001 }, { totalMs: 0.003, prefillMs: 0.0005 }],
		['whose words lie apart in ours alone', 60, { atMs: 40 }, { totalMs: 62 }],
	])('takes no time of a clock %s, but how long we waited', async (_, waitMs, changes, ending) => {
		const told: string[] = [];
		const completer = timelyCompleter(
			{
				async *complete() {
					yield { type: 'pieces', pieces: [{ text: 'a', atMs: changes.atMs ?? 1 }] };
					await new Promise((resolve) => setTimeout(resolve, waitMs));
					yield { type: 'pieces', pieces: [{ text: 'b', ...changes, atMs: (changes.atMs ?? 1) + 0.001 }] };
					yield { ...end, ...ending };
				},
			},
			teller(told),
		);
		const last = (await Array.fromAsync(completer.complete(request({})))).at(-1);
		expect(last).toEqual({ ...end, refuted: true, totalMs: expect.any(Number) });
		const { totalMs = Number.NaN } = last as { readonly totalMs?: number };
		expect([totalMs >= waitMs - 2, totalMs < 10_000]).toEqual([true, true]);
		expect(told).toEqual([expect.stringContaining("where gemmark's own clock has")]);
	});

	it('throws what the completer throws', async () => {
		const failing = timelyCompleter(
			{
				complete: () => {
					throw new Error('gone');
				},
			},
			teller(),
		);
		await expect(Array.fromAsync(failing.complete(request({})))).rejects.toThrow('gone');
	});
});

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

function teller(told: string[] = []): Teller {
	return { name: 'runner mine', leaveOut: (_, how) => void told.push(how) };
}

function completing(events: readonly CompletionEvent[], told: string[] = []): Completer {
	return timelyCompleter(
		{
			async *complete() {
				yield* events;
			},
		},
		teller(told),
	);
}

function request(given: Partial<CompletionRequest>): CompletionRequest {
	const sampling = { temperature: 0, seed: 1 };
	return { parts: [], sharedChars: 0, stop: [], maxTokens: 8, sampling, deadlineMs: 1000, ...given };
}
