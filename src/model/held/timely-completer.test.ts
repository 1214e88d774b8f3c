import { describe, expect, it } from 'vitest';
import type { Completer, CompletionEvent, CompletionRequest } from '../completer.ts';
import { GRACE_MS, never, teller } from './teller-fixture.ts';
import { timelyCompleter } from './timely-completer.ts';

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

	it.each([
		['is no answer without a counted token', {}, { unified: 'unknown', raw: 'empty answer' }],
		['is one where its end is counted', { outputTokens: 1 }, { unified: 'stop', raw: 'eos' }],
	] as const)('an end without a piece %s', async (_, usage, finish) => {
		const completer = timelyCompleter(
			{
				async *complete() {
					yield { ...end, usage };
				},
			},
			teller(),
		);
		const events = await Array.fromAsync(completer.complete(request({ deadlineMs: 60_000 })));
		expect(events).toEqual([expect.objectContaining({ type: 'end', finish })]);
	});

	it.each<[string, Completer['complete'], string]>([
		[
			'gives a promise',
			(async () => []) as unknown as Completer['complete'],
			'runner mine: complete() gives a promise',
		],
		[
			'tells no end',
			async function* () {
				yield said;
			},
			'runner mine: complete() tells no end',
		],
	])('a completer that %s has failed by name', async (_, complete, message) => {
		const events = Array.fromAsync(timelyCompleter({ complete }, teller()).complete(request({ deadlineMs: 60_000 })));
		await expect(events).rejects.toThrow(message);
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
