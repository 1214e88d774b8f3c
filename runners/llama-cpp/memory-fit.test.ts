import { describe, expect, it } from 'vitest';
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
		expect(() => requireMemoryFor('/m/gemma-27b.gguf', { sizeBytes: 15.5 * GIB }, {}, 8 * GIB)).toThrow(
			'gemma-27b.gguf needs about 15.5 GiB for its weights alone, and this machine has 8.0 GiB',
		);
	});

	it('that leave no room for the context, or for a step of it, are refused with what each takes', () => {
		requireMemoryFor('m.gguf', size, {}, 1.5 * GIB);
		expect(() => requireMemoryFor('m.gguf', size, {}, 1.3 * GIB)).toThrow('0.2 GiB for 8192 tokens of context and 0.3');
		expect(() => requireMemoryFor('m.gguf', size, { contextSize: 32_768, sequences: 4 }, 5 * GIB)).toThrow(
			'm.gguf needs about 1.0 GiB for its weights, 3.3 GiB for 131072 tokens of context and 1.0 GiB to compute in, and this machine has 5.0 GiB',
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
