import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonValue, type MutableJsonObject, nestsWithin, setOwn } from '../base/json.ts';
import { jsonLosses } from '../base/json-loss.ts';

/** A corpus is read whole; a file beyond this is not one. */
export const MAX_CHARS = 64_000_000;
/** No argument of a tool nests like that; beyond some thousand a reader's stack would end. */
const MAX_DEPTH = 100;

/** Reads a corpus of one JSON value. Throws {@link ConfigError} naming file and field. */
export function parseJsonCorpus<T>(text: string, source: string, schema: z.ZodType<T>): T {
	return checked(parseJson(clean(text, source), source), source, schema);
}

/** Reads a corpus of one JSON value per line; blank lines are skipped. Throws {@link ConfigError} naming file, line and field. */
export function parseJsonLines<T extends { readonly id: string }>(
	text: string,
	source: string,
	schema: z.ZodType<T>,
): readonly T[] {
	const rows: T[] = [];
	const lineOfId = new Map<string, number>();
	for (const [index, line] of clean(text, source).split('\n').entries()) {
		if (line.trim() === '') continue;
		const place = `${source}:${index + 1}`;
		const row = checked(parseJson(line, place), place, schema);
		const first = lineOfId.get(row.id);
		if (first !== undefined) throw duplicate(place, row.id, `line ${first}`);
		lineOfId.set(row.id, index + 1);
		rows.push(row);
	}
	if (rows.length === 0) {
		throw new ConfigError(`${source}: holds no samples`, { hint: 'Write one JSON object per line.' });
	}
	return rows;
}

/** Throws {@link ConfigError} where two rows of a list share an id. */
export function requireUniqueIds<T extends { readonly id: string }>(rows: readonly T[], source: string): readonly T[] {
	const indexOfId = new Map<string, number>();
	for (const [index, { id }] of rows.entries()) {
		const first = indexOfId.get(id);
		if (first !== undefined) throw duplicate(`${source}: row ${index + 1}`, id, `row ${first + 1}`);
		indexOfId.set(id, index);
	}
	return rows;
}

/** NFC, so that a file written on macOS gives the same samples; without byte order mark and carriage returns. */
function clean(text: string, source: string): string {
	if (text.length > MAX_CHARS) {
		throw new ConfigError(`${source}: too large for a corpus (${text.length} characters)`, {
			hint: `Split it: at most ${MAX_CHARS} characters are read.`,
		});
	}
	return text
		.replace(/^\uFEFF/, '')
		.replaceAll('\r\n', '\n')
		.normalize('NFC');
}

/** Reads one JSON value. Throws {@link ConfigError} at `place`. */
export function parseJson(text: string, place: string): unknown {
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch (cause) {
		throw new ConfigError(`${place}: is not JSON`, { hint: 'Check quotes, commas and brackets there.', cause });
	}
	if (!nestsWithin(value, MAX_DEPTH)) {
		throw new ConfigError(`${place}: nested deeper than ${MAX_DEPTH} levels`, { hint: 'Write the values flatter.' });
	}
	if (jsonLosses(text)?.includes('repeated-key')) {
		throw new ConfigError(`${place}: a field stands twice in one object`, { hint: 'Leave one of them out.' });
	}
	return value;
}

function checked<T>(value: unknown, place: string, schema: z.ZodType<T>): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const field = issue?.path.map(String).join('.') ?? '';
	throw new ConfigError(`${place}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'is not valid'}`, {
		hint: `Correct ${field === '' ? 'the row' : `'${field}'`} there; corpus/README.md describes every field.`,
	});
}

function duplicate(place: string, id: string, first: string): ConfigError {
	return new ConfigError(`${place}: id: '${id}' stands already in ${first}`, { hint: 'Give every row its own id.' });
}

/** A parser of files with one such row per line. */
export function rowsOf<T extends { readonly id: string }>(
	schema: z.ZodType<T>,
): (text: string, source: string) => readonly T[] {
	return (text, source) => parseJsonLines(text, source, schema);
}

/** An id as samples, protocols and habits have it. */
export const idField: z.ZodString = z
	.string()
	.max(60)
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens');

/** Longest message of a user in a corpus, UTF-16 units. */
export const MAX_MESSAGE_CHARS = 2000;

/** Text for people: trimmed, on one line, not empty. */
export function textField(maxChars: number): z.ZodString {
	return z
		.string()
		.min(1)
		.max(maxChars)
		.regex(/^\S(.*\S)?$/u, 'must be one line without space at its ends');
}

/** A row whose fields are written `like_this`, as the files have them, with its fields named `likeThis`, as the code does. */
export function camelFields(row: unknown): unknown {
	if (!isJsonObject(row as never)) return row;
	const renamed: MutableJsonObject = {};
	for (const [name, value] of Object.entries(row as object)) {
		setOwn(renamed, camelCase(name), value);
	}
	return renamed;
}

/** `likeThis` of a name that is written `like_this`. */
export function camelCase(name: string): string {
	return name.replace(/(?<=[a-z])_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
