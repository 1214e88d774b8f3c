import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { requireBinding } from './vocabulary.ts';

describe('the llama.cpp engine', () => {
	it('that is not installed is named with what to install', () => {
		const elsewhere = join(tmpdir(), 'gemmark-without-engine', 'index.js');
		expect(() => requireBinding(undefined, elsewhere)).toThrow(EnvironmentError);
		expect(() => requireBinding(undefined, elsewhere)).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('npm install node-llama-cpp') }),
		);
	});

	it.each([tmpdir(), import.meta.dirname])('of another folder is named with that folder: %s', (parent) => {
		expect(() => requireBinding(join(parent, 'no-engine'))).toThrow(
			expect.objectContaining({ said: expect.objectContaining({ code: 'engine.from-missing' }), exitCode: 3 }),
		);
	});

	it('is installed in this repository', () => {
		expect(() => requireBinding()).not.toThrow();
	});
});
