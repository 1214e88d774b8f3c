import { describe, expect, it } from 'vitest';
import { type JsonValue, MAX_PLAIN_JSON_CHARS, nestsWithin, plainJson, sameJson } from './json.ts';

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

describe('plainJson', () => {
	it('copies what JSON carries', () => {
		const value = { a: [1, 'ㄱ', null], b: { c: true } };
		const copy = plainJson(value);
		expect(copy).toEqual(value);
		expect(copy).not.toBe(value);
	});

	it('drops undefined members and keeps rows without a prototype', () => {
		const row = Object.assign(Object.create(null), { id: 1, gone: undefined });
		expect(plainJson({ row })).toEqual({ row: { id: 1 } });
	});

	it('keeps a __proto__ key as an own key', () => {
		const copy = plainJson(JSON.parse('{"__proto__":{"x":1}}'));
		expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
		expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1}}');
	});

	it.each([
		['undefined', undefined],
		['a function', () => 1],
		['a bigint', { n: 1n }],
		['too much text', 'x'.repeat(MAX_PLAIN_JSON_CHARS)],
	])('has nothing for %s', (_, value) => {
		expect(plainJson(value)).toBeUndefined();
	});

	it('has nothing for a cycle, or for nesting that overflows the stack', () => {
		const cycle: unknown[] = [];
		cycle.push(cycle);
		expect(plainJson(cycle)).toBeUndefined();
		let deep: unknown = [];
		for (let depth = 0; depth < 200_000; depth++) deep = [deep];
		expect(plainJson(deep)).toBeUndefined();
	});
});
