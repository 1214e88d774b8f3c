import { LogError } from '../errors/gemmark-error.ts';
import type { SampleResult } from '../eval/sample.ts';
import { brokenJson } from '../json/broken-json.ts';
import { type JsonValue, nestsWithin } from '../json/json-value.ts';
import { toldContradiction } from './checks/generation-contradiction.ts';
import { isSampleRecord, logRecordSchema } from './log-schema.ts';
import type { LogRecord } from './record.ts';

/** Longest line a log may have, UTF-16 units: a larger one is an attack or a mistake, and would take the memory down. */
export const MAX_LINE_LENGTH: number = 32 * 1024 * 1024;
/** Deepest nesting a line may have: nothing that gemmark logs comes near, and a reader's stack would end. */
export const MAX_LINE_DEPTH = 1000;

/** Reads a line of a log. What is none comes back as a {@link LogError} that names `where`. */
export function readLine(line: string, where: string): LogRecord | LogError {
	const long = lengthProblem(line);
	if (long !== undefined) return new LogError(`${where}: ${long}`);
	let json: JsonValue;
	try {
		json = JSON.parse(line) as JsonValue;
	} catch {
		return new LogError(`${where}: not JSON`, { hint: WHOSE });
	}
	return readRecord(json, where);
}

/** {@link readLine} of what is JSON already. */
export function readRecord(value: unknown, where: string): LogRecord | LogError {
	if (!nestsWithin(value as JsonValue, MAX_LINE_DEPTH)) return new LogError(`${where}: ${TOO_DEEP}`);
	if (isSampleRecord(value)) return value;
	const parsed = logRecordSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const path = issue === undefined || issue.path.length === 0 ? 'record' : issue.path.join('.');
	return new LogError(`${where}: ${path}: ${issue?.message ?? 'invalid'}`, { hint: WHOSE });
}

/** The line of a record, as long and as deep as {@link readLine} takes it. Throws {@link LogError} naming `where`. */
export function writtenLine(record: LogRecord, where: string): string {
	if (!nestsWithin(record as unknown as JsonValue, MAX_LINE_DEPTH)) throw new LogError(`${where}: ${TOO_DEEP}`);
	const line = stringified(record, where);
	const long = lengthProblem(line);
	if (long !== undefined) throw new LogError(`${where}: ${long}`);
	return line;
}

/** Why no reader would take the sample's line in a log of this dialect; absent where each would. */
export function sampleProblem(sample: SampleResult, dialect?: string): string | undefined {
	try {
		const read = readLine(writtenLine({ type: 'sample', ...sample }, NO_LINE), NO_LINE);
		return read instanceof LogError ? read.message : toldContradiction(sample, dialect);
	} catch (error) {
		if (error instanceof LogError) return error.message;
		throw error;
	}
}

const NO_LINE = 'the log cannot hold it';
const WHOSE = 'Is this a log.jsonl written by gemmark?';
const TOO_DEEP = `nested deeper than ${MAX_LINE_DEPTH} levels`;

/** Texts of several parts may together be longer than any string can be. */
function stringified(record: LogRecord, where: string): string {
	let failure: unknown;
	try {
		const line = JSON.stringify(record);
		if (line.startsWith('{"')) return line;
	} catch (thrown) {
		failure = thrown;
	}
	const broken = brokenJson();
	if (broken === undefined) throw new LogError(`${where}: no line can hold it`, { cause: failure });
	throw new LogError(`${where}: what JSON makes of it is no record`, {
		hint: `The config, or what it imports, has ${broken}: remove that.`,
		cause: failure,
	});
}

function lengthProblem({ length }: string): string | undefined {
	return length > MAX_LINE_LENGTH ? `a line of more than ${MAX_LINE_LENGTH} characters is too long` : undefined;
}
