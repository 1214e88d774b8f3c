import type { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import { camelCase, parseJson } from '../../corpus/corpus-text.ts';
import { readCsvRecords } from '../../corpus/csv-records.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { fieldsAt, type LineOf, requiredAt, typesAt } from '../issue.ts';

/**
 * Rows of a CSV with a header. An empty cell is an absent field. A cell that starts with `{` or `[` is JSON, unless its field is
 * text, or it is an argument and not JSON; numbers and booleans follow the schema. Columns such as `expected.tool` make objects,
 * in a list its first entry (`expected.1.tool`: its second). Empty argument cells are `{}`. Throws {@link ConfigError}.
 */
export function parseCsvRows(text: string, file: string, schema: z.ZodType): readonly WrittenRow[] {
	// Read first: a wrong separator breaks the quotes of later rows.
	const [header] = readCsvRecords(text, file, 1);
	if (header === undefined) return [];
	// Spreadsheets also write removed columns, without a name.
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
		throw new ConfigError(message('corpus.csv-cells', { place, cells: cells.length, width }));
	}
	const nameless = cells.findIndex((cell, index) => index >= columns.length && cell !== '');
	if (nameless !== -1) {
		throw new ConfigError(message('corpus.csv-unnamed-cell', { place, column: nameless + 1 }));
	}
	const [only = ''] = cells;
	if (cells.length === 1 && columns.length > 1 && /[,;\t|]/u.test(only)) {
		throw new ConfigError(message('corpus.csv-one-cell', { place, columns: columns.length }));
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
	if (type === 'number' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(cell)) return Number(cell);
	if (type === 'boolean' && /^(?:true|false)$/iu.test(cell)) return cell.toLowerCase() === 'true';
	if (type === 'text' || !/^[[{]/u.test(cell)) return cell;
	try {
		return parseJson(cell, `${place}: column '${name}'`) as JsonValue;
	} catch (notJson) {
		// An argument may be text such as `[urgent] milk`; the tool's schema is checked later.
		if (path.slice(0, -1).includes('arguments')) return cell;
		throw notJson;
	}
}

/** Sets a nested value; an absent one only creates the lists on its path. */
function setAt(target: MutableJsonObject | JsonValue[], path: readonly (string | number)[], value?: JsonValue): void {
	const [key = '', next, ...rest] = path;
	const existing = Object.hasOwn(target, key) ? (target as MutableJsonObject)[key] : undefined;
	if (next === undefined) {
		if (value !== undefined) setOwn(target as MutableJsonObject, String(key), value);
		return;
	}
	if (value === undefined && typeof next !== 'number') return;
	const inner = (existing ?? (typeof next === 'number' ? [] : {})) as MutableJsonObject | JsonValue[];
	if (existing === undefined) setOwn(target as MutableJsonObject, String(key), inner);
	if (value !== undefined) setAt(inner, [next, ...rest], value);
}

/** Sets an empty object if its parent exists. */
function setEmpty(row: MutableJsonObject, path: readonly (string | number)[]): void {
	const holder = path.slice(0, -1).reduce<unknown>((existing, key) => {
		return typeof existing === 'object' && existing !== null && Object.hasOwn(existing, key)
			? Reflect.get(existing, key)
			: undefined;
	}, row);
	const name = String(path.at(-1));
	if (isJsonObject(holder) && !Object.hasOwn(holder, name)) setOwn(holder as MutableJsonObject, name, {});
}

/** A column and its field. */
interface CsvColumn {
	readonly name: string;
	readonly path: readonly (string | number)[];
	/** Type of the field; `any` if unknown or several. */
	readonly type: 'text' | 'number' | 'boolean' | 'any';
}

/** Reads a header row. Throws {@link ConfigError} naming the column. */
function readCsvColumns(names: readonly string[], place: string, schema: z.ZodType): readonly CsvColumn[] {
	const [only = ''] = names;
	const separator = names.length === 1 ? /[^\p{L}\p{N}_.\s-]/u.exec(only)?.[0] : undefined;
	if (separator !== undefined) {
		throw new ConfigError(message('corpus.csv-separator', { place, column: shorten(only), separator }));
	}
	if (names.length > MAX_COLUMNS) {
		throw new ConfigError(message('corpus.csv-columns', { place, columns: names.length, limit: MAX_COLUMNS }));
	}
	const known = fieldsAt(schema, []);
	if (known !== undefined && !names.some((name) => known.includes(name.split('.')[0] ?? ''))) {
		throw new ConfigError(message('corpus.csv-no-header', { place, row: shorten(names.join(', ')), known }));
	}
	const columns = names.map((name, index) => readColumn(name, index + 1, place, schema));
	for (const [index, { name, path }] of columns.entries()) {
		const other = columns.slice(0, index).find((earlier) => overlap(earlier.path, path));
		if (other !== undefined) {
			throw new ConfigError(message('corpus.csv-same-field', { place, first: other.name, second: name }));
		}
	}
	return columns;
}

/** Paths of required objects with any fields, such as a call's arguments. */
function requiredObjects(columns: readonly CsvColumn[], schema: z.ZodType): readonly CsvColumn['path'][] {
	const within = columns.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1)));
	const distinct = new Map(within.map((path) => [path.join('.'), path]));
	return [...distinct.values()].filter(
		(path) => requiredAt(schema, path) && typesAt(schema, path).every((type) => type === 'record'),
	);
}

export const MAX_COLUMNS = 500;

function readColumn(name: string, number: number, place: string, schema: z.ZodType): CsvColumn {
	if (name === '') throw new ConfigError(message('corpus.csv-unnamed', { place, column: number }));
	const path: (string | number)[] = [];
	for (const written of name.split('.')) {
		// Columns may be written `like_this`.
		const step = path.length === 0 && fieldsAt(schema, [])?.includes(written) === false ? camelCase(written) : written;
		const inList = path.length > 0 && typesAt(schema, path).includes('array');
		if (inList && /^\d{1,3}$/u.test(step)) {
			path.push(Number(step));
			continue;
		}
		if (inList) path.push(0);
		const fields = fieldsAt(schema, path);
		if (step === '' || step === '__proto__' || fields?.includes(step) === false) {
			throw new ConfigError(
				fields === undefined
					? message('corpus.csv-unnamed', { place, column: number })
					: message('corpus.csv-unknown', { place, column: shorten(name), near: nearestName(step, fields), fields }),
			);
		}
		path.push(step);
	}
	return { name, path, type: typeOf(typesAt(schema, path)) };
}

function typeOf(types: readonly string[]): CsvColumn['type'] {
	if (types.length === 0) return 'any';
	if (types.every((type) => type === 'string' || type === 'enum' || type === 'literal')) return 'text';
	const [type] = types;
	return types.length === 1 && (type === 'number' || type === 'boolean') ? type : 'any';
}

function overlap(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
	return one.slice(0, other.length).join('.') === other.slice(0, one.length).join('.');
}

function shorten(text: string): string {
	return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

/** A corpus row, not yet checked. */
export interface WrittenRow {
	readonly content: unknown;
	/** Line of a field, or of the row for an empty path. */
	readonly lineOf: LineOf;
}
