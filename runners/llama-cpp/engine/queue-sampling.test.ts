import type { LlamaContext } from 'node-llama-cpp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueSampling } from './queue-sampling.ts';

/** Stands in for the binding's native context: tells what it was given, and ends an evaluation when told to. */
class NativeContextDouble {
	readonly calls: string[] = [];
	readonly #evaluation = Promise.withResolvers<void>();
	addToBatch(_sequence: number, _position: number, _tokens: Uint32Array, withLogits: Uint32Array): Uint32Array {
		this.calls.push('add');
		return withLogits;
	}
	decodeBatch(): Promise<void> {
		this.calls.push('decode');
		return this.#evaluation.promise;
	}
	async sampleToken(): Promise<number> {
		this.calls.push('sample');
		return 7;
	}
	getThreads(): number {
		return this.calls.length;
	}
	end(error?: Error): void {
		if (error === undefined) this.#evaluation.resolve();
		else this.#evaluation.reject(error);
	}
}

beforeEach(() => void vi.stubEnv('UV_THREADPOOL_SIZE', '1'));
afterEach(() => void vi.unstubAllEnvs());

function wrapped(native: NativeContextDouble): NativeContextDouble {
	const context = { _ctx: native };
	queueSampling(context as unknown as LlamaContext);
	return context._ctx;
}

function add(context: NativeContextDouble, logits: readonly number[]): void {
	context.addToBatch(0, 0, Uint32Array.of(1), Uint32Array.from(logits));
}

test('a token is sampled right behind its evaluation, and is there when that has ended', async () => {
	const native = new NativeContextDouble();
	const context = wrapped(native);
	add(context, [0]);
	await context.decodeBatch();
	const sampled = vi.fn();
	const token = context.sampleToken().then(sampled);
	expect(native.calls).toEqual(['add', 'decode', 'sample']);
	await new Promise((resolve) => setImmediate(resolve));
	expect(sampled).not.toHaveBeenCalled();
	native.end();
	await token;
	expect(sampled).toHaveBeenCalledWith(7);
});

test('where nothing is sampled, the evaluation is waited for', async () => {
	const native = new NativeContextDouble();
	const context = wrapped(native);
	add(context, []);
	const evaluated = vi.fn();
	const evaluation = context.decodeBatch().then(evaluated);
	await new Promise((resolve) => setImmediate(resolve));
	expect(evaluated).not.toHaveBeenCalled();
	native.end();
	await evaluation;
});

test('who samples hears of an evaluation that failed', async () => {
	const native = new NativeContextDouble();
	const context = wrapped(native);
	add(context, [0]);
	await context.decodeBatch();
	const token = context.sampleToken();
	native.end(new Error('Eval has failed'));
	await expect(token).rejects.toThrow('Eval has failed');
});

test('everything else goes to the binding', () => {
	const native = new NativeContextDouble();
	const context = wrapped(native);
	add(context, []);
	expect(context.getThreads()).toBe(1);
});

test('with a pool of several threads, or another binding, nothing is changed', () => {
	vi.stubEnv('UV_THREADPOOL_SIZE', '4');
	const native = new NativeContextDouble();
	expect(wrapped(native)).toBe(native);
	vi.stubEnv('UV_THREADPOOL_SIZE', '1');
	const other = { _ctx: { evaluate: () => undefined } };
	const before = other._ctx;
	queueSampling(other as unknown as LlamaContext);
	expect(other._ctx).toBe(before);
});
