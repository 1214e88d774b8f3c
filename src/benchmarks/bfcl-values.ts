import type { CallError } from '../eval/match/call-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { BfclType } from './bfcl-types.ts';

/** The error of a value whose type is right; absent: it is one of the answers. Without a type it must be an answer as it is. */
export function valueError(
	value: JsonValue,
	choices: readonly JsonValue[],
	type: BfclType | undefined,
): CallError | undefined {
	if (type?.type === 'dict' && isJsonObject(value)) return dictError(value, choices);
	if (type?.type === 'list' && Array.isArray(value)) {
		return type.items === 'dict' ? dictsError(value, choices) : listError(value, choices);
	}
	if (type?.type === 'string' && typeof value === 'string') {
		const texts = choices.flatMap((choice) => (typeof choice === 'string' ? standardised(choice) : []));
		return texts.includes(standardised(value)) ? undefined : 'value_error:string';
	}
	return choices.some((choice) => equal(choice, value)) ? undefined : 'value_error:others';
}

/** BFCL's own: `[ ,./\-_*^]` deleted, lower case, `'` to `"`; nothing is trimmed. NFC is ours. */
function standardised(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[ ,./\-_*^]/g, '')
		.toLowerCase()
		.replaceAll("'", '"');
}

function plain(value: JsonValue): JsonValue {
	return typeof value === 'string' ? standardised(value) : value;
}

/** The order counts. An answer that is `''`, for it may be left out, is an empty list to BFCL. */
function listError(value: readonly JsonValue[], choices: readonly JsonValue[]): CallError | undefined {
	const items = value.map(plain);
	const lists = choices.map((choice) =>
		Array.isArray(choice) ? choice.map(plain) : Array.from(String(choice), plain),
	);
	return lists.some((list) => equal(list, items)) ? undefined : 'value_error:list/tuple';
}

/** Of an answer every key tells what it may be; a key that may be `''` may be missing. */
function dictError(value: JsonObject, choices: readonly JsonValue[]): CallError | undefined {
	let error: CallError = 'value_error:dict_value';
	for (const choice of choices) {
		if (!isJsonObject(choice)) continue;
		const found = dictErrorOf(value, choice);
		if (found === undefined) return undefined;
		error = found;
	}
	return error;
}

function dictErrorOf(value: JsonObject, choice: JsonObject): CallError | undefined {
	for (const [key, item] of Object.entries(value)) {
		const answers = Object.hasOwn(choice, key) ? choice[key] : undefined;
		if (answers === undefined) return 'value_error:dict_key';
		if (!answersOf(answers).some((answer) => equal(plain(answer), plain(item)))) return 'value_error:dict_value';
	}
	const missing = Object.keys(choice).find(
		(key) => !Object.hasOwn(value, key) && !answersOf(choice[key] ?? null).includes(''),
	);
	return missing === undefined ? undefined : 'value_error:dict_key';
}

function answersOf(answers: JsonValue): readonly JsonValue[] {
	return Array.isArray(answers) ? answers : [answers];
}

/** Lists of dictionaries, in order. */
function dictsError(value: readonly JsonValue[], choices: readonly JsonValue[]): CallError | undefined {
	let error: CallError = 'value_error:list_dict_count';
	for (const choice of choices) {
		const dicts = Array.isArray(choice) ? choice : [];
		if (dicts.length !== value.length) {
			error = 'value_error:list_dict_count';
			continue;
		}
		const found = value
			.map((item, index) => (isJsonObject(item) ? dictError(item, [dicts[index] ?? null]) : 'value_error:dict_value'))
			.find((one) => one !== undefined);
		if (found === undefined) return undefined;
		error = found;
	}
	return error;
}

/** As Python compares: true is 1, and keys have no order. */
function equal(one: JsonValue, other: JsonValue): boolean {
	if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
		return isNumber(one) && isNumber(other) ? Number(one) === Number(other) : one === other;
	}
	if (Array.isArray(one) || Array.isArray(other)) {
		if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
		return one.every((item, index) => equal(item, other[index] as JsonValue));
	}
	const [left, right] = [one as JsonObject, other as JsonObject];
	const keys = Object.keys(left);
	return (
		keys.length === Object.keys(right).length &&
		keys.every((key) => Object.hasOwn(right, key) && equal(left[key] as JsonValue, right[key] as JsonValue))
	);
}

function isNumber(value: JsonValue): boolean {
	return typeof value === 'number' || typeof value === 'boolean';
}
