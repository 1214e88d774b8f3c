import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { requireBinding } from './vocabulary.ts';

describe('the llama.cpp engine', () => {
	it('that is not installed is named with what to install', () => {
		const elsewhere = join(tmpdir(), 'gemmark-without-engine', 'index.js');
		expect(() => requireBinding(elsewhere)).toThrow(EnvironmentError);
		expect(() => requireBinding(elsewhere)).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('npm install node-llama-cpp') }),
		);
	});

	it('is installed in this repository', () => {
		expect(() => requireBinding()).not.toThrow();
	});
});
