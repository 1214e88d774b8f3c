import { type CsvError, type Info, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { parseJson } from '../../corpus/corpus-text.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { type JsonValue, type MutableJsonObject, setOwn } from '../../json/json-value.ts';
import { singleLine } from '../../text/normalize-text.ts';
import { lineOfBrokenQuote } from './broken-quote.ts';
import { type CsvColumn, readCsvColumns } from './csv-columns.ts';
import type { WrittenRow } from './written-row.ts';

/**
 * Rows of a CSV with a header; comma, semicolon or tab is told by the header. An empty cell is an absent field. A cell
 * that begins with `{` or `[` is JSON, unless its field is text; it is a number or a boolean where its field is one.
 * Columns such as `expected.tool` make objects, of a list its first entry (`expected.1.tool`: its second).
 * Throws {@link ConfigError}.
 */
export function parseCsvRows(text: string, file: string, schema: z.ZodType): readonly WrittenRow[] {
	// Read by itself first: a wrong separator is why the quotes of later rows seem wrong.
	const [header] = recordsOf(text, file, 1);
	if (header === undefined) return [];
	// Spreadsheets write the columns that once were there too, without a name.
	const named = header.record.slice(0, header.record.findLastIndex((name) => name !== '') + 1);
	const columns = readCsvColumns(named, `${file}:${lineOf(header)}`, schema);
	const [, ...records] = recordsOf(text, file);
	return records.map((entry) => {
		const line = lineOf(entry);
		return { content: rowOf(entry.record, columns, header.record.length, `${file}:${line}`), lineOf: () => line };
	});
}

interface CsvRecord {
	readonly record: readonly string[];
	readonly info: Pick<Info, 'lines'>;
}

function recordsOf(text: string, file: string, atMost = -1): readonly CsvRecord[] {
	try {
		return parse(text, {
			delimiter: separatorOf(text),
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
			to: atMost,
			trim: true,
		}) as unknown as readonly CsvRecord[];
	} catch (cause) {
		const { code, lines, message } = cause as CsvError & { readonly lines?: number };
		const behind = BROKEN_QUOTES[code];
		const begun = behind === undefined ? undefined : lineOfBrokenQuote(text, separatorOf(text));
		const told = begun === undefined ? singleLine(message) : `a cell that begins with a quote there ${behind?.(lines)}`;
		const line = begun ?? lines;
		throw new ConfigError(`${file}${line === undefined ? '' : `:${line}`}: is not CSV: ${told}`, {
			hint: 'Write cells that hold separators or quotes in quotes, and a quote within as two.',
			cause,
		});
	}
}

/** By the parser's error, what a quoted cell does in place of its end. */
const BROKEN_QUOTES: Readonly<Record<string, (line: number | undefined) => string>> = {
	CSV_QUOTE_NOT_CLOSED: () => 'is never closed',
	CSV_INVALID_CLOSING_QUOTE: (line) => `goes on behind the closing one in line ${line}`,
};

/** The candidate that the first line holds most of, outside of quotes. */
function separatorOf(text: string): string {
	const header = (/^\s*(.*)/u.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/gu, '');
	const counts = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
	return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** The parser tells the line that a record ends at. */
function lineOf({ record, info }: CsvRecord): number {
	return info.lines - record.join('').split('\n').length + 1;
}

function rowOf(
	cells: readonly string[],
	columns: readonly CsvColumn[],
	width: number,
	place: string,
): MutableJsonObject {
	if (cells.length > width) {
		throw new ConfigError(`${place}: has ${cells.length} cells, and the header ${width}`, {
			hint: 'Write cells that hold the separator in quotes.',
		});
	}
	const nameless = cells.findIndex((cell, index) => index >= columns.length && cell !== '');
	if (nameless !== -1) {
		throw new ConfigError(`${place}: column ${nameless + 1}: has no name, and a cell here that is not empty`, {
			hint: 'Name it in the header, or empty it.',
		});
	}
	const [only = ''] = cells;
	if (cells.length === 1 && columns.length > 1 && /[,;\t|]/u.test(only)) {
		throw new ConfigError(`${place}: one cell, where the header has ${columns.length}: is the separator another one?`, {
			hint: 'Use the same separator in all lines: a comma, a semicolon or a tab.',
		});
	}
	const row: MutableJsonObject = {};
	for (const [index, column] of columns.entries()) {
		const cell = cells[index] ?? '';
		if (cell !== '') setAt(row, column.path, cellValue(cell, column, place));
		else if (column.path.length > 1) setAt(row, column.path, undefined);
	}
	return row;
}

function cellValue(cell: string, { name, type }: CsvColumn, place: string): JsonValue {
	if (type === 'number' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(cell)) return Number(cell);
	if (type === 'boolean' && /^(?:true|false)$/iu.test(cell)) return cell.toLowerCase() === 'true';
	if (type === 'text' || !/^[[{]/u.test(cell)) return cell;
	return parseJson(cell, `${place}: column '${name}'`) as JsonValue;
}

/** Sets a value within; an absent one leaves the lists on its way empty, for a list without entries is one. */
function setAt(target: MutableJsonObject | JsonValue[], path: readonly (string | number)[], value?: JsonValue): void {
	const [key = '', next, ...rest] = path;
	const held = Object.hasOwn(target, key) ? (target as MutableJsonObject)[key] : undefined;
	if (next === undefined) {
		if (value !== undefined) setOwn(target as MutableJsonObject, String(key), value);
		return;
	}
	if (value === undefined && typeof next !== 'number') return;
	const inner = (held ?? (typeof next === 'number' ? [] : {})) as MutableJsonObject | JsonValue[];
	if (held === undefined) setOwn(target as MutableJsonObject, String(key), inner);
	if (value !== undefined) setAt(inner, [next, ...rest], value);
}
