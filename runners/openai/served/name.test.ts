import { describe, expect, it } from 'vitest';
import { saying } from '../../../src/testing/saying.ts';
import { isPath, nameToShow, ServedName } from './name.ts';

describe('what is served', () => {
	it.each([
		['google/gemma-3-4b-it', 'google/gemma-3-4b-it', false],
		['google/gemma-3-4b-it:free', 'google/gemma-3-4b-it:free', false],
		['gemma3:latest', 'gemma3:latest', false],
		['/data/ft-1/merged', 'merged', true],
		['models/gemma.gguf', 'gemma.gguf', true],
		['./merged', 'merged', true],
		['C:\\models\\gemma.gguf', 'gemma.gguf', true],
		['accounts/me/models/gemma', 'gemma', true],
	])('%s is called %s', (served, shown, path) => {
		expect([nameToShow(served), isPath(served)]).toEqual([shown, path]);
	});

	it.each([
		['gemma-3-4b-it', 'google/gemma-3-4b-it'],
		['google/gemma-3-4b-it', 'gemma-3-4b-it'],
		['/models/Gemma', 'gemma'],
		['gemma3', 'gemma3:latest'],
	])('%s may answer as %s', (asked, answered) => {
		expect(() => new ServedName('http://server', asked).read({ model: answered })).not.toThrow();
	});

	it('does not answer as the model of another owner', () => {
		const served = new ServedName('http://server', 'google/gemma-3-4b-it');
		expect(() => served.read({ model: 'unsloth/gemma-3-4b-it' })).toThrow(saying('server.other-name'));
	});
});
