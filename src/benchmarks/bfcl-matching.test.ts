import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { matchPossibleCalls, type PossibleCall } from './bfcl-matching.ts';
import { HOTEL, POSSIBLE_HOTEL, RIGHT_HOTEL, RIGHT_VALUES, WRONG_VALUES } from './bfcl-pairs-fixture.ts';
import { readTool } from './dialog-sample.ts';

const book = readTool(HOTEL);
const possible = POSSIBLE_HOTEL;
const right = RIGHT_HOTEL;

function errorOf(given: JsonObject, raw?: string, wanted: PossibleCall = possible): string | undefined {
	return matchPossibleCalls([book], [wanted], [{ name: 'hotel.book', arguments: given, raw }])?.error;
}
const without = (name: string): JsonObject => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
const withValue = (name: string, value: JsonValue): string | undefined => errorOf({ ...right, [name]: value });

describe('matchPossibleCalls judges as BFCL does', () => {
	it.each(RIGHT_VALUES)('right: %s', (_, name, value) => {
		expect(withValue(name, value)).toBeUndefined();
	});

	it.each(WRONG_VALUES)('wrong: %s', (_, name, value, error) => {
		expect(withValue(name, value)).toBe(error);
	});

	it('distinguishes required arguments from those that must be given', () => {
		expect(errorOf(without('nights'))).toBe('missing_required');
		expect(errorOf(without('note'))).toBe('missing_optional');
	});

	it('takes the written 5.0 for no integer, in a list too, and does not where the written text is unknown', () => {
		const given = right;
		expect(errorOf(given, 'call:hotel.book{city:<|"|>New York, NY<|"|>,nights:5.0,ages:[30,40]}')).toBe(
			'type_error:simple',
		);
		expect(errorOf(given, '{"nights": 5, "ages": [30.0, 40]}')).toBe('type_error:nested');
		expect(errorOf(given, 'hotel.book(nights=5, ages=[30, 40], price=80.0)')).toBeUndefined();
		expect(errorOf(given)).toBeUndefined();
	});

	it('differs on purpose: whole numbers are right in a list of floats, and text is compared in NFC', () => {
		expect(withValue('scores', [1.5, 2])).toBeUndefined();
		const seoul = { ...possible, arguments: { ...possible.arguments, note: ['서울'] } };
		expect(errorOf({ ...right, note: '서울'.normalize('NFD') }, undefined, seoul)).toBeUndefined();
	});

	it('takes parallel calls in any order, each once', () => {
		const other: PossibleCall = { ...possible, arguments: { ...possible.arguments, nights: [2] } };
		const call = (nights: number): { readonly name: string; readonly arguments: JsonObject } => {
			return { name: 'hotel.book', arguments: { ...right, nights } };
		};
		const error = (...nights: readonly number[]): string | undefined =>
			matchPossibleCalls([book], [possible, other], nights.map(call))?.error;
		expect(error(2, 5)).toBeUndefined();
		expect(error(5, 5)).toBe('cannot_find_match');
		expect(error(5)).toBe('wrong_count');
		expect(error()).toBe('relevance_error:decoder_failed');
	});

	it('names another function', () => {
		expect(matchPossibleCalls([book], [possible], [{ name: 'book', arguments: right }])?.error).toBe('wrong_func_name');
	});
});

describe('readTool', () => {
	it('reads the types of BFCL as those of JSON Schema', () => {
		expect(book.parameters).toMatchObject({
			type: 'object',
			properties: { price: { type: 'number' }, room: { type: 'object' }, note: { type: 'string' } },
		});
		expect(readTool({ name: 'now', parameters: {} }).parameters).toEqual({ type: 'object', properties: {} });
	});

	it.each<[JsonValue, string]>([
		[{ description: 'x' }, 'a tool has no name'],
		[{ name: 'a b' }, "a prompt cannot contain a tool named 'a b'"],
		[{ name: 'f', parameters: { type: 'dict', properties: { at: { type: 'moment' } } } }, "unknown type 'moment'"],
	])('refuses %j', (item, reason) => {
		expect(() => readTool(item)).toThrow(reason);
	});
});
