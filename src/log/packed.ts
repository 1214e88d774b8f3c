import { sameJson } from '../base/json.ts';
import type { LoggedCall, LoggedEvent, LoggedGeneration } from '../eval/sample.ts';
import type { LogSample } from './record.ts';

// A line has each text once: events refer to the pieces they were parsed from, messages to the calls of the events.

/** In place of `text` or `raw`: texts of the next pieces, after so many that are in no event. Of text and thinking an event each. */
interface Pieces {
	readonly pieces: number;
	readonly after?: number;
}

type PackedEvent = LoggedEvent | EventInPieces;
type EventInPieces =
	| ({ readonly type: 'text' | 'thinking' } & Pieces)
	| ({ readonly type: 'call'; readonly call: LoggedCall } & Pieces)
	| ({ readonly type: 'malformed'; readonly reason: Malformed['reason'] } & Pieces);
type Malformed = Extract<LoggedEvent, { readonly type: 'malformed' }>;

/** A sample as its line has it. */
export function packed(sample: LogSample): object {
	const { transcript } = sample;
	const { messages, generations } = transcript;
	const times = sample.timings.generations;
	const lean = generations.map((generation, index) => packedGeneration(generation, times[index]?.pieceAtMs ?? []));
	const calls = callsOf(generations);
	return {
		...sample,
		transcript: {
			...transcript,
			...(messages && {
				messages: messages.map((message) => {
					if (message.role !== 'tool-call') return message;
					const { id } = message.call;
					const known = calls.get(id);
					return known !== undefined && isSame(known, message.call) ? { ...message, call: id } : message;
				}),
			}),
			generations: lean.map(({ events }, index) => ({ ...generations[index], events })),
		},
		timings: {
			...sample.timings,
			generations: times.map((one, index) => {
				const { eventAtMs, ...others } = one;
				const derived = lean[index]?.eventAtMs;
				return derived?.length === eventAtMs.length && derived.every((ms, at) => ms === eventAtMs[at]) ? others : one;
			}),
		},
	};
}

/** By generation, as a line has them. */
export type LeanEvents = readonly (readonly PackedEvent[])[];

export function leanEvents(sample: object): LeanEvents {
	return (sample as ParsedSample).transcript.generations.map(({ events }) => events);
}

/**
 * Restores what a parsed line refers to, in place. Returns false if it refers to what is not there. Of a restored transcript
 * the events are given as its line had them: its sample lacks their times.
 */
export function unpack(sample: object, restored?: LeanEvents): boolean {
	const { transcript, timings } = sample as ParsedSample;
	const { messages, generations } = transcript;
	for (const [index, generation] of generations.entries()) {
		const times = timings.generations[index];
		const read = unpackedEvents(restored?.[index] ?? generation.events, generation.pieces, times?.pieceAtMs ?? []);
		if (read === undefined) return false;
		if (restored === undefined) generation.events = read.events;
		if (times !== undefined) times.eventAtMs ??= read.atMs;
	}
	for (const times of timings.generations) if (times.eventAtMs === undefined) return false;
	if (messages === undefined || restored !== undefined) return true;
	let calls: ReadonlyMap<string, LoggedCall> | undefined;
	for (const message of messages) {
		if (typeof message.call !== 'string') continue;
		calls ??= callsOf(generations as readonly Pick<LoggedGeneration, 'events'>[]);
		const call = calls.get(message.call);
		if (call === undefined) return false;
		message.call = call;
	}
	return true;
}

/** The parts of a validated line that are restored. */
interface ParsedSample {
	readonly transcript: {
		readonly messages?: { call?: LoggedCall | string }[];
		readonly generations: { readonly pieces: readonly string[]; events: readonly PackedEvent[] }[];
	};
	readonly timings: {
		readonly generations: { readonly pieceAtMs: readonly number[]; eventAtMs?: readonly number[] }[];
	};
}

/** By id, the first if an engine repeats one. */
function callsOf(generations: readonly Pick<LoggedGeneration, 'events'>[]): ReadonlyMap<string, LoggedCall> {
	const calls = new Map<string, LoggedCall>();
	for (const { events } of generations) {
		for (const event of events) {
			if (event.type === 'call' && !calls.has(event.call.id)) calls.set(event.call.id, event.call);
		}
	}
	return calls;
}

function isSame(one: LoggedCall, other: LoggedCall): boolean {
	return one === other || sameJson({ ...one }, { ...other });
}

/** Pieces that are searched for an event's text: markers of thoughts and of replies stand between events. */
const SEARCHED = 8;

function packedGeneration(
	{ events, pieces }: LoggedGeneration,
	pieceAtMs: readonly number[],
): { readonly events: readonly PackedEvent[]; readonly eventAtMs: readonly (number | undefined)[] } {
	const lean: PackedEvent[] = [];
	const eventAtMs: (number | undefined)[] = [];
	let next = 0;
	for (const event of events) {
		const text = event.type === 'call' ? event.call.raw : event.type === 'malformed' ? event.raw : event.text;
		const isOne = event.type === 'text' || event.type === 'thinking';
		const found = text === undefined ? undefined : findIn(pieces, next, text, isOne ? 1 : pieces.length);
		if (found === undefined) {
			lean.push(event);
			eventAtMs.push(pieceAtMs.at(-1));
			continue;
		}
		const { start, count } = found;
		const last = lean.at(-1);
		if (isOne && start === next && last?.type === event.type && 'pieces' in last) {
			lean[lean.length - 1] = {
				type: event.type,
				after: last.after,
				pieces: last.pieces + 1,
			};
		} else {
			lean.push(inPieces(event, { ...(start > next && { after: start - next }), pieces: count }));
		}
		next = start + count;
		eventAtMs.push(pieceAtMs[next - 1]);
	}
	return { events: lean, eventAtMs };
}

function inPieces(event: LoggedEvent, place: Pieces): PackedEvent {
	if (event.type === 'malformed') return { type: 'malformed', reason: event.reason, ...place };
	if (event.type !== 'call') return { type: event.type, ...place };
	const { raw: _, ...call } = event.call;
	return { type: 'call', call, ...place };
}

/** The pieces, at most so many from near `from`, that together are the text. */
function findIn(
	pieces: readonly string[],
	from: number,
	text: string,
	most: number,
): { readonly start: number; readonly count: number } | undefined {
	const end = Math.min(pieces.length, from + SEARCHED);
	for (let start = from; start < end; start += 1) {
		let length = 0;
		for (let at = start; at < pieces.length && at - start < most; at += 1) {
			const piece = pieces[at] ?? '';
			if (!text.startsWith(piece, length)) break;
			length += piece.length;
			if (length === text.length) return { start, count: at - start + 1 };
		}
	}
	return undefined;
}

function unpackedEvents(
	lean: readonly PackedEvent[],
	pieces: readonly string[],
	pieceAtMs: readonly number[],
): { readonly events: readonly LoggedEvent[]; readonly atMs: readonly number[] } | undefined {
	const events: LoggedEvent[] = [];
	const atMs: number[] = [];
	let next = 0;
	for (const event of lean) {
		if (!isInPieces(event)) {
			if (!isWhole(event)) return undefined;
			events.push(event);
			atMs.push(pieceAtMs.at(-1) ?? 0);
			continue;
		}
		const start = next + (event.after ?? 0);
		next = start + event.pieces;
		if (next > pieces.length) return undefined;
		if (event.type === 'text' || event.type === 'thinking') {
			for (let at = start; at < next; at += 1) {
				events.push({ type: event.type, text: pieces[at] ?? '' });
				atMs.push(pieceAtMs[at] ?? 0);
			}
			continue;
		}
		const raw = pieces.slice(start, next).join('');
		if (event.type === 'malformed') events.push({ type: 'malformed', reason: event.reason, raw });
		if (event.type === 'call') {
			const { id, name, arguments: given, ...others } = event.call;
			events.push({ type: 'call', call: { id, name, arguments: given, raw, ...others } });
		}
		atMs.push(pieceAtMs[next - 1] ?? 0);
	}
	// A long log has a million: none has room for more, and that of an event per piece is the pieces'.
	return { events, atMs: atMs.length === pieceAtMs.length ? pieceAtMs : atMs.slice() };
}

function isInPieces(event: PackedEvent): event is EventInPieces {
	return 'pieces' in event;
}

/** Not every field is required by the schema, which has both forms in one. */
function isWhole(event: LoggedEvent): event is LoggedEvent {
	if (event.type === 'call') return true;
	return typeof (event.type === 'malformed' ? event.raw : event.text) === 'string';
}
