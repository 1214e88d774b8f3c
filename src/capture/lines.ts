import { z } from 'zod';
import { LARGEST_AMOUNT, parseAt } from '../base/border.ts';
import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import { CAPTURED_FINISHES, CORPUS_MARKER, type CorpusEvent } from '../chat/corpus-log.ts';
import { MAX_LINE_DEPTH } from '../log/line.ts';
import { finishWordOf, REPAIRS } from '../model/generation.ts';
import { isGarbled } from './garbled.ts';

/** A captured event with its sequence number; a gap means missing lines. */
export interface CapturedEvent {
	readonly n: number;
	readonly event: CorpusEvent;
	/** Id of the process that wrote it, if the console has it. */
	readonly process?: string;
}

export interface CorpusCapture {
	/** In the order of their last line. */
	readonly events: readonly CapturedEvent[];
	/** Unreadable lines with the marker, and events with missing parts. */
	readonly damaged: readonly DamagedLine[];
	/** Lines that Apple's logging hides as `<private>`, and that may be events. */
	readonly hidden?: number;
	/** A shell garbled what the users said, or the whole text if it has no line of the logger. */
	readonly garbled?: true;
}

export interface DamagedLine {
	/** 1-based; of an event with missing parts, that of the first one found. */
	readonly line: number;
	readonly problem: Message;
}

/**
 * Reads a capture: lines with the marker, JSONL of the same events, or Android Studio's export (`.logcat`). Other lines, and
 * text before the marker, are skipped.
 */
export function readCorpusLines(captured: string): CorpusCapture {
	const events: CapturedEvent[] = [];
	const open = new Map<number, OpenEvent>();
	const damaged: DamagedLine[] = [];
	const records: string[] = [];
	const all = studioLines(captured) ?? captured.split('\n');
	const hidden = all.filter((text) => HIDDEN_LINE.test(text)).length;
	for (const [index, text] of all.entries()) {
		const json = recordOf(text);
		if (json === undefined) continue;
		records.push(json);
		const line = index + 1;
		const process = processIn(text.slice(0, text.indexOf(CORPUS_MARKER)));
		const record = parse(lineSchema, json);
		if ('problem' in record)
			damaged.push({ line, problem: isWrapped(all, index) ? message('capture.wrapped') : record.problem });
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
	const said = records.length === 0 ? captured.slice(0, MAX_LOOKED_AT) : records.filter(isUserRecord).join('\n');
	return {
		events,
		damaged: [...damaged, ...incomplete].sort((one, other) => one.line - other.line),
		...(hidden > 0 && { hidden }),
		...(isGarbled(said) && { garbled: true }),
	};
}

const HIDDEN_LINE = /<private>\s*$/u;

/**
 * Whether a logger wrapped the event of a line over the lines after it, as Flutter's `debugPrint` does with a `wrapWidth`: with
 * them it is JSON. What it dropped where it wrapped is unknown, so that the event is not read.
 */
function isWrapped(lines: readonly string[], index: number): boolean {
	const head = lines[index]?.indexOf(CORPUS_MARKER) ?? -1;
	let json = head < 0 ? undefined : recordOf(lines[index] ?? '');
	for (const next of lines.slice(index + 1, index + MAX_WRAPPED)) {
		if (json === undefined || recordOf(next) !== undefined) return false;
		json = `${json.trimEnd()} ${next.slice(head).trim()}`;
		if (json.endsWith('}') && !('problem' in parse(lineSchema, json))) return true;
	}
	return false;
}

const MAX_WRAPPED = 100;

const MAX_LOOKED_AT = 100_000;

/** What the app was asked: the model's own text may have U+FFFD where an engine cut a character. */
function isUserRecord(json: string): boolean {
	return /"t"\s*:\s*"user"/u.test(json);
}

/** The messages of Android Studio's export as lines of logcat; undefined for another text. */
function studioLines(captured: string): readonly string[] | undefined {
	if (!/^\s*\{/u.test(captured) || !captured.includes('"logcatMessages"')) return undefined;
	try {
		const { logcatMessages } = studioExport.parse(JSON.parse(captured.replace(/^\uFEFF/u, '')));
		return logcatMessages.flatMap(({ header: { pid, tid }, message: text }) =>
			text.split('\n').map((line) => `${pid} ${tid} I ${line}`),
		);
	} catch {
		return undefined;
	}
}

/** As Android Studio 2022.1 and later write it. */
const studioExport = z.object({
	logcatMessages: z.array(z.object({ header: z.object({ pid: z.int(), tid: z.int() }), message: z.string() })),
});

/** JSON of the record in a line, if any, without the colours of a console. */
function recordOf(line: string): string | undefined {
	const start = line.indexOf(CORPUS_MARKER);
	if (start < 0) return BARE_RECORD.test(line) ? line.trim() : undefined;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: consoles write it
	return line.slice(start + CORPUS_MARKER.length).replace(/\u001b\[[\d;]*m/gu, '');
}

/** As gemmark writes it, or as a JSON formatter rewrites it. */
const BARE_RECORD = /^\s*\{\s*"v"\s*:\s*1\s*,/u;
const MAX_PARTS = 10_000;
/** Deepest nesting of an event: a log's line has some levels around it. */
const MAX_DEPTH: number = MAX_LINE_DEPTH - 100;

const head = { v: z.literal(1), n: z.int().min(0) };
const clock = { atMs: z.number().min(0).max(LARGEST_AMOUNT) };
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
		finish: finish.nullish().transform((value) => value ?? undefined),
		earlier: z
			.array(finish.nullable())
			.nullish()
			.transform((value) => value ?? undefined),
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

/** An event with parts still to come. */
interface OpenEvent {
	readonly parts: string[];
	readonly of: number;
	readonly line: number;
}

/** The event's JSON at its last part. Parts of one event come in order; those of others may come between. */
function joinPart(
	open: Map<number, OpenEvent>,
	{ n, part, of, json }: z.infer<typeof partSchema>,
	line: number,
): string | undefined {
	const { parts, ...begun } = (part === 1 ? undefined : open.get(n)) ?? { parts: [], of, line };
	open.set(n, { parts, ...begun });
	// After a missing part the event stays open, and counts as damaged.
	if (part !== parts.length + 1) return undefined;
	parts.push(json);
	if (part < of) return undefined;
	open.delete(n);
	return parts.join('');
}

/** Id of the process in what `adb logcat` and Apple's consoles write before a message. */
function processIn(head: string): string | undefined {
	return PROCESS_FORMS.map((form) => form.exec(head)?.[1]).find((id) => id !== undefined);
}

const PROCESS_FORMS: readonly RegExp[] = [
	// threadtime: 11-22 09:00:00.010 12345 12354 I flutter :
	/(?:^|\s)(\d{1,10})\s+\d{1,10}\s+[VDIWEFA]\s/u,
	// brief, process, thread, time: I/flutter (12345):, I(12345:12354)
	/(?:^|\s)[VDIWEFA](?:\/[^()]{0,100})?\(\s*(\d{1,10})(?::\s*\w{1,10})?\)/u,
	// Runner[512:40213], Runner(Flutter)[512] <Notice>:
	/[\w)]\[(\d{1,10})(?::[\da-fx]{1,16})?\]/u,
];
