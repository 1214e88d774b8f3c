import { describe, expect, it } from 'vitest';
import { isRounded, jsonLosses } from './json-loss.ts';

describe('what JSON loses', () => {
	it.each<readonly [string, readonly string[] | undefined]>([
		['{"a":1,"b":[1,1,{"a":2}],"c":{"a":3}}', []],
		['{"a":1,"a":1}', ['repeated-key']],
		['{"a":{"x":1,"x":2}}', ['repeated-key']],
		['{"a":1,"\\u0061":2}', ['repeated-key']],
		['[{"a":1},{"a":2}]', []],
		['{"a":"\\"a\\":1,9007199254740993"}', []],
		['{"a":"a","b":"a"}', []],
		['{"a":9007199254740993}', ['rounded-number']],
		['{"a":[-9007199254740993],"a":1}', ['rounded-number', 'repeated-key']],
		['{"a":9007199254740992,"b":1e20,"c":0.1,"d":12345678901234567890e0}', []],
		['{"a":1e400}', undefined],
	])('of %s', (text, losses) => {
		expect(jsonLosses(text)).toEqual(losses);
	});

	it('finds the loss of a long text', () => {
		expect(jsonLosses(`{"a":"${'가\\n'.repeat(300_000)}","a":1}`)).toEqual(['repeated-key']);
	});
});

it('an integer is rounded where no double is that', () => {
	const written = ['9007199254740993', '+9007199254740993', '9007199254740992', '10000000000000000', '1.0', '007'];
	expect(written.map(isRounded)).toEqual([true, true, false, false, false, false]);
});
