import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { message } from '../base/message.ts';
import type { Finish } from './generation.ts';
import { type Limits, watch, within } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never: Promise<never> = new Promise(() => undefined);
const limits: Limits = { maxTokens: 2, deadlineMs: 1000, graceMs: 50 };

async function read(
	source: AsyncIterable<string>,
	more: Partial<Limits> = {},
): Promise<{ readonly events: readonly string[]; readonly over: Finish | undefined }> {
	const events: string[] = [];
	const watched = watch(source, { ...limits, ...more }, (text) => ({ events: 1, chars: text.length }));
	for (;;) {
		const next = await watched.next();
		if (next.done === true) return { events, over: next.value };
		events.push(next.value);
	}
}

async function* saying(texts: Iterable<string>, then?: Promise<never>): AsyncGenerator<string, void, undefined> {
	yield* texts;
	await then;
}

describe('watch', () => {
	it('passes on what a source yields that ends by itself', async () => {
		expect(await read(saying(['a', 'b']))).toEqual({ events: ['a', 'b'], over: undefined });
	});

	it('ends a silent source after its deadline and the grace', async () => {
		const reading = read(saying(['a'], never));
		await vi.advanceTimersByTimeAsync(1049);
		await vi.advanceTimersByTimeAsync(1);
		expect(await reading).toEqual({ events: ['a'], over: { unified: 'deadline', raw: 'silent engine' } });
	});

	it('ends a silent source after an abort and the grace', async () => {
		const controller = new AbortController();
		const reading = read(saying([], never), { signal: controller.signal });
		controller.abort();
		await vi.advanceTimersByTimeAsync(50);
		expect((await reading).over).toEqual({ unified: 'aborted', raw: 'silent engine' });
	});

	it.each([
		['events', Array.from({ length: 100 }, () => 'a'), message('limit.events', { limit: 72, tokens: 2 })],
		['characters', ['a'.repeat(3000)], message('limit.characters', { limit: 2048, tokens: 2 })],
	])('ends a source of more %s than its tokens can be', async (_, texts, said) => {
		const { over } = await read(saying(texts));
		expect(over).toMatchObject({ unified: 'length', limit: 'gemmark', said });
	});
});

describe('within', () => {
	it('gives the answer, or rejects once its time is over', async () => {
		expect(await within(Promise.resolve(1), 10, () => new Error('late'))).toBe(1);
		const late = expect(within(never, 10, () => new Error('late'))).rejects.toThrow('late');
		await vi.advanceTimersByTimeAsync(10);
		await late;
	});
});
