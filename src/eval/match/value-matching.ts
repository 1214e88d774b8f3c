import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import type { Mismatch } from './call-error.ts';
import { type StringMatching, sameString } from './string-matching.ts';

/** As an expected value, at any depth: it matches every value. */
export const ANYTHING = '*';

/** Compares a value with what was expected, type first, as BFCL's checker does. Absent: it matches. */
export function mismatchOf(
	expected: JsonValue,
	actual: JsonValue,
	matching: StringMatching,
	nested = false,
): Omit<Mismatch, 'detail'> | undefined {
	if (expected === ANYTHING) return undefined;
	if (kindOf(expected) !== kindOf(actual)) return { error: nested ? 'type_error:nested' : 'type_error:simple' };
	if (typeof expected === 'string' && typeof actual === 'string') {
		return sameString(expected, actual, matching) ? undefined : { error: 'value_error:string' };
	}
	if (Array.isArray(expected) && Array.isArray(actual)) return listMismatch(expected, actual, matching);
	if (isJsonObject(expected) && isJsonObject(actual)) return objectMismatch(expected, actual, matching);
	return expected === actual ? undefined : { error: 'value_error:others' };
}

function kindOf(value: JsonValue): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function listMismatch(
	expected: readonly JsonValue[],
	actual: readonly JsonValue[],
	matching: StringMatching,
): Omit<Mismatch, 'detail'> | undefined {
	if (expected.length !== actual.length) {
		return { error: expected.some(isJsonObject) ? 'value_error:list_dict_count' : 'value_error:list/tuple' };
	}
	for (const [index, item] of expected.entries()) {
		const other = actual[index];
		const found = other === undefined ? undefined : mismatchOf(item, other, matching, true);
		if (found === undefined) continue;
		return found.error === 'type_error:nested' || isJsonObject(item) ? found : { error: 'value_error:list/tuple' };
	}
	return undefined;
}

function objectMismatch(
	expected: JsonObject,
	actual: JsonObject,
	matching: StringMatching,
): Omit<Mismatch, 'detail'> | undefined {
	const keys = Object.keys(expected);
	if (keys.length !== Object.keys(actual).length || !keys.every((key) => Object.hasOwn(actual, key))) {
		return { error: 'value_error:dict_key' };
	}
	for (const key of keys) {
		const one = expected[key];
		const other = actual[key];
		if (one === undefined || other === undefined) continue;
		const found = mismatchOf(one, other, matching, true);
		if (found !== undefined) return found.error === 'type_error:nested' ? found : { error: 'value_error:dict_value' };
	}
	return undefined;
}
