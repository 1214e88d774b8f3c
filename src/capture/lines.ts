import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import { CAPTURED_FINISHES, CORPUS_MARKER, type CorpusEvent } from '../chat/corpus-log.ts';
import { finishWordOf, REPAIRS } from '../model/generation.ts';

/** A captured event with its sequence number: a gap between two tells of lines that were lost. */
export interface CapturedEvent {
	readonly n: number;
	readonly event: CorpusEvent;
	/** Id of the process that wrote it, where the console tells. */
	readonly process?: string | undefined;
}

export interface CorpusCapture {
	/** In the order they were completed in. */
	readonly events: readonly CapturedEvent[];
	/** Lines with the marker that could not be read, and events of which parts are missing. */
	readonly damaged: readonly DamagedLine[];
}

export interface DamagedLine {
	/** 1-based; of an event whose parts are missing, where its first one stands. */
	readonly line: number;
	/** What is wrong, with the field where it is one. */
	readonly problem: Message;
}

/**
 * Reads a capture back, with the marker or as JSONL of the same events. Other lines between, and anything before the
 * marker, are passed over.
 */
export function readCorpusLines(captured: string): CorpusCapture {
	const events: CapturedEvent[] = [];
	const open = new Map<number, OpenEvent>();
	const damaged: DamagedLine[] = [];
	for (const [index, text] of captured.split('\n').entries()) {
		const json = recordOf(text);
		if (json === undefined) continue;
		const line = index + 1;
		const process = processIn(text.slice(0, text.indexOf(CORPUS_MARKER)));
		const record = parse(lineSchema, json);
		if ('problem' in record) damaged.push({ line, problem: record.problem });
		else if (!('part' in record.value)) events.push(toCaptured(record.value, process));
		else {
			const whole = joinPart(open, record.value, line);
			if (whole === undefined) continue;
			const joined = parse(eventSchema, whole);
			if ('problem' in joined) damaged.push({ line, problem: joined.problem });
			else events.push(toCaptured(joined.value, process));
		}
	}
	const incomplete = Array.from(open.values(), ({ line, parts, of }) => ({
		line,
		problem: message('capture.parts-missing', { there: parts.length, of }),
	}));
	return { events, damaged: [...damaged, ...incomplete].sort((one, other) => one.line - other.line) };
}

/** The record in a line, if it holds one. Consoles may have coloured it; in JSON an escape character stands escaped. */
function recordOf(line: string): string | undefined {
	const start = line.indexOf(CORPUS_MARKER);
	if (start < 0) return BARE_RECORD.test(line) ? line.trim() : undefined;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what consoles write
	return line.slice(start + CORPUS_MARKER.length).replace(/\u001b\[[\d;]*m/gu, '');
}

/** Begins as gemmark writes a record, and as tools that format JSON may write it again. */
const BARE_RECORD = /^\s*\{\s*"v"\s*:\s*1\s*,/u;
const MAX_PARTS = 10_000;
/** Far more than any call has, and not so many that JSON cannot be written of it again. */
const MAX_DEPTH = 2000;

const head = { v: z.literal(1), n: z.int().min(0) };
const clock = { atMs: z.number().min(0) };
const turn = { turn: z.int().min(0) };
const repairs = z.array(z.enum(REPAIRS)).max(REPAIRS.length);
const finish = z.string().transform((word, context) => {
	const known = CAPTURED_FINISHES.find((one) => one === word) ?? finishWordOf(word);
	if (known === undefined) context.addIssue(`'${word.slice(0, 40)}' is not a known finish`);
	return known ?? z.NEVER;
});
const eventSchema = z.discriminatedUnion('t', [
	z.object({
		...head,
		t: z.literal('user'),
		prompt: z.string().optional(),
		text: z.string(),
		miniature: z.literal(true).optional().catch(undefined),
		...clock,
	}),
	z.object({ ...head, t: z.literal('chunk'), ...turn, text: z.string(), ...clock }),
	z.object({
		...head,
		t: z.literal('call'),
		...turn,
		prefix: z.string(),
		name: z.string(),
		args: z.custom<JsonObject>(isJsonObject, 'an object is expected, {} for none'),
		repairs: repairs.optional(),
		...clock,
	}),
	z.object({
		...head,
		t: z.literal('end'),
		error: z.string().optional(),
		finish: finish.nullish().transform((told) => told ?? undefined),
		earlier: z
			.array(finish.nullable())
			.nullish()
			.transform((told) => told ?? undefined),
		notComparable: z.array(z.string()).max(20).optional(),
		...clock,
	}),
]);
const partSchema = z.object({
	...head,
	part: z.int().min(1).max(MAX_PARTS),
	of: z.int().min(1).max(MAX_PARTS),
	json: z.string(),
});
const lineSchema = z.union([eventSchema, partSchema]);

/** What the text holds, or what is wrong with it. */
function parse<T extends object>(
	schema: z.ZodType<T>,
	json: string,
): { readonly value: T } | { readonly problem: Message } {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return { problem: message('log.not-json') };
	}
	if (!nestsWithin(value as JsonValue, MAX_DEPTH)) {
		return { problem: message('log.line-too-deep', { limit: MAX_DEPTH }) };
	}
	const parsed = schema.safeParse(value);
	if (parsed.success) return { value: parsed.data };
	const record = isJsonObject(value) ? value : {};
	const { v: version } = record;
	if (typeof version === 'number' && version !== 1) return { problem: message('capture.version', { version }) };
	const read = parseAt<object>('part' in record ? partSchema : eventSchema, value);
	if ('value' in read) return { problem: message('capture.not-a-record') };
	const { field, problem } = read;
	return { problem: field === '' ? problem : message('log.field', { field, problem }) };
}

function toCaptured({ v: _, n, ...event }: z.infer<typeof eventSchema>, process: string | undefined): CapturedEvent {
	return { n, event: event as CorpusEvent, process };
}

/** An event of which parts are still to come. */
interface OpenEvent {
	readonly parts: string[];
	readonly of: number;
	readonly line: number;
}

/** The whole text once the last part is there. Parts of one event come in order; others may come between. */
function joinPart(
	open: Map<number, OpenEvent>,
	{ n, part, of, json }: z.infer<typeof partSchema>,
	line: number,
): string | undefined {
	const { parts, ...begun } = (part === 1 ? undefined : open.get(n)) ?? { parts: [], of, line };
	open.set(n, { parts, ...begun });
	// Behind a lost part nothing fits any more: the event stays open, and is counted as damaged.
	if (part !== parts.length + 1) return undefined;
	parts.push(json);
	if (part < of) return undefined;
	open.delete(n);
	return parts.join('');
}

/**
 * Id of the process that wrote a line, as what a console puts before its message tells: `adb logcat` in its formats,
 * Apple's consoles. Undefined where none is told.
 */
export function processIn(head: string): string | undefined {
	for (const form of FORMS) {
		const id = form.exec(head)?.[1];
		if (id !== undefined) return id;
	}
	return undefined;
}

const FORMS: readonly RegExp[] = [
	// threadtime: 11-22 09:00:00.010 12345 12354 I flutter :
	/(?:^|\s)(\d{1,10})\s+\d{1,10}\s+[VDIWEFA]\s/u,
	// brief, process, thread, time: I/flutter (12345):, I(12345:12354)
	/(?:^|\s)[VDIWEFA](?:\/[^()]{0,100})?\(\s*(\d{1,10})(?::\s*\w{1,10})?\)/u,
	// Runner[512:40213], Runner(Flutter)[512] <Notice>:
	/[\w)]\[(\d{1,10})(?::[\da-fx]{1,16})?\]/u,
];
