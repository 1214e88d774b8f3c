import { describe, expect, it } from 'vitest';
import { requireMemoryFor } from './memory-fit.ts';

const GIB = 2 ** 30;

describe('the weights of a model', () => {
	it('larger than the memory are refused with both sizes', () => {
		expect(() => requireMemoryFor('/m/gemma-27b.gguf', { sizeBytes: 15.5 * GIB }, {}, 8 * GIB)).toThrow(
			'gemma-27b.gguf needs about 15.5 GiB for its weights alone, and this machine has 8.0 GiB',
		);
	});

	it('that fit, or that a GPU takes, are not', () => {
		requireMemoryFor('m.gguf', { sizeBytes: 8 * GIB }, {}, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 16 * GIB }, { gpu: true }, 8 * GIB);
		requireMemoryFor('m.gguf', { sizeBytes: 1 });
	});
});
