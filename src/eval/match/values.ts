import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../base/json.ts';
import { type Message, message, type Said } from '../../base/message.ts';
import { sameText } from '../../text/same-text.ts';

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

/** Why a call is wrong, named as BFCL names it. */
export const CALL_ERRORS = [
	'wrong_count',
	'wrong_func_name',
	'missing_required',
	'missing_optional',
	'unexpected_param',
	'type_error:simple',
	'type_error:nested',
	'value_error:string',
	'value_error:list/tuple',
	'value_error:dict_key',
	'value_error:dict_value',
	'value_error:list_dict_count',
	'value_error:others',
	'cannot_find_match',
	/** A call where none was right. */
	'irrelevance_error:decoder_success',
	/** No call where one was needed. */
	'relevance_error:decoder_failed',
] as const;

export type CallError = (typeof CALL_ERRORS)[number];

/** What is wrong, and where, for people. */
export interface Mismatch {
	readonly error: CallError;
	readonly detail: Said;
}

/**
 * How strings are compared. `korean`: text that holds Hangul is equal whatever its spacing, punctuation, particles and
 * way to write numbers ('아침 열 시에' and '아침 10시'); so are a quantity with its unit ('500 mg', '500밀리그램'), a date with full
 * stops ('2026. 3. 5.') and a telephone number ('(02) 123-4567') alone. All else, such as ids, must be equal after NFC and trimming.
 * `spaceless`: equal but for spaces and case, as in FunctionChat-Bench. `bfcl`: BFCL's standardisation
 * (`[ ,./\-_*^]` deleted, lower case, `'` to `"`). Both after NFC; neither ignores line breaks, as in the originals.
 */
export type StringMatching = 'korean' | 'spaceless' | 'bfcl';

function sameString(expected: string, actual: string, matching: StringMatching): boolean {
	const [whole, given] = [expected.normalize('NFC'), actual.normalize('NFC')];
	if (matching === 'bfcl') return standardise(whole) === standardise(given);
	if (matching === 'spaceless') return withoutSpaces(whole) === withoutSpaces(given);
	const [one, other] = [whole.trim(), given.trim()];
	if (one === other) return true;
	return forPeople(one) && forPeople(other) && sameText(one, other);
}

function standardise(text: string): string {
	return text
		.replace(/[ ,./\-_*^]/g, '')
		.toLowerCase()
		.replaceAll("'", '"');
}

function withoutSpaces(text: string): string {
	return text.replaceAll(' ', '').toLowerCase();
}

/** Not '2026-03-05': that is written for programs, which read no other. */
function forPeople(text: string): boolean {
	return /[가-힣]/.test(text) || QUANTITY.test(text) || DATE.test(text) || TELEPHONE.test(text);
}

const QUANTITY = /^\d[\d,]{0,12}(?:\.\d{1,6})?\s?(?:km|cm|mm|m|kg|mg|g|m[lL]|[lL])$/;
const DATE = /^\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?$/;
const TELEPHONE = /^(?:\(0\d{1,2}\)\s?|0\d{1,2}[-) ]\s?)\d{3,4}[- ]\d{4}$/;

/**
 * Expected state after a turn: `unchanged`, or the parts of the app's state that matter. Objects match where the
 * expected keys do, lists item by item, text Korean-aware; `*` matches anything.
 */
export type ExpectedState = 'unchanged' | JsonObject;

/** Where the state differs from what was expected, as a path; absent where it does not. */
export function stateMismatch(expected: ExpectedState, before: JsonValue, after: JsonValue): Message | undefined {
	if (expected === 'unchanged') {
		return sameJson(before, after) ? undefined : message('score.state-changed');
	}
	return differenceAt('', expected, after);
}

function differenceAt(path: string, expected: JsonValue, actual: JsonValue | undefined): Message | undefined {
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
	const [name, wanted] = [path || 'state', shownValue(expected, actual)];
	return actual === undefined
		? message('score.argument-none', { name, wanted })
		: message('score.argument', { name, wanted, given: shownValue(actual, expected) });
}

function firstDifference(
	parts: readonly (readonly [path: string, expected: JsonValue, actual: JsonValue | undefined])[],
): Message | undefined {
	for (const [path, expected, actual] of parts) {
		const difference = differenceAt(path, expected, actual);
		if (difference !== undefined) return difference;
	}
	return undefined;
}

const MAX_CHARS = 120;
/** Characters that are shown before the first that differs. */
const LEAD_CHARS = 40;

/**
 * A value as a detail for people shows it: a model may write arguments of any length. One that is too long is cut around the
 * first character that `beside` has not, so that two cut values never read the same.
 */
export function shownValue(value: JsonValue, beside?: JsonValue): string {
	const whole = JSON.stringify(value);
	if (whole.length <= MAX_CHARS) return whole;
	const text = whole.normalize('NFC');
	const other = beside === undefined ? '' : JSON.stringify(beside).normalize('NFC');
	const same = text.split('').findIndex((unit, index) => unit !== other[index]);
	const from = same < MAX_CHARS - LEAD_CHARS ? 0 : same - LEAD_CHARS;
	const to = from + MAX_CHARS;
	return `${from > 0 ? '…' : ''}${text.slice(from, to).toWellFormed()}${to < text.length ? '…' : ''}`;
}
