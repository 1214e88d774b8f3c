import { extname } from 'node:path';
import type { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { holdsLongInteger, jsonLosses } from '../../base/json-loss.ts';
import { message } from '../../base/message.ts';
import { readTextFile, shownPath } from '../../base/read-file.ts';
import { parseJson } from '../../corpus/corpus-text.ts';
import { MAX_DATA_BYTES, parseData } from '../data-text.ts';
import { checkContent, fieldsAt, placeOf } from '../issue.ts';
import { parseCsvRows, type WrittenRow } from './csv-rows.ts';

/**
 * Reads a corpus: `.jsonl`, `.json` or `.yaml` (a list), or `.csv` (see {@link parseCsvRows}). Rows without an id get one by
 * their number: `s01`, `s02`, ... `onRow` gets the place of each, `file:line`, for later errors. Throws {@link ConfigError} naming
 * file, line and field, and both places of a duplicate id.
 */
export function readCorpusRows<T extends { readonly id: string }>(
	path: string,
	schema: z.ZodType<T>,
	onRow?: (row: T, place: string) => void,
): readonly T[] {
	const file = shownPath(path);
	const { text } = readTextFile(file, maxBytesOf(file));
	if (text.trim() === '') throw new ConfigError(message('corpus.empty', { file }));
	const written = writtenRows(text, file, schema);
	if (written.length === 0) throw new ConfigError(message('corpus.empty', { file }));
	const all = withIds(written, schema).map(({ content, lineOf }) => {
		const place = { file, lineOf };
		return [checkContent(schema, content, place), placeOf(place, [])] as const;
	});
	const places = new Map<string, string>();
	for (const [row, place] of all) {
		const first = places.get(row.id);
		if (first !== undefined) throw new ConfigError(message('corpus.same-id', { place, id: row.id, first }));
		places.set(row.id, place);
		onRow?.(row, place);
	}
	return all.map(([row]) => row);
}

/** CSV and JSON lines are parsed faster than YAML and JSON. */
export const MAX_LINES_BYTES = 64_000_000;

function maxBytesOf(path: string): number {
	return /\.(?:csv|tsv|jsonl)$/iu.test(path) ? MAX_LINES_BYTES : MAX_DATA_BYTES;
}

function writtenRows(text: string, path: string, schema: z.ZodType): readonly WrittenRow[] {
	switch (extname(path).toLowerCase()) {
		case '.jsonl':
			return jsonLines(text, path);
		case '.csv':
		case '.tsv':
			return parseCsvRows(text, path, schema);
		case '.json':
		case '.yaml':
		case '.yml':
			return listedRows(text, path);
		default:
			throw new ConfigError(message('corpus.format', { path }));
	}
}

function jsonLines(text: string, path: string): readonly WrittenRow[] {
	return text.split('\n').flatMap((line, index) => {
		if (line.trim() === '') return [];
		const content = parseJson(line, `${path}:${index + 1}`);
		rejectRounded(content, () => jsonLosses(line)?.includes('rounded-number') === true, `${path}:${index + 1}`);
		return [{ content, lineOf: () => index + 1 }];
	});
}

function listedRows(text: string, path: string): readonly WrittenRow[] {
	const { content, lineOf, rounds } = parseData(text, path);
	if (!Array.isArray(content)) throw new ConfigError(message('corpus.not-a-list', { path }));
	return content.map((row, index) => {
		rejectRounded(row, () => rounds === true, placeOf({ file: path, lineOf }, [index, 'expected']));
		return { content: row, lineOf: (field) => lineOf([index, ...field]) };
	});
}

/** A rounded expected number would be compared with the wrong value. */
function rejectRounded(row: unknown, rounds: () => boolean, place: string): void {
	if (!isJsonObject(row) || !holdsLongInteger(row.expected) || !rounds()) return;
	throw new ConfigError(message('corpus.long-integer', { place }));
}

function withIds(rows: readonly WrittenRow[], schema: z.ZodType): readonly WrittenRow[] {
	if (fieldsAt(schema, [])?.includes('id') === false) return rows;
	const digits = Math.max(2, String(rows.length).length);
	return rows.map((row, index) => {
		if (!isJsonObject(row.content) || Object.hasOwn(row.content, 'id')) return row;
		return { ...row, content: { id: `s${String(index + 1).padStart(digits, '0')}`, ...row.content } };
	});
}
