import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { saying } from '../../src/testing/saying.ts';
import { hasArguments } from './call.ts';

const DEFAULTS = { order: { unit: '잔' } };
let equals: Parameters<typeof hasArguments>[3];
expect.extend({
	toKnowEquals() {
		equals = this.equals;
		return { pass: true, message: () => '' };
	},
});
(expect(0) as unknown as { toKnowEquals(): void }).toKnowEquals();

const has = (made: JsonObject, args: object): boolean =>
	hasArguments({ name: 'order', arguments: made } as Parameters<typeof hasArguments>[0], args, DEFAULTS, equals);

it.each([
	['a text beside a matcher', { what: '커피 두 잔', count: 2 }, { what: '커피 2잔', count: expect.any(Number) }],
	['a default beside a matcher', { what: '커피', count: 2 }, { what: '커피', unit: '잔', count: expect.any(Number) }],
	['a default that the test leaves away', { count: 2, unit: '잔' }, { count: expect.any(Number) }],
	['a matcher of a default', { what: '커피' }, { what: '커피', unit: expect.any(String) }],
	[
		'a text beside a nested matcher',
		{ cup: { what: '커피 두 잔', ml: 3 } },
		{ cup: { what: '커피 2잔', ml: expect.any(Number) } },
	],
	['a text beside a matcher in a list', { all: ['커피 두 잔', 3] }, { all: ['커피 2잔', expect.any(Number)] }],
	['a matcher of all arguments', { what: '커피' }, expect.objectContaining({ what: '커피' })],
	['a field that is undefined', { count: 2 }, { count: expect.any(Number), what: undefined }],
])('%s is compared exactly', (_, made, args) => {
	expect(has(made, args)).toBe(true);
});

it.each([
	['another value beside a matcher', { what: '차', count: 2 }, { what: '커피', count: expect.any(Number) }],
	['a value that the matcher does not hold', { what: '커피', count: '2' }, { what: '커피', count: expect.any(Number) }],
	['an argument too many', { what: '커피', count: 2, more: 1 }, { what: '커피', count: expect.any(Number) }],
	['none in place of a matcher', { what: '커피' }, { what: '커피', count: expect.anything() }],
	['a longer list', { all: [1, 2] }, { all: [expect.any(Number)] }],
	['a shorter list', { all: [] }, { all: [expect.any(Number)] }],
	['a name of every object', { what: '커피' }, { what: '커피', toString: expect.anything() }],
	['a nested field too many', { cup: { ml: 3, more: 1 } }, { cup: { ml: expect.any(Number) } }],
])('%s does not pass', (_, made, args) => {
	expect(has(made, args)).toBe(false);
});

it('what no argument can be is refused', () => {
	expect(() => has({ what: '커피' }, { what: /커피/u })).toThrow(saying('test.no-regexp', { path: 'what' }));
	expect(() => has({}, { cups: [new Date(0)] })).toThrow(saying('test.no-argument', { path: 'cups.0', kind: 'Date' }));
});
