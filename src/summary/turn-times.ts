import type { EngineFailure } from '../base/errors.ts';
import { causeOfGeneration, isCaptured } from '../eval/evidence/generation-evidence.ts';
import { type LoggedGeneration, type LoggedTimings, type SampleResult, UNCONFIRMED } from '../eval/sample.ts';
import type { UnscoredCause } from '../eval/score.ts';
import { isCutInCall, type UserTurn, userTurns, waitingIn } from '../eval/turn.ts';
import { wasSilent } from '../model/watchdog.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';

type Timed = Pick<SampleResult, 'timings' | 'transcript'>;

/**
 * Whether a sample's times may stand beside others: its turn did not fail, its device was itself, and gemmark's own clock
 * did not refute its engine's. Other times stay in the log, and reports count them apart.
 */
export function hasComparableTimes(sample: Timed): boolean {
	return wasSteady(sample) && !isFailedTurn(sample);
}

/**
 * False on a phone that throttled: it is slow by its heat, not by the model, and percentiles would tell how long the run was.
 */
export function wasSteady({ timings }: Pick<Timed, 'timings'>): boolean {
	return timings.device?.notComparable === undefined;
}

/** Whether a turn did not come to what it was for, and is fast by having done nothing. One that was cut did, as far as it went: it took at least its time. */
export function isFailedTurn({ transcript: { failure, error, generations } }: Pick<Timed, 'transcript'>): boolean {
	if (failure !== undefined) return failure !== TIMED_OUT;
	// A captured app reports a failure of its turn alone, also before or after all generations.
	if (error !== undefined && generations.every(isCaptured)) return true;
	return generations.some((generation) => {
		const cause = causeOfGeneration(generation, error);
		return cause !== undefined && FAILED.has(cause);
	});
}

/** Whether a user turn ran into a limit: the whole of it would have taken longer, nobody knows how much. */
export function wasCut(
	{ from, generations: { length } }: UserTurn,
	{ transcript }: Pick<Timed, 'transcript'>,
): boolean {
	const { failure, generations } = transcript;
	// What fails a sample ends it: the turns before were whole.
	if (failure === TIMED_OUT && from + length >= generations.length) return true;
	return generations.slice(from, from + length).some(isCut);
}

export function isCut(generation: LoggedGeneration): boolean {
	const cause = causeOfGeneration(generation);
	return cause !== undefined && CUT.has(cause);
}

const CUT: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>(['cut-length', 'cut-context-full', 'cut-deadline']);

const TIMED_OUT: EngineFailure = 'generation-timeout';

const FAILED: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>([
	'engine-failed',
	'refused-by-server',
	'interrupted',
]);

type Usage = LoggedGeneration['usage'];

/** Prompt tokens really evaluated by prefill time; cached ones do not count. Absent where the engine does not tell them. */
export function prefillTokensPerSecond(
	{ prefillMs, cachedPromptTokens }: LoggedTimings,
	{ promptTokens }: Usage,
): number | undefined {
	if (prefillMs === undefined || promptTokens === undefined || cachedPromptTokens === undefined) return undefined;
	const evaluated = promptTokens - cachedPromptTokens;
	return evaluated > 0 && prefillMs > 0 ? (evaluated / prefillMs) * 1000 : undefined;
}

/**
 * (output tokens - 1) / (last - first token time): the engine's own time between them where it reports one, else ours. Absent
 * for fewer than two tokens, and by our clock where the answer was held back on its way.
 */
export function decodeTokensPerSecond(timings: LoggedTimings, { outputTokens }: Usage): number | undefined {
	const { firstTokenMs, lastTokenMs, decodeMs } = timings;
	const ours = firstTokenMs === undefined || lastTokenMs === undefined ? undefined : lastTokenMs - firstTokenMs;
	const ms = decodeMs ?? (wasHeldBack(timings) ? undefined : ours);
	if (ms === undefined || outputTokens === undefined) return undefined;
	return outputTokens > 1 && ms > 0 ? ((outputTokens - 1) / ms) * 1000 : undefined;
}

/** Whether the gaps between its tokens are known: a clock that runs backwards, or not as ours, has none. */
export function tellsInterTokenLatencies({ pieceAtMs }: LoggedTimings): boolean {
	let before = Number.NEGATIVE_INFINITY;
	for (const atMs of pieceAtMs) {
		if (atMs < before) return false;
		before = atMs;
	}
	return pieceAtMs.length > 1;
}

/** Adds the gaps between tokens, milliseconds: a long log has a million, so no list is made of each generation's. */
export function addInterTokenLatencies(timings: LoggedTimings, values: number[]): void {
	if (wasHeldBack(timings)) return;
	let before: number | undefined;
	for (const atMs of timings.pieceAtMs) {
		if (before !== undefined) values.push(atMs - before);
		before = atMs;
	}
}

/** Whether what a generation waited for behind its last token is such a gap. */
function tellsOpenGap(timings: LoggedTimings): boolean {
	const { length } = timings.pieceAtMs;
	return length === 1 || (tellsInterTokenLatencies(timings) && !wasHeldBack(timings));
}

/**
 * Whether a proxy or server sent what it made one by one at once: half of the pieces or more came together with the one
 * before. Of a call alone the pieces are unknown.
 */
function wasHeldBack({ source, pieceAtMs }: LoggedTimings): boolean {
	if (source === 'engine') return false;
	const apart = pieceAtMs.filter((atMs, index) => index > 0 && atMs - (pieceAtMs[index - 1] ?? 0) >= TOGETHER_MS);
	return apart.length * 2 < Math.max(1, pieceAtMs.length);
}

/** What comes less than this behind another comes together with it: on our clock the pieces of one read are some 0.01 ms apart. */
const TOGETHER_MS = 1;

/** The whole sample with its tools. Absent where an engine that stayed silent was waited for in it. */
export function endToEnd({ timings, transcript }: Timed): number | undefined {
	return isTimed({ transcript }, transcript.generations) ? timings.endToEndMs : undefined;
}

/** The same of one of its user turns. */
export function turnEndToEnd({ from, generations, endToEndMs }: UserTurn, { transcript }: Timed): number | undefined {
	const own = transcript.generations.slice(from, from + generations.length);
	return isTimed({ transcript }, own) ? endToEndMs : undefined;
}

/** Of what another model may have answered, no time is this one's. */
function isTimed({ transcript }: Pick<Timed, 'transcript'>, generations: readonly LoggedGeneration[]): boolean {
	return transcript.failure !== UNCONFIRMED && !generations.some(({ finish }) => wasSilent(finish));
}

/** A time of a turn that was cut before the time came. */
export interface UnreachedTime extends Pick<LatencyRow, 'suite' | 'variant' | 'state'> {
	readonly metric: LatencyMetric;
	/** The sample, by its id. */
	readonly prompt: string;
	/** Place of the user turn in the sample. */
	readonly turn: number;
	/** How long it had not come by then, milliseconds. */
	readonly atLeast: number;
	/** False of a call that nothing had opened: it may never have come. */
	readonly underWay: boolean;
	/** Of `timeToFirstTokenMs`: whether a user waited for it, in the first generation of a turn of theirs. */
	readonly waited: boolean;
}

/** What a sample whose times are comparable has not measured because it was cut; what is merely not reported is not in it. */
export function unreachedTimes(sample: SampleResult): readonly UnreachedTime[] {
	const { suite, variant, sampleId: prompt, timings, transcript } = sample;
	return userTurns(timings).flatMap((turn, place) => {
		if (!wasCut(turn, sample)) return [];
		const own = transcript.generations.slice(turn.from, turn.from + turn.generations.length);
		const found = [...ofGenerations(turn, own), ...ofTurn(turn, own, sample)];
		return found.map(({ index = 0, underWay = true, metric, atLeast }) => {
			const state = timings.cold && turn.from + index === 0 && place === 0 ? ('cold' as const) : ('warm' as const);
			return { suite, variant, metric, state, prompt, turn: place, atLeast, underWay, waited: index === 0 };
		});
	});
}

interface Found extends Pick<UnreachedTime, 'metric' | 'atLeast'> {
	readonly underWay?: boolean;
	/** Of the generation in its turn; absent: it is the turn's. */
	readonly index?: number;
}

function ofGenerations({ generations }: UserTurn, own: readonly LoggedGeneration[]): readonly Found[] {
	return own.flatMap((generation, index) => {
		const timing = generations[index];
		if (timing === undefined || !isCut(generation)) return [];
		const { totalMs, pieceAtMs, firstTokenMs } = timing;
		// With the app's tools in it, it is no time of the engine.
		const isOwn = timing.sinceLastEnd !== true;
		const found: Found[] = [];
		if (isOwn && firstTokenMs === undefined && cameToNothing(generation)) {
			found.push({ metric: 'timeToFirstTokenMs', atLeast: totalMs, index });
		}
		// At its last token a limit of tokens waits for no other.
		if (generation.finish.unified === 'deadline' && tellsOpenGap(timing)) {
			found.push({ metric: 'interTokenLatencyMs', atLeast: Math.max(0, totalMs - (pieceAtMs.at(-1) ?? 0)), index });
		}
		if (isOwn && wasSilent(generation.finish)) found.push({ metric: 'turnMs', atLeast: totalMs, index });
		return found;
	});
}

/** An engine may not tell its clock of what it wrote. */
function cameToNothing({ pieces, events, usage }: LoggedGeneration): boolean {
	return pieces.length === 0 && events.length === 0 && (usage.outputTokens ?? 0) === 0;
}

function ofTurn(turn: UserTurn, own: readonly LoggedGeneration[], sample: SampleResult): readonly Found[] {
	const { generations, endToEndMs } = turn;
	const found: Found[] = [];
	if (turnEndToEnd(turn, sample) === undefined) found.push({ metric: 'endToEndMs', atLeast: endToEndMs });
	const last = generations.at(-1);
	if (last === undefined) found.push({ metric: 'timeToFirstTokenMs', atLeast: endToEndMs });
	const called = own.some(
		(generation) => generation.events.some(({ type }) => type === 'call') && !isCutInCall(generation),
	);
	const waiting = waitingIn(turn, sample);
	if (called || waiting.timeToCallMs !== undefined || sample.transcript.tools?.length === 0) return found;
	const before = generations.slice(0, -1).reduce((sum, { totalMs }) => sum + totalMs, 0);
	const atLeast = last === undefined ? endToEndMs : before + last.totalMs;
	const openMs = last?.callOpenMs;
	const underWay = openMs !== undefined && isUnclosed(own.at(-1));
	if (waiting.timeToFirstCallTokenMs === undefined) {
		found.push({ metric: 'timeToFirstCallTokenMs', atLeast: underWay ? before + openMs : atLeast, underWay });
	}
	found.push({ metric: 'timeToCallMs', atLeast, underWay });
	return found;
}

function isUnclosed(generation: LoggedGeneration | undefined): boolean {
	if (isCutInCall(generation)) return true;
	const last = generation?.events.at(-1);
	return last?.type === 'malformed' && last.reason === 'unclosed';
}

/** Defined in docs/metrics.md. */
export const LATENCY_METRICS = [
	'timeToFirstTokenMs',
	'timeToFirstCallTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'interTokenLatencyMs',
	'turnMs',
	'endToEndMs',
] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];

/** One metric of one suite and variant, cold and warm apart. */
export interface LatencyRow {
	readonly suite: string;
	readonly variant: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Whose clock. */
	readonly source: 'engine' | 'wall-clock';
	/** Cold: the first generation (and user turn) after the model was loaded. */
	readonly state: 'cold' | 'warm';
	/** Raw measurements in the order they were made; at least one. */
	readonly values: readonly number[];
	readonly distribution: Distribution;
	/** The sample of each value, by its id; of the metrics that budgets are held against. */
	readonly prompts?: readonly string[] | undefined;
	/** Of `timeToFirstTokenMs`: places of the values that a user waited for, of the first generation of a turn of theirs. */
	readonly waited?: readonly number[] | undefined;
	/** Of `turnMs` and `endToEndMs`: places of the values that were cut, so that the whole would have taken longer. */
	readonly cut?: readonly number[] | undefined;
}

/** A row of only the first tokens that a user waited for, not those after tools. Undefined without any. */
export function waitedFor(row: LatencyRow): LatencyRow | undefined {
	const { metric, waited, prompts = [] } = row;
	if (metric !== 'timeToFirstTokenMs' || waited === undefined) return row;
	if (waited.length === 0) return undefined;
	const values = waited.flatMap((place) => row.values[place] ?? []);
	return {
		...row,
		values,
		prompts: waited.flatMap((place) => prompts[place] ?? []),
		distribution: distribution(values),
		waited: [...values.keys()],
	};
}
