import { describe, expect, it } from 'vitest';
import type { Runner } from '../../src/model/runner.ts';
import { bundledModel, load, modelFile } from './load.ts';

describe('load', () => {
	it('reports an interrupted load in one line, whatever the runner rejects with', async () => {
		const stop = new AbortController();
		const runner = {
			name: 'slow',
			modelSource: 'name',
			load: ({ signal }: { readonly signal: AbortSignal }) =>
				new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
		} as unknown as Runner;
		const loading = load({ title: 'x', runner, model: 'x', options: {}, asked: {} }, { signal: stop.signal });
		stop.abort();
		await expect(loading).rejects.toMatchObject({ code: 'engine', failure: 'unavailable' });
	});
});

describe('modelFile', () => {
	it('is the bundled file where the model is called as `gemmark config` prints it', async () => {
		expect(await modelFile(undefined)).toBe(bundledModel());
		expect(await modelFile('mini-q8_0.gguf')).toBe(bundledModel());
		for (const other of ['mini-q9_0.gguf', './mini-q8_0.gguf', 'models/mini/mini-q4_0.gguf']) {
			expect(await modelFile(other)).toBe(other);
		}
	});
});
