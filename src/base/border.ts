import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { english, type Message, message, type Said } from './message.ts';

/** A number, or a share in percent: `60%` is 0.6. */
export const numberOrShare = z.union(
	[
		z.number(),
		z
			.string()
			.regex(/^-?\d+(\.\d+)? ?%$/)
			.transform((share) => Number(`${share.slice(0, -1).trimEnd()}e-2`)),
	],
	'must be a number, or a share such as 60%',
);

/** Limit for samples, epochs and tokens, so that products and lists of them stay possible. */
const LARGEST_COUNT = 1e9;
export const whole = z.number().int().min(0).max(LARGEST_COUNT);
/** Shards are listed one by one. */
export const shards = z.number().int().min(1).max(100_000);

/** Limit of bytes, tokens and milliseconds, so that sums stay exact. */
export const LARGEST_AMOUNT = 1e15;
/** Bytes, tokens, milliseconds. */
export const amount = z.number().min(0).max(LARGEST_AMOUNT);

/** The type of what a schema reads: nobody changes it, and unknown fields that it keeps are no part of it. */
export type Parsed<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

type Frozen<T> = unknown extends T
	? T
	: JsonObject extends T
		? unknown extends T[keyof T]
			? Fields<T>
			: T
		: T extends Message
			? T
			: T extends readonly unknown[]
				? { readonly [Index in keyof T]: Frozen<T[Index]> }
				: T extends object
					? Fields<T>
					: T;
type Fields<T> = { readonly [Key in keyof T as Named<T, Key>]: Frozen<T[Key]> };
type Named<T, Key extends keyof T> = string extends Key ? (unknown extends T[Key] ? never : Key) : Key;

export const finite = z.number();
export const text = z.string();

export const localizedText = z.union([text, z.looseObject({ en: text, ko: text })]);

/** A text for people: one for every language, or one for each. */
export type LocalizedText = Parsed<typeof localizedText>;
export const flag = z.boolean();
/** One of a list of words; a later version may have written another. */
export const word = <Word extends string>(): z.ZodType<Word> => text as never;
/** A message of gemmark, or another text. */
export const said = z.custom<Said>((value) => typeof value === 'string' || isMessage(value), 'expected a message');

export const gemmarkMessage = z.custom<Message>(isMessage, 'expected a message');

/** Only the outermost shape is checked: the value is parsed JSON. */
export const json = z.custom<JsonValue>((value) => value !== undefined, 'expected a value');
export const jsonObject = z.custom<JsonObject>(isJsonObject, 'expected an object');
/** A long log has millions of entries: one check per list. */
export const texts = z.custom<readonly string[]>(areTexts, 'expected a list of texts');
export const numbers = z.custom<readonly number[]>(
	(value) => areNumbers(value, -Number.MAX_VALUE, Number.MAX_VALUE),
	'expected a list of numbers',
);
export const times = z.custom<readonly number[]>(
	(value) => areNumbers(value, 0, LARGEST_AMOUNT),
	'expected a list of times',
);

/** Parses external data once; its types are trusted from then on. Reports the first invalid field. */
export function parseAt<T>(
	schema: z.ZodType<T>,
	given: unknown,
): { readonly value: T } | { readonly field: string; readonly problem: Message } {
	const { success, data, error } = schema.safeParse(given, { reportInput: true });
	if (success) return { value: data };
	const [issue] = error.issues;
	return issue === undefined
		? { field: '', problem: message('field.invalid', { text: 'not valid' }) }
		: { field: fieldOf(issue.path), problem: issueMessage(issue) };
}

/** A path as people write it: `a.b[0].c`. */
function fieldOf(path: readonly PropertyKey[]): string {
	return path.reduce<string>((place, key) => {
		if (typeof key === 'number') return `${place}[${key}]`;
		return place === '' ? String(key) : `${place}.${String(key)}`;
	}, '');
}

/** What a field must be, for the end of `file:line: field: `; undefined leaves it to zod. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_union' && Array.isArray(issue.options)) {
		return english(oneOf(issue.options));
	}
	const said = issueMessage(issue as z.core.$ZodIssue);
	return said.code === 'field.invalid' || said.code === 'field.unknown' ? undefined : english(said);
}

/** A zod issue as a message; issues without a code keep zod's or the schema's words. */
function issueMessage(issue: z.core.$ZodIssue): Message {
	switch (issue.code) {
		case 'invalid_type':
			if (issue.input === undefined) return message('field.missing');
			return TYPES[issue.expected] ?? message('field.type', { type: issue.expected });
		case 'invalid_value':
			return oneOf(issue.values);
		case 'unrecognized_keys':
			return message('field.unknown', { names: issue.keys });
		case 'too_small':
			return least(issue.origin, Number(issue.minimum), issue.inclusive !== false);
		case 'too_big':
			return most(issue.origin, Number(issue.maximum), issue.inclusive !== false);
		default:
			return message('field.invalid', { text: issue.message });
	}
}

function oneOf(given: readonly unknown[]): Message {
	const [value = '', ...others] = given.map((one) => JSON.stringify(one) ?? String(one));
	return others.length === 0
		? message('field.value', { value })
		: message('field.one-of', { values: [value, ...others] });
}

const TYPES: Readonly<Record<string, Message>> = {
	string: message('field.text'),
	number: message('field.number'),
	int: message('field.whole-number'),
	boolean: message('field.boolean'),
	array: message('field.list'),
	object: message('field.object'),
	record: message('field.object'),
};

function least(origin: string, limit: number, inclusive: boolean): Message {
	if (!inclusive) return message('field.more-than', { limit });
	if (limit === 1 && (origin === 'string' || origin === 'array')) return message('field.empty');
	if (origin === 'string') return message('field.too-short', { limit });
	return origin === 'array' ? message('field.too-few', { limit }) : message('field.too-small', { limit });
}

function most(origin: string, limit: number, inclusive: boolean): Message {
	if (!inclusive) return message('field.less-than', { limit });
	if (origin === 'string') return message('field.too-long', { limit });
	return origin === 'array' ? message('field.too-many', { limit }) : message('field.too-big', { limit });
}

function isMessage(value: unknown): boolean {
	if (!isJsonObject(value) || typeof value.code !== 'string' || !isJsonObject(value.params)) return false;
	return Object.values(value.params).every((param) => (Array.isArray(param) ? param : [param]).every(isParam));
}

function isParam(value: unknown): boolean {
	return value === null || typeof value !== 'object' || isMessage(value);
}

// By index: an iterator over lists of several kinds allocates an object per entry.

function areTexts(value: unknown): boolean {
	if (!Array.isArray(value)) return false;
	for (let index = 0; index < value.length; index += 1) if (typeof value[index] !== 'string') return false;
	return true;
}

/** Finite, and within the bounds. */
function areNumbers(value: unknown, least: number, most: number): boolean {
	if (!Array.isArray(value)) return false;
	for (let index = 0; index < value.length; index += 1) {
		const entry: unknown = value[index];
		if (typeof entry !== 'number' || !(entry >= least && entry <= most)) return false;
	}
	return true;
}
