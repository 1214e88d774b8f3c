import { parse } from 'csv-parse/sync';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** One measurement in llama-bench's terms. What the source does not tell is absent. */
export interface LlamaBenchRow {
	readonly modelFilename?: string;
	readonly modelType?: string;
	/** Bytes. */
	readonly modelSize?: number;
	readonly modelParameters?: number;
	readonly cpuInfo?: string;
	readonly buildCommit?: string;
	readonly backends?: string;
	readonly threads?: number;
	readonly nPrompt: number;
	readonly nGen: number;
	readonly nDepth: number;
	readonly avgNs: number;
	readonly stddevNs?: number;
	/** Tokens per second. */
	readonly avgTs: number;
	readonly stddevTs?: number;
	/** One per repetition; JSON formats only. */
	readonly samplesNs?: readonly number[];
	readonly samplesTs?: readonly number[];
}

/** The text is no llama-bench output. */
export class LlamaBenchError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'LlamaBenchError';
	}
}

const MAX_LENGTH = 16 * 1024 * 1024;
const MAX_SAMPLES = 100_000;

/**
 * Reads what llama-bench prints with `-o csv`, `-o json` or `-o jsonl`, by the names of its columns: their order and
 * number change between versions. Lines of other programs before a CSV header are skipped. Throws {@link LlamaBenchError}.
 */
export function parseLlamaBench(text: string): readonly LlamaBenchRow[] {
	if (text.length > MAX_LENGTH) throw new LlamaBenchError(`${text.length} characters are too many`);
	const trimmed = text.trim();
	if (trimmed === '') throw new LlamaBenchError('there is nothing to read');
	if (trimmed.startsWith('[')) return rowsOf(parseJson(trimmed));
	if (trimmed.startsWith('{')) return rowsOf(trimmed.split('\n').filter(isFilled).map(parseJson));
	return rowsOf(csvRecords(trimmed));
}

function isFilled(line: string): boolean {
	return line.trim() !== '';
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new LlamaBenchError('it begins like JSON and is not', { cause });
	}
}

function csvRecords(text: string): unknown {
	const lines = text.split('\n');
	const header = lines.findIndex((line) => line.includes('n_prompt') && line.includes('avg_ns'));
	if (header === -1) throw new LlamaBenchError('no header names n_prompt and avg_ns');
	try {
		// Records as arrays, not as objects: a column may be named __proto__.
		const [names = [], ...records] = parse(lines.slice(header).join('\n'), {
			bom: true,
			skip_empty_lines: true,
			max_record_size: MAX_LENGTH,
		}) as string[][];
		return records.map((record) => Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])));
	} catch (cause) {
		throw new LlamaBenchError('its CSV is damaged', { cause });
	}
}

function rowsOf(records: unknown): readonly LlamaBenchRow[] {
	if (!Array.isArray(records)) throw new LlamaBenchError('it is no list of measurements');
	return records.map((record: unknown, index) => {
		if (!isJsonObject(record as JsonValue)) throw new LlamaBenchError(`measurement ${index + 1} is no object`);
		return rowOf(record as JsonObject, index + 1);
	});
}

function rowOf(record: JsonObject, number: number): LlamaBenchRow {
	const field = (name: string): JsonValue | undefined => (Object.hasOwn(record, name) ? record[name] : undefined);
	const required = (name: string): number => {
		const value = numberOf(field(name));
		if (value === undefined) throw new LlamaBenchError(`measurement ${number} has no number for ${name}`);
		return value;
	};
	return {
		...optional('modelFilename', textOf(field('model_filename'))),
		...optional('modelType', textOf(field('model_type'))),
		...optional('modelSize', numberOf(field('model_size'))),
		...optional('modelParameters', numberOf(field('model_n_params'))),
		...optional('cpuInfo', textOf(field('cpu_info'))),
		...optional('buildCommit', textOf(field('build_commit'))),
		...optional('backends', textOf(field('backends'))),
		...optional('threads', numberOf(field('n_threads'))),
		nPrompt: required('n_prompt'),
		nGen: required('n_gen'),
		// Older versions know no depth.
		nDepth: numberOf(field('n_depth')) ?? 0,
		avgNs: required('avg_ns'),
		...optional('stddevNs', numberOf(field('stddev_ns'))),
		avgTs: required('avg_ts'),
		...optional('stddevTs', numberOf(field('stddev_ts'))),
		...optional('samplesNs', numbersOf(field('samples_ns'))),
		...optional('samplesTs', numbersOf(field('samples_ts'))),
	};
}

/** A CSV tells numbers as text; nothing that is negative or infinite is a measurement. */
function numberOf(value: JsonValue | undefined): number | undefined {
	if (typeof value === 'string' && !/^\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/iu.test(value)) return undefined;
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function textOf(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list, or the JSON text of one in a CSV cell. */
function numbersOf(value: JsonValue | undefined): readonly number[] | undefined {
	const list = typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value;
	if (!Array.isArray(list) || list.length > MAX_SAMPLES) return undefined;
	const numbers = list.map((entry: JsonValue) => numberOf(entry));
	return numbers.every((entry) => entry !== undefined) ? numbers : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
