import type { LoggedEvent, LoggedGeneration, LoggedTimings } from '../sample.ts';
import { CAPTURED } from '../score/evidence.ts';
import type { CapturedTurn, SpokenEvent } from './captured-turn.ts';
import { chunksIn, isPartOfPrefix, LONGEST_TURN_MS } from './contradiction.ts';

/** A generation with its clocks. */
export interface CapturedGeneration {
	readonly generation: LoggedGeneration;
	readonly timings: LoggedTimings;
}

/**
 * The generations of a captured turn. What the app does not tell is absent: tokens, the raw text of calls, mostly why a
 * generation ended. Nor does it tell when a later generation began: its clock begins where the one before ended, so the
 * time of the tools between is in it, and the sum is what the user waited.
 */
export function capturedGenerations({
	spoken,
	startAtMs,
	endAtMs,
	finish,
}: CapturedTurn): readonly CapturedGeneration[] {
	const groups = [...Map.groupBy(spoken, (event) => event.turn).values()];
	const generations: CapturedGeneration[] = [];
	let calls = 0;
	let startMs = startAtMs;
	for (const [index, events] of groups.entries()) {
		const isLast = index === groups.length - 1;
		const endMs = isLast ? endAtMs : (events.at(-1)?.atMs ?? startMs);
		const placed = { startMs, endMs, finish: isLast ? finish : undefined, firstCall: calls, first: index === 0 };
		generations.push(capturedGeneration(events, placed));
		calls += events.filter(isCall).length;
		startMs = endMs;
	}
	return generations;
}

interface Placed {
	readonly startMs: number;
	readonly endMs: number;
	/** Where it is told. */
	readonly finish: CapturedTurn['finish'];
	/** Number of the conversation's next call. */
	readonly firstCall: number;
	readonly first: boolean;
}

function capturedGeneration(spoken: readonly SpokenEvent[], placed: Placed): CapturedGeneration {
	const since = (atMs: number): number => msBetween(placed.startMs, atMs);
	const chunks = spoken.filter((event) => event.t === 'chunk');
	const call = spoken.find((event) => event.t === 'call');
	const complete = spoken.find(isCall);
	const events = withWholePrefix(spoken);
	const [opening] = spoken;
	let calls = placed.firstCall;
	return {
		generation: {
			pieces: chunks.map((chunk) => chunk.text),
			events: events.map((event): LoggedEvent => {
				if (event.t === 'chunk') return { type: 'text', text: event.text };
				if (!isCall(event)) return { type: 'malformed', reason: 'bad-name', raw: rawOf(event) };
				return { type: 'call', call: { id: `call-${calls++}`, name: event.name, arguments: event.args } };
			}),
			finish: { unified: finishOf(placed, call), raw: CAPTURED },
			usage: {},
		},
		timings: {
			source: 'wall-clock',
			// Of a call only its end is told; a later generation has no beginning to count from.
			...(placed.first && opening?.t === 'chunk' ? { firstTokenMs: since(opening.atMs) } : {}),
			...(complete === undefined ? {} : { callCompleteMs: since(complete.atMs) }),
			totalMs: since(placed.endMs),
			pieceAtMs: chunks.map((chunk) => since(chunk.atMs)),
			eventAtMs: events.map((event) => since(event.atMs)),
			...(!placed.first && { sinceLastEnd: true }),
		},
	};
}

/** A call is what a generation ended with, unless it was cut behind it. */
function finishOf({ finish }: Placed, call: SpokenEvent | undefined): LoggedGeneration['finish']['unified'] {
	if (finish === 'length') return finish;
	return call === undefined ? (finish ?? 'unknown') : 'tool-call';
}

/** A call names a tool; one that does not is as malformed as it would be from a server. */
function isCall(event: SpokenEvent): boolean {
	return event.t === 'call' && event.name.trim() !== '';
}

function rawOf({ name, args }: Extract<SpokenEvent, { t: 'call' }>): string {
	return `${name}(${JSON.stringify(args)})`;
}

/** Between two times of an app's clock, as far as a log can hold: of one that contradicts itself nothing is measured. */
export function msBetween(startMs: number, endMs: number): number {
	return Math.min(LONGEST_TURN_MS, Math.max(0, Math.round((endMs - startMs) * 100) / 100));
}

/**
 * The call tells the text before it whole; an app may log that alone, or chunks that were shown and not those held back.
 * Chunks that contradict it stay as they are.
 */
function withWholePrefix(spoken: readonly SpokenEvent[]): readonly SpokenEvent[] {
	const at = spoken.findIndex((event) => event.t === 'call');
	const call = spoken[at];
	if (call?.t !== 'call') return spoken;
	const before = spoken.slice(0, at);
	const chunks = chunksIn(before);
	if (chunks.join('') === call.prefix || !isPartOfPrefix(chunks, call.prefix)) return spoken;
	const last = before.at(-1)?.atMs ?? call.atMs;
	return [{ t: 'chunk', turn: call.turn, text: call.prefix, atMs: last }, ...spoken.slice(at)];
}
