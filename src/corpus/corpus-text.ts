import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonValue, type MutableJsonObject, nestsWithin, setOwn } from '../base/json.ts';
import { jsonLosses } from '../base/json-loss.ts';
import { message } from '../base/message.ts';

/** A corpus is read whole. */
export const MAX_CHARS = 64_000_000;
/** Deeper than any tool's arguments, and safe for recursive readers. */
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
	if (rows.length === 0) throw new ConfigError(message('corpus.empty', { file: source }));
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
		throw new ConfigError(message('corpus.too-large', { source, chars: text.length, limit: MAX_CHARS }));
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
		throw new ConfigError(message('corpus.not-json', { place }), { cause });
	}
	if (!nestsWithin(value, MAX_DEPTH))
		throw new ConfigError(message('file.too-deep', { source: place, limit: MAX_DEPTH }));
	if (jsonLosses(text)?.includes('repeated-key')) throw new ConfigError(message('corpus.repeated-key', { place }));
	return withoutSchemaKey(value);
}

/** Without the `$schema` by which editors know the form of a file, or of each of its rows. */
export function withoutSchemaKey(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map((row) => (isJsonObject(row) ? withoutSchemaKey(row) : row));
	if (!isJsonObject(value) || typeof value.$schema !== 'string') return value;
	const { $schema: _, ...rest } = value;
	return rest;
}

function checked<T>(value: unknown, place: string, schema: z.ZodType<T>): T {
	const parsed = parseAt(schema, value);
	if ('value' in parsed) return parsed.value;
	const { field, problem } = parsed;
	throw new ConfigError(message('corpus.field', { place, field: field === '' ? undefined : field, problem }));
}

function duplicate(place: string, id: string, first: string): ConfigError {
	return new ConfigError(message('corpus.same-id', { place, id, first }));
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

/** Which half of its corpus a row is in. */
export const splitField: z.ZodOptional<z.ZodEnum<{ dev: 'dev'; test: 'test' }>> = z.enum(['dev', 'test']).optional();

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

/** A row with its fields named `likeThis` instead of `like_this`. */
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
