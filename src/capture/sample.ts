import { type Message, message } from '../base/message.ts';
import { CAPTURE_FAILURES } from '../eval/evidence/turn-evidence.ts';
import {
	type LoggedEvent,
	type LoggedGeneration,
	type LoggedTimings,
	loggedSample,
	type Sample,
	type SampleResult,
	type Transcript,
} from '../eval/sample.ts';
import { scoreSample } from '../eval/scoring/score-sample.ts';
import type { ScoreContext, Suite } from '../eval/suite.ts';
import { endsInBrokenCall } from '../eval/turn.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import { normalizeText } from '../text/text.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import type { CapturedTurn, SpokenEvent } from './turns.ts';

/** The app that captured turns are scored for. */
export interface CapturedApp extends ScoreContext {
	/** Names of its tools. */
	readonly tools?: readonly string[];
	readonly defaults?: ToolDefaults;
}

/** A captured turn as a scored sample of its suite; `problem` makes it unscored, as `contradictory`. */
export function capturedSample(
	{ suite, sample: prompt }: { readonly suite: Suite; readonly sample: Sample },
	turn: CapturedTurn,
	{ tools = [], defaults, ...context }: CapturedApp,
	problem: Message | undefined,
): SampleResult {
	const isForeign = !sameWords(prompt.input, turn.text);
	const sample = isForeign ? { ...prompt, input: turn.text.normalize('NFC') } : prompt;
	const read = capturedGenerations(turn);
	const doubts = [...(turn.notComparable ?? []), ...(isClockStopped(turn) ? [CLOCK_STOPPED] : [])];
	const transcript: Transcript = {
		tools,
		...(defaults !== undefined && Object.keys(defaults).length > 0 && { defaults }),
		generations: read.map(({ generation }) => generation),
		facts: {},
		error: turn.error,
		...(isForeign
			? { failure: CAPTURE_FAILURES.foreign, failureDetail: message('capture.other-words') }
			: problem && { failure: CAPTURE_FAILURES.contradictory, failureDetail: problem }),
	};
	return {
		suite: suite.name,
		sampleId: sample.id,
		variant: capturedVariant(suite),
		epoch: 0,
		sample: loggedSample(sample),
		groups: suite.groups?.(sample),
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: {
			generations: read.map(({ timings }) => timings),
			endToEndMs: msBetween(turn.startAtMs, turn.endAtMs),
			cold: turn.first,
			...(doubts.length > 0 && { device: { states: [], cold: turn.first, notComparable: doubts } }),
		},
	};
}

/** The app's clock was never started, or is missing in its lines. */
function isClockStopped({ spoken, startAtMs, endAtMs }: CapturedTurn): boolean {
	return spoken.length > 0 && endAtMs === startAtMs;
}

const CLOCK_STOPPED = message('device.clock-stopped');

/** The variant that an app runs: the first, which needs no grammar. */
export function capturedVariant({ variants }: Suite): string {
	return variants[0]?.name ?? 'free';
}

/** Why a turn contradicts itself; undefined if it does not. */
export function contradictionOf(turn: CapturedTurn): Message | undefined {
	return clockProblem(turn) ?? prefixProblem(turn.spoken);
}

function clockProblem({ spoken, startAtMs, endAtMs }: CapturedTurn): Message | undefined {
	let last = startAtMs;
	for (const atMs of [...spoken.map((event) => event.atMs), endAtMs]) {
		if (atMs < last) return message('capture.clock-backwards', { from: last, to: atMs });
		last = atMs;
	}
	return undefined;
}

/** Compares the first call of each generation. */
function prefixProblem(spoken: readonly SpokenEvent[]): Message | undefined {
	for (const events of Map.groupBy(spoken, ({ turn }) => turn).values()) {
		const at = events.findIndex(({ t }) => t === 'call');
		const call = events[at];
		if (call?.t !== 'call') continue;
		const chunks = chunksIn(events.slice(0, at));
		if (isPartOfPrefix(chunks, call.prefix)) continue;
		return message('capture.other-prefix', { chunks: clipped(chunks.join('')), prefix: clipped(call.prefix) });
	}
	return undefined;
}

/** The app may withhold chunks, and white space may differ. */
function isPartOfPrefix(chunks: readonly string[], prefix: string): boolean {
	const text = bareText(prefix);
	let from = 0;
	for (const part of chunks.map(bareText)) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

function chunksIn(events: readonly SpokenEvent[]): readonly string[] {
	return events.flatMap((event) => (event.t === 'chunk' ? [event.text] : []));
}

/** Decomposed: a chunk may end within a letter. */
function bareText(text: string): string {
	return text.normalize('NFD').replace(/\s+/gu, '');
}

function clipped(text: string): string {
	return text.length > CLIP_CHARS ? `${text.slice(0, CLIP_CHARS).toWellFormed()}…` : text;
}

const CLIP_CHARS = 80;

export function sameWords(one: string, other: string): boolean {
	return normalizeText(one) === normalizeText(other);
}

interface CapturedGeneration {
	readonly generation: LoggedGeneration;
	readonly timings: LoggedTimings;
}

/**
 * The generations of a captured turn, without tokens and raw text. When a later generation began is unknown: its times count
 * from the end of the one before and include the tools in between.
 */
function capturedGenerations({
	spoken,
	startAtMs,
	endAtMs,
	finish,
	earlier = [],
	error,
}: CapturedTurn): readonly CapturedGeneration[] {
	const turns = Map.groupBy(spoken, (event) => event.turn);
	// A generation that was cut off or failed may have only thought, which apps do not log.
	const last = Math.max(earlier.length, spoken.at(-1)?.turn ?? 0);
	const failed = finish === undefined && error !== undefined;
	if ((failed || (finish !== undefined && finish !== 'stop')) && !turns.has(last)) turns.set(last, []);
	const groups = [...turns];
	const generations: CapturedGeneration[] = [];
	let calls = 0;
	let startMs = startAtMs;
	for (const [index, [turn, events]] of groups.entries()) {
		const isLast = index === groups.length - 1;
		const endMs = isLast ? endAtMs : (events.at(-1)?.atMs ?? startMs);
		generations.push(
			capturedGeneration(events, {
				startMs,
				endMs,
				finish: earlier[turn] ?? (isLast && turn >= earlier.length ? finish : undefined),
				failed: failed && isLast,
				firstCall: calls,
				first: index === 0,
			}),
		);
		calls += events.filter(isCall).length;
		startMs = endMs;
	}
	return generations;
}

interface Placed {
	readonly startMs: number;
	readonly endMs: number;
	readonly finish: CapturedTurn['finish'];
	/** The turn failed in this generation or after it. */
	readonly failed: boolean;
	/** Number of its first call in the turn. */
	readonly firstCall: number;
	readonly first: boolean;
}

function capturedGeneration(spoken: readonly SpokenEvent[], placed: Placed): CapturedGeneration {
	const since = (atMs: number): number => msBetween(placed.startMs, atMs);
	const chunks = spoken.filter((event) => event.t === 'chunk');
	const complete = spoken.find(isCall);
	const events = withWholePrefix(spoken);
	const [opening] = spoken;
	const read = events.map(loggedEvents(placed.firstCall));
	return {
		generation: {
			pieces: chunks.map((chunk) => chunk.text),
			events: read,
			finish: finishOf(placed, read),
			usage: {},
		},
		timings: {
			source: 'wall-clock',
			// Only the end of a call is logged, and the beginning of a later generation is unknown.
			...(placed.first && opening?.t === 'chunk' ? { firstTokenMs: since(opening.atMs) } : {}),
			...(complete === undefined ? {} : { callCompleteMs: since(complete.atMs) }),
			totalMs: since(placed.endMs),
			pieceAtMs: chunks.map((chunk) => since(chunk.atMs)),
			eventAtMs: events.map((event) => since(event.atMs)),
			...(!placed.first && { sinceLastEnd: true }),
		},
	};
}

function loggedEvents(firstCall: number): (event: SpokenEvent) => LoggedEvent {
	let calls = firstCall;
	return (event) => {
		if (event.t === 'chunk') return { type: 'text', text: event.text };
		if (!isCall(event))
			return { type: 'malformed', reason: 'bad-name', raw: `${event.name}(${JSON.stringify(event.args)})` };
		const call = { id: `call-${calls++}`, name: event.name, arguments: event.args };
		return { type: 'call', call: event.repairs === undefined ? call : { ...call, repairs: event.repairs } };
	};
}

/** A generation with a call ended with it, unless it was cut off, failed, or may have been cut off within the call. */
function finishOf({ finish, failed }: Placed, events: readonly LoggedEvent[]): LoggedGeneration['finish'] {
	if (finish === 'unknown') return { unified: 'unknown', raw: FINISH_WORDS.capturedFailure };
	if (finish === 'swallowed') return { unified: 'unknown', raw: FINISH_WORDS.capturedSwallow };
	if (finish === 'length' || finish === 'deadline' || finish === 'aborted')
		return { unified: finish, raw: FINISH_WORDS.captured };
	if (!events.some(({ type }) => type === 'call')) return { unified: finish ?? 'unknown', raw: FINISH_WORDS.captured };
	const isUnknown = finish === undefined && (failed || endsInBrokenCall({ events }));
	return { unified: isUnknown ? 'unknown' : 'tool-call', raw: FINISH_WORDS.captured };
}

/** A call without a name is malformed. */
function isCall(event: SpokenEvent): boolean {
	return event.t === 'call' && event.name.trim() !== '';
}

function msBetween(startMs: number, endMs: number): number {
	return Math.max(0, Math.round((endMs - startMs) * 100) / 100);
}

/** With the call's whole prefix as text: an app may log only the chunks that it showed. Contradicting chunks are kept. */
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
