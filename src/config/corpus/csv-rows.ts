import type { z } from 'zod';
import { parseJson } from '../../corpus/corpus-text.ts';
import { readCsvRecords } from '../../corpus/csv-records.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../json/json-value.ts';
import { type CsvColumn, readCsvColumns, requiredObjects } from './csv-columns.ts';
import type { WrittenRow } from './written-row.ts';

/**
 * Rows of a CSV with a header. An empty cell is an absent field. A cell
 * that begins with `{` or `[` is JSON, unless its field is text, or it is an argument and no JSON; it is a number or a boolean where its field is one.
 * Columns such as `expected.tool` make objects, of a list its first entry (`expected.1.tool`: its second). A call whose
 * cells of arguments are all empty has none: they are `{}`.
 * Throws {@link ConfigError}.
 */
export function parseCsvRows(text: string, file: string, schema: z.ZodType): readonly WrittenRow[] {
	// Read by itself first: a wrong separator is why the quotes of later rows seem wrong.
	const [header] = readCsvRecords(text, file, 1);
	if (header === undefined) return [];
	// Spreadsheets write the columns that once were there too, without a name.
	const named = header.cells.slice(0, header.cells.findLastIndex((name) => name !== '') + 1);
	const columns = readCsvColumns(named, `${file}:${header.line}`, schema);
	const required = requiredObjects(columns, schema);
	const [, ...records] = readCsvRecords(text, file);
	return records.map(({ cells, line }) => {
		const content = rowOf(cells, columns, header.cells.length, `${file}:${line}`);
		for (const path of required) setEmpty(content, path);
		return { content, lineOf: () => line };
	});
}

function rowOf(
	cells: readonly string[],
	columns: readonly CsvColumn[],
	width: number,
	place: string,
): MutableJsonObject {
	if (cells.findLastIndex((cell) => cell !== '') >= width) {
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

function cellValue(cell: string, { name, path, type }: CsvColumn, place: string): JsonValue {
	if (type === 'number' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(cell)) return Number(cell);
	if (type === 'boolean' && /^(?:true|false)$/iu.test(cell)) return cell.toLowerCase() === 'true';
	if (type === 'text' || !/^[[{]/u.test(cell)) return cell;
	try {
		return parseJson(cell, `${place}: column '${name}'`) as JsonValue;
	} catch (notJson) {
		// An argument may be a text such as `[urgent] milk`: whether it is one, the tool's schema tells later.
		if (path.slice(0, -1).includes('arguments')) return cell;
		throw notJson;
	}
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

/** Sets an object of which no cell is given, where what has it is there. */
function setEmpty(row: MutableJsonObject, path: readonly (string | number)[]): void {
	const holder = path.slice(0, -1).reduce<unknown>((held, key) => {
		return typeof held === 'object' && held !== null && Object.hasOwn(held, key) ? Reflect.get(held, key) : undefined;
	}, row);
	const name = String(path.at(-1));
	if (isJsonObject(holder) && !Object.hasOwn(holder, name)) setOwn(holder as MutableJsonObject, name, {});
}
