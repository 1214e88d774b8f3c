import { parseAt } from '../base/border.ts';
import { LogError } from '../base/errors.ts';
import { type JsonValue, nestsWithin } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import type { LogProblem } from '../eval/evaluate/sample-record.ts';
import { OWN_CODE, type SampleResult, sampleLine, TOO_LARGE, UNLOGGABLE } from '../eval/sample.ts';
import { type LeanEvents, leanEvents, packed, unpack } from './packed.ts';
import type { LogRecord } from './record.ts';
import { isSampleRecord, logRecordSchema } from './record.ts';

/** Longest line of a log, UTF-16 units. */
export const MAX_LINE_LENGTH: number = 32 * 1024 * 1024;
/** Deepest nesting of a line, to protect a reader's stack. */
export const MAX_LINE_DEPTH = 1000;

/** A record, or why the line is invalid. */
type LineReading = { readonly value: LogRecord } | { readonly problem: Message };

export function readLine(line: string, outcomes?: SharedOutcomes): LineReading {
	if (line.length > MAX_LINE_LENGTH) return { problem: TOO_LONG };
	try {
		return outcomes?.read(line) ?? readRecord(JSON.parse(line));
	} catch {
		return { problem: message('log.not-json') };
	}
}

/** Rows, transcripts and scores of the samples of a log that have the same, as epochs without sampling do: one object. */
export class SharedOutcomes {
	readonly #known = new Map<string, { readonly outcome: object; readonly events: LeanEvents }>();

	/** Undefined for a line that is none of a sample, or is in another order. */
	read(line: string): LineReading | undefined {
		const from = line.indexOf(',"sample":{');
		const to = line.indexOf(',"timings":{', from);
		if (from === -1 || to === -1) return undefined;
		const text = line.slice(from + 1, to);
		const known = this.#known.get(text);
		try {
			const before = JSON.parse(`${line.slice(0, from)}}`);
			const after = JSON.parse(`{${line.slice(to + 1)}`);
			// Three objects: so the keys were the line's, and not of a part of it.
			const outcome = known?.outcome ?? JSON.parse(`{${text}}`);
			const value: unknown = { ...before, ...outcome, ...after };
			if (known !== undefined) return isSampleRecord(value) && unpack(value, known.events) ? { value } : undefined;
			if (!nestsWithin(value as JsonValue, MAX_LINE_DEPTH) || !isSampleRecord(value)) return undefined;
			const events = leanEvents(value);
			if (!unpack(value)) return undefined;
			if (this.#known.size >= MAX_OUTCOMES) this.#known.clear();
			this.#known.set(text, { outcome, events });
			return { value };
		} catch {
			return undefined;
		}
	}
}

const MAX_OUTCOMES = 2000;

/** {@link readLine} for parsed JSON. */
export function readRecord(value: unknown): LineReading {
	if (!nestsWithin(value as JsonValue, MAX_LINE_DEPTH)) return { problem: TOO_DEEP };
	if (isSampleRecord(value)) return unpack(value) ? { value } : { problem: OTHER_PIECES };
	const read = parseAt(logRecordSchema, value);
	if ('value' in read) return read;
	return { problem: message('log.field', { field: read.field || 'record', problem: read.problem }) };
}

/** The line of a record, without newline. Throws {@link LogError} naming `where` for a record that no reader would accept. */
export function writtenLine(record: LogRecord, where: string): string {
	const line = lineOf(record.type === 'sample' ? packed(record) : record);
	if (typeof line !== 'string') throw new LogError(message('log.unwritable', { where, problem: line.problem }));
	// sampleProblem has checked samples.
	const read = record.type === 'sample' ? undefined : readLine(line);
	if (read === undefined || 'value' in read) return line;
	throw new LogError(message('log.unwritable', { where, problem: read.problem }));
}

/** Why no reader would accept the sample's line; undefined if valid. */
export function sampleProblem(sample: SampleResult): LogProblem | undefined {
	const record = { type: 'sample', ...sample };
	const line = lineOf(record);
	if (typeof line !== 'string') return { failure: TOO_LARGE, detail: message('log.no-line', line) };
	if (isSampleRecord(record)) return undefined;
	const read = parseAt(sampleLine, record);
	if ('value' in read) return undefined;
	const { field, problem } = read;
	return {
		failure: ENGINES_FIELD.test(field) ? UNLOGGABLE : OWN_CODE,
		detail: message('log.no-line', { problem: message('log.field', { field, problem }) }),
	};
}

/** A field that the engine filled in; the user's code the others. */
const ENGINES_FIELD = /^(?:timings|transcript\.generations)/u;

const OTHER_PIECES = message('log.other-pieces');
const TOO_LONG = message('log.line-too-long', { limit: MAX_LINE_LENGTH });
const TOO_DEEP = message('log.line-too-deep', { limit: MAX_LINE_DEPTH });

function lineOf(record: object): string | { readonly problem: Message } {
	if (!nestsWithin(record as JsonValue, MAX_LINE_DEPTH)) return { problem: TOO_DEEP };
	try {
		const line = JSON.stringify(record);
		return line.length > MAX_LINE_LENGTH ? { problem: TOO_LONG } : line;
	} catch {
		// The parts may exceed the maximum length of a string.
		return { problem: TOO_LONG };
	}
}
