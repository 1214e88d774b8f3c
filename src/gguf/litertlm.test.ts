import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLiteRtFile } from './litertlm.ts';

describe('readLiteRtFile', () => {
	it('reads template, author and the context that the cache has room for', () => {
		expect(readLiteRtFile('models/mini/mini-f16.litertlm')).toEqual({
			chatTemplate: readFileSync('models/mini/litertlm-template.jinja', 'utf8'),
			contextSize: 4096,
			author: 'gemmark',
			forGpu: false,
		});
	});

	it('reads nothing of another file', () => {
		expect(readLiteRtFile('models/mini/mini-q4_0.gguf')).toBeUndefined();
	});
});
