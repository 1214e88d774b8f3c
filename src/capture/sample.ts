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
import { LARGEST_AMOUNT } from '../model/border.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import { normalizeText } from '../text/text.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import type { CapturedTurn, SpokenEvent } from './turns.ts';

/** What a captured turn answers. */
export interface Asked {
	readonly suite: Suite;
	readonly sample: Sample;
}

/** How captured turns are scored, and what the app fills in where a call leaves it away. */
export interface CapturedBy extends ScoreContext {
	readonly defaults?: ToolDefaults | undefined;
}

/** A captured turn as a sample of its suite, with its scores; `tools` are the names that it is judged by. */
export function capturedSample(
	{ suite, sample: prompt }: Asked,
	turn: CapturedTurn,
	tools: readonly string[],
	{ defaults, ...context }: CapturedBy,
): SampleResult {
	const sample = sameWords(prompt.input, turn.text) ? prompt : { ...prompt, input: turn.text.normalize('NFC') };
	const generations = capturedGenerations(turn);
	const doubts = [...(turn.notComparable ?? []), ...(standsStill(turn) ? [CLOCK_STANDS] : [])];
	const transcript: Transcript = {
		tools,
		...(defaults !== undefined && Object.keys(defaults).length > 0 && { defaults }),
		generations: generations.map(({ generation }) => generation),
		facts: {},
		...(turn.error === undefined ? {} : { error: turn.error }),
		...captureFailure(prompt, turn),
	};
	return {
		suite: suite.name,
		sampleId: sample.id,
		variant: capturedVariant(suite),
		epoch: 0,
		sample: loggedSample(sample),
		...(suite.groups && { groups: suite.groups(sample) }),
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: {
			generations: generations.map(({ timings }) => timings),
			endToEndMs: msBetween(turn.startAtMs, turn.endAtMs),
			cold: turn.first,
			...(doubts.length > 0 && { device: { states: [], cold: turn.first, notComparable: doubts } }),
		},
	};
}

/** Nothing is said in no time: the app's clock was never started, or has no place in its lines. */
function standsStill({ spoken, startAtMs, endAtMs }: CapturedTurn): boolean {
	return spoken.length > 0 && endAtMs === startAtMs;
}

const CLOCK_STANDS = message('device.clock-stopped');

/** The variant of a suite that an app on a device asks: the first, which needs no grammar. */
export function capturedVariant({ variants }: Pick<Suite, 'variants'>): string {
	return variants[0]?.name ?? 'free';
}

/** Why the answer says nothing of the prompt, where that is so. */
function captureFailure(prompt: Sample, turn: CapturedTurn): Pick<Transcript, 'failure' | 'failureDetail'> {
	if (!sameWords(prompt.input, turn.text)) {
		return { failure: CAPTURE_FAILURES.foreign, failureDetail: message('capture.other-words') };
	}
	const problem = contradictionOf(turn);
	return problem === undefined ? {} : { failure: CAPTURE_FAILURES.contradictory, failureDetail: problem };
}

/** Why nothing of a captured turn can be trusted; undefined where all can. */
export function contradictionOf(turn: CapturedTurn): Message | undefined {
	return clockProblem(turn) ?? prefixProblem(turn.spoken) ?? turn.otherAnswer;
}

function clockProblem({ spoken, startAtMs, endAtMs }: CapturedTurn): Message | undefined {
	let last = startAtMs;
	for (const atMs of [...spoken.map((event) => event.atMs), endAtMs]) {
		if (atMs < last) return message('capture.clock-backwards', { from: last, to: atMs });
		last = atMs;
	}
	return undefined;
}

/** Of the first call of each generation. */
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

/** The app may have held some chunks back, and white space may differ. */
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

/** A generation with its clocks. */
interface CapturedGeneration {
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
	earlier = [],
	error,
}: CapturedTurn): readonly CapturedGeneration[] {
	const turns = Map.groupBy(spoken, (event) => event.turn);
	// All that it wrote before it was cut, or failed, may have been thought, of which an app tells nothing.
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
		const told = earlier[turn] ?? (isLast && turn >= earlier.length ? finish : undefined);
		const placed = { startMs, endMs, finish: told, failed: failed && isLast, firstCall: calls, first: index === 0 };
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
	/** The turn failed there, or behind it for all that is told. */
	readonly failed: boolean;
	/** Number of the conversation's next call. */
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

function loggedEvents(firstCall: number): (event: SpokenEvent) => LoggedEvent {
	let calls = firstCall;
	return (event) => {
		if (event.t === 'chunk') return { type: 'text', text: event.text };
		if (!isCall(event)) return { type: 'malformed', reason: 'bad-name', raw: rawOf(event) };
		const call = { id: `call-${calls++}`, name: event.name, arguments: event.args };
		return { type: 'call', call: event.repairs === undefined ? call : { ...call, repairs: event.repairs } };
	};
}

/** A call is what a generation ended with, unless it was cut or failed behind it, or in it for all that is told. */
function finishOf({ finish, failed }: Placed, events: readonly LoggedEvent[]): LoggedGeneration['finish'] {
	if (finish === 'unknown') return { unified: 'unknown', raw: FINISH_WORDS.capturedFailure };
	if (finish === 'swallowed') return { unified: 'unknown', raw: FINISH_WORDS.capturedSwallow };
	if (isCutShort(finish)) return { unified: finish, raw: FINISH_WORDS.captured };
	if (!events.some(({ type }) => type === 'call')) return { unified: finish ?? 'unknown', raw: FINISH_WORDS.captured };
	const isUntold = finish === undefined && (failed || endsInBrokenCall({ events }));
	return { unified: isUntold ? 'unknown' : 'tool-call', raw: FINISH_WORDS.captured };
}

function isCutShort(finish: Placed['finish']): finish is 'length' | 'deadline' | 'aborted' {
	return finish === 'length' || finish === 'deadline' || finish === 'aborted';
}

/** A call names a tool; one that does not is as malformed as it would be from a server. */
function isCall(event: SpokenEvent): boolean {
	return event.t === 'call' && event.name.trim() !== '';
}

function rawOf({ name, args }: Extract<SpokenEvent, { t: 'call' }>): string {
	return `${name}(${JSON.stringify(args)})`;
}

/** Between two times of an app's clock, as far as a log can hold. */
function msBetween(startMs: number, endMs: number): number {
	return Math.min(LARGEST_AMOUNT, Math.max(0, Math.round((endMs - startMs) * 100) / 100));
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
