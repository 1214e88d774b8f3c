import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionRequest } from '../../src/model/completer.ts';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { createLlamaCppRunner, type LlamaCppModel } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-interruption-'));
const MODEL = join(folder, 'random.gguf');
/** Ends by itself only where the context is full. */
const ENDLESS = { ignoreEnd: true, sampling: { temperature: 1, seed: 1 }, maxTokens: 100_000 };
/** Takes many steps to prefill. */
const LONG = { parts: [{ text: `<bos>${'가나다라마바사아자차'.repeat(350)}` }], sharedChars: 3000 };

let model: LlamaCppModel;

beforeAll(async () => {
	writeRandomGguf(MODEL, 'tiny-gemma4');
	model = await createLlamaCppRunner({ graceMs: 500 }).load({ model: MODEL, threads: 1 });
}, 60_000);

afterAll(async () => {
	await model?.dispose();
	rmSync(folder, { recursive: true });
});

describe('an abort', () => {
	it('ends a generation at its next token, and keeps what came', async () => {
		const controller = new AbortController();
		const pieces: string[] = [];
		let finish: unknown;
		for await (const event of model.completer.complete(endless({ signal: controller.signal }))) {
			if (event.type === 'end') finish = event.finish;
			else pieces.push(...event.pieces.map((piece) => piece.text));
			controller.abort();
		}
		expect(finish).toEqual({ unified: 'aborted', raw: 'abort' });
		expect(pieces.length).toBeGreaterThan(0);
		expect(pieces.length).toBeLessThan(4000);
	});

	it('ends a prefill at its next step, and the next request starts from what was done', async () => {
		const controller = new AbortController();
		const aborted = collectCompletion(model.completer, { ...LONG, signal: controller.signal });
		setImmediate(() => controller.abort());
		const { end, pieces } = await aborted;
		expect(end.finish.unified).toBe('aborted');
		expect(pieces).toEqual([]);
		const next = await collectCompletion(model.completer, { ...LONG, maxTokens: 1 });
		expect(next.end.usage.cachedPromptTokens).toBeLessThan(3000);
		const cached = await collectCompletion(model.completer, { ...LONG, maxTokens: 1 });
		expect(cached.end.usage.cachedPromptTokens).toBeGreaterThan(2900);
		expect(cached.tokens).toEqual(next.tokens);
	});

	it('that was there before asks the engine nothing', async () => {
		const { end, pieces } = await collectCompletion(model.completer, { ...LONG, signal: AbortSignal.abort() });
		expect(end.finish.unified).toBe('aborted');
		expect(pieces).toEqual([]);
	});

	it('happens when reading stops', async () => {
		for await (const _event of model.completer.complete(endless())) break;
		const next = await collectCompletion(model.completer, { parts: [{ text: '<bos>안녕' }], maxTokens: 2 });
		expect(next.end.finish.unified).toBe('length');
	});
});

describe('a deadline', () => {
	it('ends a generation between two tokens', async () => {
		const { end, pieces } = await collectCompletion(model.completer, endless({ deadlineMs: 60 }));
		expect(end.finish).toEqual({ unified: 'deadline', raw: '60 ms' });
		expect(pieces.length).toBeGreaterThan(0);
		expect(end.totalMs).toBeGreaterThanOrEqual(60);
	});

	it('ends a prefill between two steps', async () => {
		const unshared = { parts: [{ text: `<bos>하${LONG.parts[0]?.text}` }] };
		const { end, pieces } = await collectCompletion(model.completer, { ...unshared, deadlineMs: 1 });
		expect(end.finish.unified).toBe('deadline');
		expect(pieces).toEqual([]);
	});

	it('ends the process of an engine that hangs, and the next request gets a new one', async () => {
		const before = model.pid() ?? 0;
		process.kill(before, 'SIGSTOP');
		await expect(collectCompletion(model.completer, endless({ deadlineMs: 50 }))).rejects.toMatchObject({
			failure: 'generation-timeout',
			said: { code: 'engine.no-answer', params: { model: 'random.gguf', ms: 50 } },
		});
		expect(isAlive(before)).toBe(false);
		const next = await collectCompletion(model.completer, { parts: [{ text: '<bos>안녕' }], maxTokens: 2 });
		expect(next.end.finish.unified).toBe('length');
		expect(model.pid()).not.toBe(before);
	});
});

describe('Ctrl-C', () => {
	it('does not reach the engine: what it means is the parent’s business', async () => {
		const pid = model.pid() ?? 0;
		process.kill(pid, 'SIGINT');
		const { end } = await collectCompletion(model.completer, endless({ deadlineMs: 100 }));
		expect(end.finish.unified).toBe('deadline');
		expect(model.pid()).toBe(pid);
	});
});

describe('dispose', () => {
	it('during a generation aborts it and leaves no process', async () => {
		const other = await createLlamaCppRunner().load({ model: MODEL, threads: 1 });
		const pid = other.pid() ?? 0;
		const finishes: string[] = [];
		let disposed: Promise<unknown> | undefined;
		for await (const event of other.completer.complete(endless())) {
			if (event.type === 'end') finishes.push(event.finish.unified);
			disposed ??= Promise.all([other.dispose(), other.dispose()]);
		}
		await disposed;
		expect(finishes).toEqual(['aborted']);
		expect(isAlive(pid)).toBe(false);
		await expect(collectCompletion(other.completer, endless())).rejects.toMatchObject({ failure: 'unavailable' });
		await other.dispose();
	});

	it('ends an engine that hangs', async () => {
		const other = await createLlamaCppRunner().load({ model: MODEL, threads: 1 });
		const pid = other.pid() ?? 0;
		process.kill(pid, 'SIGSTOP');
		await other.dispose();
		expect(isAlive(pid)).toBe(false);
	});
});

describe('loading', () => {
	it('that is interrupted ends its process', async () => {
		const controller = new AbortController();
		const loading = createLlamaCppRunner().load({
			model: MODEL,
			signal: controller.signal,
			onProgress: () => controller.abort(),
		});
		await expect(loading).rejects.toMatchObject({ failure: 'unavailable' });
	});

	it('that takes too long ends its process', async () => {
		const loading = createLlamaCppRunner().load({ model: MODEL, loadTimeoutMs: 1 });
		await expect(loading).rejects.toMatchObject({ failure: 'load-timeout' });
	});
});

function endless(more: Partial<CompletionRequest> = {}): CompletionRequest {
	return {
		parts: [{ text: '<bos>안녕' }],
		sharedChars: 0,
		stop: [],
		deadlineMs: 60_000,
		...ENDLESS,
		...more,
	};
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
