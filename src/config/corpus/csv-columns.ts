import type { z } from 'zod';
import { camelCase } from '../../corpus/snake-case.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { fieldsAt, requiredAt, typesAt } from '../schema/schema-fields.ts';

/** A column of a CSV and the field that its cells are. */
export interface CsvColumn {
	readonly name: string;
	readonly path: readonly (string | number)[];
	/** What the field takes; `any` where the schema does not tell, or takes several. */
	readonly type: 'text' | 'number' | 'boolean' | 'any';
}

/** Reads a header row. Throws {@link ConfigError} naming the column. */
export function readCsvColumns(names: readonly string[], place: string, schema: z.ZodType): readonly CsvColumn[] {
	const [only = ''] = names;
	const separator = names.length === 1 ? /[^\p{L}\p{N}_.\s-]/u.exec(only)?.[0] : undefined;
	if (separator !== undefined) {
		throw new ConfigError(`${place}: one column '${shorten(only)}': is the separator ${separator} ?`, {
			hint: 'Use a comma, a semicolon or a tab between the columns.',
		});
	}
	if (names.length > MAX_COLUMNS) {
		throw new ConfigError(`${place}: has ${names.length} columns`, { hint: `At most ${MAX_COLUMNS} are read.` });
	}
	const known = fieldsAt(schema, []);
	if (known !== undefined && !names.some((name) => known.includes(name.split('.')[0] ?? ''))) {
		throw new ConfigError(`${place}: has no header: '${shorten(names.join(', '))}' names no field`, {
			hint: `Begin the file with the names of its columns, of ${known.join(', ')}.`,
		});
	}
	const columns = names.map((name, index) => readColumn(name, index + 1, place, schema));
	for (const [index, { name, path }] of columns.entries()) {
		const other = columns.slice(0, index).find((earlier) => overlap(earlier.path, path));
		if (other !== undefined) {
			throw new ConfigError(`${place}: columns '${other.name}' and '${name}' give the same field`, {
				hint: 'Leave one of them out.',
			});
		}
	}
	return columns;
}

/** Objects of any fields, such as a call's arguments, that columns give and that what has them cannot do without. */
export function requiredObjects(columns: readonly CsvColumn[], schema: z.ZodType): readonly CsvColumn['path'][] {
	const within = columns.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1)));
	const distinct = new Map(within.map((path) => [path.join('.'), path]));
	return [...distinct.values()].filter(
		(path) => requiredAt(schema, path) && typesAt(schema, path).every((type) => type === 'record'),
	);
}

export const MAX_COLUMNS = 500;

function readColumn(name: string, number: number, place: string, schema: z.ZodType): CsvColumn {
	if (name === '') throw new ConfigError(`${place}: column ${number}: has no name`, { hint: 'Give it one.' });
	const path: (string | number)[] = [];
	for (const written of name.split('.')) {
		// Rows of other formats may be written `like_this` too.
		const step = path.length === 0 && fieldsAt(schema, [])?.includes(written) === false ? camelCase(written) : written;
		const inList = path.length > 0 && typesAt(schema, path).includes('array');
		if (inList && /^\d{1,3}$/u.test(step)) {
			path.push(Number(step));
			continue;
		}
		if (inList) path.push(0);
		const fields = fieldsAt(schema, path);
		if (step === '' || step === '__proto__' || fields?.includes(step) === false) {
			throw new ConfigError(`${place}: column '${shorten(name)}': is no field${didYouMean(step, fields ?? [])}`, {
				hint: fields === undefined ? 'Give it a name.' : `Known there: ${fields.join(', ')}.`,
			});
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
