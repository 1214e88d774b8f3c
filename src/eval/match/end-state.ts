import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../json/json-value.ts';
import { shownValue } from './shown-value.ts';
import { sameString } from './string-matching.ts';
import { ANYTHING } from './value-matching.ts';

/**
 * What a turn should leave behind: `unchanged`, or the parts of the app's state that matter. Objects match where the
 * expected keys do, lists item by item, text Korean-aware; `*` matches anything.
 */
export type ExpectedState = 'unchanged' | JsonObject;

/** Where the state differs from what was expected, as a path; absent where it does not. */
export function stateMismatch(expected: ExpectedState, before: JsonValue, after: JsonValue): string | undefined {
	if (expected === 'unchanged') {
		return sameJson(before, after) ? undefined : 'the state was changed';
	}
	return differenceAt('', expected, after);
}

function differenceAt(path: string, expected: JsonValue, actual: JsonValue | undefined): string | undefined {
	if (expected === ANYTHING && actual !== undefined) return undefined;
	if (typeof expected === 'string' && typeof actual === 'string' && sameString(expected, actual, 'korean')) {
		return undefined;
	}
	if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
		return firstDifference(expected.map((item, index) => [`${path}[${index}]`, item, actual[index]]));
	}
	if (isJsonObject(expected) && isJsonObject(actual)) {
		return firstDifference(
			Object.entries(expected).map(([key, value]) => [
				path === '' ? key : `${path}.${key}`,
				value,
				Object.hasOwn(actual, key) ? actual[key] : undefined,
			]),
		);
	}
	if (expected === actual) return undefined;
	return `${path || 'state'}: expected ${shownValue(expected, actual)}, got ${actual === undefined ? 'nothing' : shownValue(actual, expected)}`;
}

function firstDifference(
	parts: readonly (readonly [path: string, expected: JsonValue, actual: JsonValue | undefined])[],
): string | undefined {
	for (const [path, expected, actual] of parts) {
		const difference = differenceAt(path, expected, actual);
		if (difference !== undefined) return difference;
	}
	return undefined;
}
