import { describe, expect, it } from 'vitest';
import { saying } from '../../src/testing/saying.ts';
import { estimateMemory, requireMemoryFor } from './memory-fit.ts';

const GIB = 2 ** 30;

/** Gemma 3 1B: 26 layers, each with one head of 256 keys and values. */
const network = {
	width: 1152,
	vocabulary: 262_144,
	feedForward: 6912,
	perLayerInputs: 0,
	heads: 4,
	kept: Array.from({ length: 26 }, () => ({ keys: 256, values: 256 })),
};
const size = { sizeBytes: 1 * GIB, network, contextLength: 32_768 };

describe('the weights of a model', () => {
	it('larger than the memory are refused with both sizes', () => {
		const params = { model: 'gemma-27b.gguf', weights: '15.5', memory: '8.0' };
		expect(() => requireMemoryFor('/m/gemma-27b.gguf', { sizeBytes: 15.5 * GIB }, {}, 8 * GIB)).toThrow(
			expect.objectContaining({ said: { code: 'engine.weights-need-memory', params } }),
		);
	});

	it('that leave no room for the context, or for a step of it, are refused with what each takes', () => {
		requireMemoryFor('m.gguf', size, {}, 1.5 * GIB);
		expect(() => requireMemoryFor('m.gguf', size, {}, 1.3 * GIB)).toThrow(
			'0.2 GiB for a context of 8192 tokens and 0.3',
		);
		expect(() => requireMemoryFor('m.gguf', size, { contextSize: 32_768, sequences: 4 }, 5 * GIB)).toThrow(
			saying('engine.context-needs-memory', { weights: '1.0', cache: '3.3', tokens: 131072, compute: '1.0' }),
		);
	});

	it('that fit, or that a GPU takes, are not', () => {
		requireMemoryFor('m.gguf', { sizeBytes: 8 * GIB }, {}, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 16 * GIB }, { gpu: true }, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 1 });
	});
});

describe('the memory of a step', () => {
	it('is that of its logits, or of the attention over a context that is long enough', () => {
		const compute = (contextSize: number): number => (estimateMemory(size, { contextSize }).compute ?? 0) / 1024;
		expect(compute(2048)).toBe(262_144 + 1152);
		expect(compute(32_768)).toBe(262_144 + 1152);
		expect(compute(65_536)).toBe(65_536 * 6 + 6912 + 3 * 1152);
	});
});
