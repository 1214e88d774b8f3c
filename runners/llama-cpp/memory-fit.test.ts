import { describe, expect, it } from 'vitest';
import { requireMemoryFor } from './memory-fit.ts';

const GIB = 2 ** 30;

describe('the weights of a model', () => {
	it('larger than the memory are refused with both sizes', () => {
		expect(() => requireMemoryFor('/m/gemma-27b.gguf', { sizeBytes: 15.5 * GIB }, {}, 8 * GIB)).toThrow(
			'gemma-27b.gguf needs about 15.5 GiB for its weights alone, and this machine has 8.0 GiB',
		);
	});

	it('that leave no room for the context are refused with what it takes, at once for all samples', () => {
		// Gemma 3 1B: 26 layers of one head, 256 values and keys each.
		const size = { sizeBytes: 1 * GIB, cacheBytesPerToken: 2 * 26 * 512, contextLength: 32_768 };
		requireMemoryFor('m.gguf', size, {}, 1.25 * GIB);
		expect(() => requireMemoryFor('m.gguf', size, { contextSize: 32_768, sequences: 4 }, 4 * GIB)).toThrow(
			'm.gguf needs about 1.0 GiB for its weights and 3.3 GiB for 131072 tokens of context, and this machine has 4.0 GiB',
		);
	});

	it('that fit, or that a GPU takes, are not', () => {
		requireMemoryFor('m.gguf', { sizeBytes: 8 * GIB }, {}, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 16 * GIB }, { gpu: true }, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 1 });
	});
});
