import { LogError } from '../../errors/gemmark-error.ts';
import { jsonOf } from '../../json/json-of.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../json/json-value.ts';
import { loggedSample, type Sample } from '../sample.ts';
import { rowText } from './row-text.ts';
import type { Suite } from './suite.ts';

/** What a suite knows its samples by. */
type Rows<S extends Sample> = Pick<Suite<S>, 'name' | 'schema' | 'samples'>;

/** Samples back from the log. Epochs and arms ask the same rows: each is read once, as a run has each once. */
export function rowReader<S extends Sample>(suite: Rows<S>): (row: JsonObject) => S {
	const read = new Map<string, S>();
	const own = new Map(suite.samples.map((sample) => [sample.id, sample]));
	return (row) => {
		const json = rowText(row);
		const sample = read.get(json) ?? readRow(suite, own.get(String(row.id)), row);
		read.set(json, sample);
		return sample;
	};
}

/** A sample back from the log. Throws {@link LogError} where the row is not of this suite. */
export function parseRow<S extends Sample>(suite: Rows<S>, row: JsonObject): S {
	return rowReader(suite)(row);
}

/**
 * The log holds what a schema made of a row of the corpus, and a schema that transforms would make something else of that: the
 * suite's own sample stands where it is the one that was logged. Only another is read by the schema.
 */
function readRow<S extends Sample>({ name, schema }: Rows<S>, own: S | undefined, row: JsonObject): S {
	if (own !== undefined && sameJson(loggedSample(own), row)) return own;
	const parsed = schema.safeParse(row);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw noneOfSuite(name, `${issue?.path.join('.')}: ${issue?.message}`);
	}
	const changed = changedField(row, jsonOf(parsed.data));
	if (changed === undefined) return parsed.data;
	throw noneOfSuite(
		name,
		`${changed}: the suite's schema transforms it, and the corpus has another sample of this id now`,
	);
}

function noneOfSuite(name: string, why: string): LogError {
	return new LogError(`${name}: a sample of the log is none of this suite: ${why}`, {
		hint: 'Score it with the suite, or the config, that it was run with.',
	});
}

/** Path of the first value that both tell and that is another; fields that a schema has dropped or added since are none. */
function changedField(row: JsonValue, parsed: JsonValue, path = ''): string | undefined {
	if (!isJsonObject(row) || !isJsonObject(parsed)) return sameJson(row, parsed) ? undefined : path;
	const both = Object.keys(row).filter((key) => Object.hasOwn(parsed, key));
	return both
		.map((key) => changedField(row[key] ?? null, parsed[key] ?? null, path === '' ? key : `${path}.${key}`))
		.find((found) => found !== undefined);
}
