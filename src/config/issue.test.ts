import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsAt, typesAt } from './issue.ts';

const inner = z.strictObject({ a: z.int(), b: z.string().nullable() });

describe('fieldsAt', () => {
	it.each<[string, z.ZodType, readonly PropertyKey[], readonly string[] | undefined]>([
		['an object', inner, [], ['a', 'b']],
		['an object before a transform', inner.transform(({ a }) => a), [], ['a', 'b']],
		['an object after a preparation', z.preprocess((value) => value, inner), [], ['a', 'b']],
		['an object in a list', z.strictObject({ x: z.array(inner).optional() }), ['x', 0], ['a', 'b']],
		['alternatives', z.union([inner, z.strictObject({ c: z.int() }), z.string()]), [], ['a', 'b', 'c']],
		['any key', z.record(z.string(), z.int()), [], undefined],
		['any key as an alternative', z.union([inner, z.record(z.string(), z.int())]), [], undefined],
		['an open object', z.looseObject({ a: z.int() }), [], undefined],
		['text', z.string(), [], undefined],
		['a field that is not there', inner, ['constructor'], undefined],
	])('knows the fields of %s', (_, schema, path, fields) => {
		expect(fieldsAt(schema, path)).toEqual(fields);
	});
});

it('typesAt lists every alternative', () => {
	expect(typesAt(inner, ['b'])).toEqual(['string']);
	expect(typesAt(z.union([z.int(), z.boolean().default(true)]), [])).toEqual(['number', 'boolean']);
});
