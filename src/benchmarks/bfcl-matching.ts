import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { CallError, Mismatch } from '../eval/match/values.ts';
import type { ToolDeclaration } from '../model/conversation.ts';

/** A call as BFCL's `possible_answer` files have it: all values that an argument may have, `''` where it may be dropped. */
export interface PossibleCall {
	readonly tool: string;
	readonly arguments: Readonly<Record<string, readonly JsonValue[]>>;
}

/** A call as the model made it; `raw` distinguishes `5.0` from `5`, which JSON does not. */
interface MadeCall {
	readonly name: string;
	readonly arguments: JsonObject;
	readonly raw?: string;
}

/**
 * Judges calls as BFCL v4 does for Python functions (`bfcl_eval/eval_checker/ast_eval/ast_checker.py`): types first, then
 * values, parallel calls in any order. `tools` declare the types. Absent: all is right.
 */
export function matchPossibleCalls(
	tools: readonly ToolDeclaration[],
	possible: readonly PossibleCall[],
	calls: readonly MadeCall[],
): Mismatch | undefined {
	if (calls.length === 0)
		return { error: 'relevance_error:decoder_failed', detail: message('score.expected', { wanted: names(possible) }) };
	if (calls.length !== possible.length) {
		return {
			error: 'wrong_count',
			detail: message('score.expected-got', { wanted: names(possible), given: calls.map(({ name }) => name) }),
		};
	}
	const [only] = possible;
	if (only !== undefined && possible.length === 1) return matchPossibleCall(tools, only, calls[0] as MadeCall);
	const left = [...calls];
	for (const wanted of possible) {
		const found = left.map((call) => matchPossibleCall(tools, wanted, call));
		const place = found.indexOf(undefined);
		if (place < 0) {
			const problem = found.flatMap((mismatch) => mismatch?.detail ?? []);
			return { error: 'cannot_find_match', detail: message('score.at-tool', { tool: wanted.tool, problem }) };
		}
		left.splice(place, 1);
	}
	return undefined;
}

function matchPossibleCall(
	tools: readonly ToolDeclaration[],
	{ tool, arguments: possible }: PossibleCall,
	{ name, arguments: given, raw }: MadeCall,
): Mismatch | undefined {
	if (name !== tool)
		return { error: 'wrong_func_name', detail: message('score.expected-got', { wanted: tool, given: name }) };
	const { properties, required } = tools.find((one) => one.name === tool)?.parameters ?? {};
	const declared = isJsonObject(properties) ? properties : {};
	const missing = (Array.isArray(required) ? required : []).find((param) => !Object.hasOwn(given, String(param)));
	if (missing !== undefined) return { error: 'missing_required', detail: String(missing) };
	for (const [param, value] of Object.entries(given)) {
		const choices = Object.hasOwn(possible, param) ? possible[param] : undefined;
		if (choices === undefined || !Object.hasOwn(declared, param)) {
			return { error: 'unexpected_param', detail: `${param}: ${shown(value)}` };
		}
		const float = raw !== undefined && writtenAsFloat(raw, param);
		const error = argumentError(value, choices, bfclType(declared[param]), float);
		if (error !== undefined) {
			return {
				error,
				detail: message('score.argument', { name: param, wanted: choices.map(shown), given: shown(value) }),
			};
		}
	}
	const left = Object.keys(possible).find((param) => !Object.hasOwn(given, param) && !possible[param]?.includes(''));
	return left === undefined ? undefined : { error: 'missing_optional', detail: left };
}

function argumentError(
	value: JsonValue,
	choices: readonly JsonValue[],
	type: BfclType,
	float: boolean,
): CallError | undefined {
	const checked = typeError(value, choices, type, float);
	return checked.error ?? valueError(value, choices, checked.isVariable ? undefined : type);
}

function names(possible: readonly PossibleCall[]): string {
	return possible.map(({ tool }) => tool).join(', ');
}

/** A model may write arguments of any length; a detail is for people. */
function shown(value: JsonValue): string {
	const text = JSON.stringify(value);
	return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}

/** What BFCL distinguishes of a value. Of JSON's numbers the whole ones may be either. */
type ValueType = 'string' | 'integer' | 'float' | 'boolean' | 'list' | 'dict' | 'none';

/** What a parameter is declared to be; `items` of a list. */
interface BfclType {
	readonly type: ValueType;
	readonly items?: ValueType;
}

/** The type that a property declares; text where it declares none, as BFCL's `any` is. */
function bfclType(property: JsonValue | undefined): BfclType {
	const type = TYPES.get(wordOf(property)) ?? 'string';
	if (type !== 'list' || !isJsonObject(property)) return { type };
	return { type, items: TYPES.get(wordOf(property.items)) };
}

function wordOf(property: JsonValue | undefined): string {
	return isJsonObject(property) && typeof property.type === 'string' ? property.type : '';
}

/** As JSON Schema calls them, which the import writes. */
const TYPES: ReadonlyMap<string, ValueType> = new Map([
	['string', 'string'],
	['integer', 'integer'],
	['number', 'float'],
	['boolean', 'boolean'],
	['array', 'list'],
	['object', 'dict'],
]);

/**
 * The error of a value's type, one level deep. A value of another type than the declared one is a variable, and right,
 * where the possible answers have its type. `float`: a whole number was written with its point.
 */
function typeError(
	value: JsonValue,
	choices: readonly JsonValue[],
	{ type, items }: BfclType,
	float: boolean,
): { readonly error?: CallError; readonly isVariable: boolean } {
	const answered = answeredType(choices, type);
	if (isOf(value, type, float)) {
		const isVariable = answered !== undefined && answered !== type;
		if (items === undefined || !Array.isArray(value)) return { isVariable };
		const fits = choices.some(
			(choice) =>
				!Array.isArray(choice) ||
				value.every((item) => isOf(item, items, float) || isOf(item, answeredType(choice, items), float)),
		);
		return fits
			? { isVariable }
			: { error: answered === 'list' ? 'type_error:nested' : 'type_error:simple', isVariable };
	}
	// BFCL takes 5 for a float at the top, and not in a list.
	return answered !== undefined && isOf(value, answered, float)
		? { isVariable: true }
		: { error: 'type_error:simple', isVariable: false };
}

/** Type of the first answer that is none of the `''` of an optional argument. */
function answeredType(choices: readonly JsonValue[], declared: ValueType): ValueType | undefined {
	const first = choices.find((choice) => choice !== '');
	if (first === undefined) return undefined;
	return declared === 'float' && typeof first === 'number' ? 'float' : typeOf(first);
}

function isOf(value: JsonValue, type: ValueType | undefined, float: boolean): boolean {
	if (typeof value !== 'number') return type === typeOf(value);
	return type === 'float' || (type === 'integer' && Number.isInteger(value) && !float);
}

function typeOf(value: JsonValue): ValueType {
	if (value === null) return 'none';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
	return typeof value === 'object' ? 'dict' : (typeof value as 'string' | 'boolean');
}

/** The error of a value whose type is right; absent: it is one of the answers. Without a type it must be an answer as it is. */
function valueError(
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

/** The order counts. An answer that is `''`, for it may be dropped, is an empty list to BFCL. */
function listError(value: readonly JsonValue[], choices: readonly JsonValue[]): CallError | undefined {
	const items = value.map(plain);
	const lists = choices.map((choice) =>
		Array.isArray(choice) ? choice.map(plain) : Array.from(String(choice), plain),
	);
	return lists.some((list) => equal(list, items)) ? undefined : 'value_error:list/tuple';
}

/** Every key of an answer lists what it may be; a key that may be `''` may be missing. */
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

/**
 * Whether the argument stands in the raw call as a number with a point or an exponent, or as a list with one: `5.0` is no
 * integer to BFCL, though JSON's numbers are the same. Reads `name: 5.0`, `"name": 5.0` and `name=5.0`.
 */
function writtenAsFloat(raw: string, name: string): boolean {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
	const written = new RegExp(
		`(?<![\\p{L}\\p{N}_])${escaped}["'\`]?(?:<\\|"\\|>)?\\s*[:=]\\s*([-+\\d.eE,\\s[\\]]+)`,
		'u',
	).exec(raw)?.[1];
	return written !== undefined && /\d\.\d*|\d[eE][-+]?\d/u.test(written);
}
