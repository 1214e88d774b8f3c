import { DatabaseSync } from 'node:sqlite';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonLoss } from './json-loss.ts';

class Cart {
	readonly #items = ['milk'];
	get count(): number {
		return this.#items.length;
	}
}

it.each<[string, unknown, string]>([
	['a Map', { cart: new Map([['milk', 1]]) }, 'cart: is a Map, which no JSON can hold Give a plain object.'],
	['a Set in a list', { lists: [[new Set([1])]] }, 'lists[0][0]: is a Set, which no JSON can hold Give a list.'],
	['an instance of a class', { cart: new Cart() }, 'cart: is a Cart, which no JSON can hold Give a plain object.'],
	['an Error', [new Error('no')], '[0]: is an Error, which no JSON can hold Give a plain object.'],
	['a promise', Promise.resolve({}), ': is a Promise, which no JSON can hold Give what it resolves to.'],
	['NaN', { total: { won: Number.NaN } }, 'total.won: is NaN, which no JSON can hold Give a finite number, or null.'],
	['infinity', [Infinity], '[0]: is Infinity, which no JSON can hold Give a finite number, or null.'],
	['a BigInt', { n: 1n }, 'n: is a BigInt, which no JSON can hold Give a number or a text.'],
	['a hole', { list: new Array(1) }, 'list[0]: is undefined, which no JSON can hold Give null.'],
	['bytes', { blob: Buffer.from('a') }, 'blob: is a Buffer, which no JSON can hold Give a text.'],
	['typed numbers', { at: new Float32Array(2) }, 'at: is a Float32Array, which no JSON can hold Give a list.'],
	[
		'a Date of no time',
		{ at: new Date('x') },
		'at: is an invalid Date, which no JSON can hold Give a valid one, or null.',
	],
	[
		'what a toJSON gives',
		{ a: { toJSON: () => new Map() } },
		'a: is a Map, which no JSON can hold Give a plain object.',
	],
	['a name of two lines', { 'a\nb': NaN }, '["a\\nb"]: is NaN, which no JSON can hold Give a finite number, or null.'],
	[
		'what is inherited',
		Object.create({ a: 1 }),
		': is an object with fields of another, which no JSON can hold Give a plain object.',
	],
])('gives path and remedy of %s', (_, value, expected) => {
	const { path, text, hint } = jsonLoss(value) ?? {};
	expect(`${path}: ${text} ${hint}`).toBe(expected);
});

const database = new DatabaseSync(':memory:');
const shared = { a: 1 };
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

it.each<[string, unknown]>([
	['fields that are undefined or functions', { a: undefined, add: () => 1, list: [null, -0, ''] }],
	['a row of SQLite', database.prepare("SELECT 1 AS id, NULL AS note, 'ㄱ' AS text").all()],
	['an object of another realm', runInNewContext('({ list: [{ a: 1 }], at: new Date(0) })')],
	['a clone of an instance', structuredClone(new Cart())],
	['what zod made of an input', z.object({ a: z.int().default(1), at: z.coerce.date() }).parse({ at: 0 })],
	['groups of a pattern', /(?<year>\d+)/u.exec('2026')?.groups],
	['a list of a class of its own', new (class extends Array {})()],
	['a Date, a URL, and a class that says what JSON has of it', [new Date(0), new URL('http://a'), { toJSON: () => 1 }]],
	['the same object twice', { one: shared, other: shared }],
	['a cycle, which JSON itself refuses', cyclic],
	['an object of a name that is a prototype', JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}')],
])('has none in %s', (_, value) => {
	expect(jsonLoss(value)).toBeUndefined();
});
