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

describe('a model of which several samples at once are asked', () => {
	const loadedAs = async (options: object, request: Parameters<typeof load>[1]): Promise<unknown> => {
		const seen: unknown[] = [];
		const runner = {
			name: 'llama-cpp',
			modelSource: 'name',
			room: ({ gpu }: { readonly gpu?: boolean }) => ({ cores: 2, memory: 2, usual: gpu === true ? 1 : 2 }),
			load: async ({ sequences, processes }: { readonly sequences: number; readonly processes?: number }) => {
				seen.push([sequences, processes ?? 1]);
				return { engine: {} };
			},
		} as unknown as Runner;
		const listen = { warning: ({ code }: { readonly code: string }) => void seen.push(code) };
		await load({ title: 'x', runner, model: 'x', options, asked: {} }, { ...request, listen });
		return seen;
	};

	it('has a process per core on a CPU instead, and says so', async () => {
		expect(await loadedAs({ sequences: 4 }, { processes: { most: 9 } })).toEqual(['run.parallel-cpu', [1, 2], [1, 2]]);
	});

	it('evaluates them at once on a GPU, and in one process that was asked for', async () => {
		expect(await loadedAs({ sequences: 4, gpu: true }, { processes: { most: 9 } })).toEqual([[4, 1]]);
		expect(await loadedAs({ sequences: 4 }, { processes: { asked: 1 } })).toEqual([[4, 1]]);
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
