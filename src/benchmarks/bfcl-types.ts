import type { CallError } from '../eval/match/call-error.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** What BFCL distinguishes of a value. Of JSON's numbers the whole ones may be either. */
export type ValueType = 'string' | 'integer' | 'float' | 'boolean' | 'list' | 'dict' | 'none';

/** What a parameter is declared to be; `items` of a list. */
export interface BfclType {
	readonly type: ValueType;
	readonly items?: ValueType | undefined;
}

/** The type that a property declares; text where it declares none, as BFCL's `any` is. */
export function bfclType(property: JsonValue | undefined): BfclType {
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
export function typeError(
	value: JsonValue,
	choices: readonly JsonValue[],
	{ type, items }: BfclType,
	float: boolean,
): { readonly error?: CallError | undefined; readonly isVariable: boolean } {
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
