import { describe, expect, it } from 'vitest';
import { type JsonValue, nestsWithin, sameJson } from './json-value.ts';

describe('sameJson', () => {
	it.each<[JsonValue, JsonValue, boolean]>([
		[{ a: 1, b: [{ c: null, d: '물' }] }, { b: [{ d: '물', c: null }], a: 1 }, true],
		[[1, 2], [2, 1], false],
		[{ a: 1 }, { a: 1, b: 2 }, false],
		['1', 1, false],
		[0, -0, true],
	])('%j and %j: %s', (one, other, same) => {
		expect(sameJson(one, other)).toBe(same);
		expect(sameJson(other, one)).toBe(same);
	});
});

describe('nestsWithin', () => {
	it.each<[JsonValue, number]>([
		['text', 0],
		[[], 1],
		[[1, 0.5, '물', null, [{}]], 3],
		[{ a: [1], b: { c: [true] } }, 3],
	])('takes %j from depth %i on', (value, depth) => {
		expect(nestsWithin(value, depth)).toBe(true);
		expect(depth > 0 && nestsWithin(value, depth - 1)).toBe(false);
	});
});
