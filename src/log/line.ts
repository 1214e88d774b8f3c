import { type GemmarkErrorOptions, issueText, LogError } from '../base/errors.ts';
import { type JsonValue, nestsWithin } from '../base/json.ts';
import type { LogProblem } from '../eval/evaluate/solve-context.ts';
import { CAPTURE_FAILURES } from '../eval/evidence/turn-evidence.ts';
import { type SampleResult, TOO_LARGE, UNLOGGABLE } from '../eval/sample.ts';
import { OWN_CODE } from '../eval/user-code.ts';
import { brokenJson } from '../json/broken-json.ts';
import { toldContradiction } from './checks/generation-contradiction.ts';
import type { LogRecord } from './record.ts';
import { isSampleRecord, logRecordSchema } from './schema.ts';

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
	const parsed = logRecordSchema.safeParse(value, { error: issueText });
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const path = issue === undefined || issue.path.length === 0 ? 'record' : issue.path.join('.');
	return new LogError(`${where}: ${path}: ${issue?.message ?? 'invalid'}`, { hint: WHOSE });
}

/**
 * The line of a record, as {@link readLine} takes it. Throws {@link LogError} naming `where`. Samples, which are many, are
 * only as long and as deep: what they tell is asked before, by {@link sampleProblem}.
 */
export function writtenLine(record: LogRecord, where: string): string {
	const line = lineOf(record);
	if (typeof line !== 'string') throw new LogError(`${where}: ${line.why}`, line.error);
	const read =
		record.type === 'sample' ? undefined : readLine(line, `${where}: no reader would take its ${record.type}`);
	if (read instanceof LogError)
		throw new LogError(read.message, { hint: 'Correct what tells it; nothing was written.' });
	return line;
}

/** Why no reader would take the sample's line in a log of this dialect; absent where each would. */
export function sampleProblem(sample: SampleResult, dialect?: string): LogProblem | undefined {
	const line = lineOf({ type: 'sample', ...sample });
	if (typeof line !== 'string') return { failure: line.failure, detail: `${NO_LINE}: ${line.why}` };
	const read = readLine(line, NO_LINE);
	if (read instanceof LogError) return { failure: whoseField(line), detail: read.message };
	const detail = toldContradiction(sample, dialect);
	return detail === undefined ? undefined : { failure: CAPTURE_FAILURES.contradictory, detail };
}

const NO_LINE = 'the log cannot hold it';
const WHOSE = 'Is this a log.jsonl written by gemmark?';
const TOO_DEEP = `nested deeper than ${MAX_LINE_DEPTH} levels`;

interface NoLine {
	readonly failure: typeof TOO_LARGE | typeof OWN_CODE;
	readonly why: string;
	readonly error?: GemmarkErrorOptions;
}

function lineOf(record: LogRecord): string | NoLine {
	if (!nestsWithin(record as unknown as JsonValue, MAX_LINE_DEPTH)) return { failure: TOO_LARGE, why: TOO_DEEP };
	let cause: unknown;
	try {
		const line = JSON.stringify(record);
		const long = lengthProblem(line);
		if (line.startsWith('{"')) return long === undefined ? line : { failure: TOO_LARGE, why: long };
	} catch (thrown) {
		cause = thrown;
	}
	const broken = brokenJson();
	// Texts of several parts may together be longer than any string can be.
	if (broken === undefined) return { failure: TOO_LARGE, why: 'no line can hold it', error: { cause } };
	const hint = `The config, or what it imports, has ${broken}: remove that.`;
	return { failure: OWN_CODE, why: 'what JSON makes of it is no record', error: { hint, cause } };
}

function lengthProblem({ length }: string): string | undefined {
	return length > MAX_LINE_LENGTH ? `a line of more than ${MAX_LINE_LENGTH} characters is too long` : undefined;
}

/**
 * Whose the field is that no reader takes of a sample's line: what a generation came to, and its clocks, are the engine's;
 * the rest comes from the app and the suite, and where JSON does not read its own text, from whoever has changed it.
 */
function whoseField(line: string): LogProblem['failure'] {
	if (brokenJson() !== undefined) return OWN_CODE;
	const [part, field] = logRecordSchema.safeParse(JSON.parse(line)).error?.issues[0]?.path ?? [];
	return part === 'timings' || (part === 'transcript' && field === 'generations') ? UNLOGGABLE : OWN_CODE;
}
