import type { EngineFailure } from '../base/errors.ts';
import { causeOfGeneration, isCaptured } from '../eval/evidence/generation-evidence.ts';
import { type LoggedGeneration, type LoggedTimings, type SampleResult, UNCONFIRMED } from '../eval/sample.ts';
import type { UnscoredCause } from '../eval/score.ts';
import { isCutInCall, type UserTurn, userTurns, waitingIn } from '../eval/turn.ts';
import { wasSilent } from '../model/watchdog.ts';
import type { Distribution } from '../stats/distribution.ts';

type Timed = Pick<SampleResult, 'timings' | 'transcript'>;

/** Whether a sample's times are comparable: its turn did not fail, and its device did not throttle. Reports count others separately. */
export function hasComparableTimes(sample: Timed): boolean {
	return wasSteady(sample) && !isFailedTurn(sample);
}

/** False on a phone that throttled: its times depend on heat, not on the model. Answers from the cache have no times. */
export function wasSteady({ timings }: Pick<Timed, 'timings'>): boolean {
	return timings.device?.notComparable === undefined && !isCached(timings);
}

/** Whether an answer came from the cache. */
export function isCached({ generations }: Pick<Timed['timings'], 'generations'>): boolean {
	return generations.some(({ source }) => source === 'cache');
}

/** Whether a turn failed, so that its times are too short. A turn that was cut off took at least its time. */
export function isFailedTurn({ transcript: { failure, error, generations } }: Pick<Timed, 'transcript'>): boolean {
	if (failure !== undefined) return failure !== TIMED_OUT;
	// A captured app reports failures by turn, not by generation.
	if (error !== undefined && generations.every(isCaptured)) return true;
	return generations.some((generation) => {
		const cause = causeOfGeneration(generation, error);
		return cause !== undefined && FAILED.has(cause);
	});
}

/** Whether a user turn was cut off at a limit, so that its whole time is unknown. */
export function wasCut(
	{ from, generations: { length } }: UserTurn,
	{ transcript }: Pick<Timed, 'transcript'>,
): boolean {
	const { failure, generations } = transcript;
	// A timeout ends the sample, so only its last turn is cut off.
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

/** Evaluated (not cached) prompt tokens by prefill time. Undefined if the engine does not report them, or had before. */
export function prefillTokensPerSecond(
	{ prefillMs, cachedPromptTokens, repeated }: LoggedTimings,
	{ promptTokens }: Usage,
): number | undefined {
	if (repeated || prefillMs === undefined || promptTokens === undefined || cachedPromptTokens === undefined)
		return undefined;
	const evaluated = promptTokens - cachedPromptTokens;
	return evaluated > 0 && prefillMs > 0 ? (evaluated / prefillMs) * 1000 : undefined;
}

/**
 * (output tokens - 1) / (last - first token time), by the engine's clock if it reports one, else by ours. Undefined for
 * fewer than two tokens, and by our clock if the answer was buffered on its way.
 */
export function decodeTokensPerSecond(timings: LoggedTimings, { outputTokens }: Usage): number | undefined {
	const { firstTokenMs, lastTokenMs, decodeMs } = timings;
	const ours = firstTokenMs === undefined || lastTokenMs === undefined ? undefined : lastTokenMs - firstTokenMs;
	const ms = decodeMs ?? (wasBuffered(timings) ? undefined : ours);
	if (ms === undefined || outputTokens === undefined) return undefined;
	return outputTokens > 1 && ms > 0 ? ((outputTokens - 1) / ms) * 1000 : undefined;
}

/** Whether the gaps between tokens are known: not with a clock that runs backwards. */
export function hasInterTokenTimes({ pieceAtMs }: LoggedTimings): boolean {
	let before = Number.NEGATIVE_INFINITY;
	for (const atMs of pieceAtMs) {
		if (atMs < before) return false;
		before = atMs;
	}
	return pieceAtMs.length > 1;
}

/** Appends the gaps between tokens, ms. A long log has a million, so there is no list per generation. */
export function addInterTokenLatencies(timings: LoggedTimings, values: number[]): void {
	if (wasBuffered(timings)) return;
	let before: number | undefined;
	for (const atMs of timings.pieceAtMs) {
		if (before !== undefined) values.push(atMs - before);
		before = atMs;
	}
}

/** Whether the wait after the last token is such a gap. */
function hasOpenGap(timings: LoggedTimings): boolean {
	const { length } = timings.pieceAtMs;
	return length === 1 || (hasInterTokenTimes(timings) && !wasBuffered(timings));
}

/** Whether a proxy or server buffered the tokens: at least half of the pieces came together with the one before. */
function wasBuffered({ source, pieceAtMs }: LoggedTimings): boolean {
	if (source === 'engine') return false;
	const apart = pieceAtMs.filter((atMs, index) => index > 0 && atMs - (pieceAtMs[index - 1] ?? 0) >= TOGETHER_MS);
	return apart.length * 2 < Math.max(1, pieceAtMs.length);
}

/** Pieces closer than this came together: by our clock the pieces of one read are about 0.01 ms apart. */
const TOGETHER_MS = 1;

/** Time of the whole sample with its tools, ms. Undefined if it includes waiting for a silent engine or saves a prefill. */
export function endToEnd({ timings, transcript }: Timed): number | undefined {
	return isTimed({ transcript }, transcript.generations, timings.generations) ? timings.endToEndMs : undefined;
}

/** The same of one user turn. */
export function turnEndToEnd({ from, generations, endToEndMs }: UserTurn, { transcript }: Timed): number | undefined {
	const own = transcript.generations.slice(from, from + generations.length);
	return isTimed({ transcript }, own, generations) ? endToEndMs : undefined;
}

/** Samples that another model may have answered have no times. */
function isTimed(
	{ transcript }: Pick<Timed, 'transcript'>,
	generations: readonly LoggedGeneration[],
	timings: readonly LoggedTimings[],
): boolean {
	if (transcript.failure === UNCONFIRMED || isCached({ generations: timings })) return false;
	if (timings.some(({ repeated }) => repeated)) return false;
	return !generations.some(({ finish }) => wasSilent(finish));
}

/** A time that a turn was cut off before. */
export interface UnreachedTime extends Pick<LatencyRow, 'suite' | 'variant' | 'state'> {
	readonly metric: LatencyMetric;
	/** Sample id. */
	readonly prompt: string;
	/** Index of the user turn in the sample. */
	readonly turn: number;
	/** Lower bound, ms. */
	readonly atLeast: number;
	/** False for a call that nothing had opened: it might never have come. */
	readonly underWay: boolean;
}

/** Times that a comparable sample lacks because it was cut off, not because they were not reported. */
export function unreachedTimes(sample: SampleResult): readonly UnreachedTime[] {
	const { suite, variant, sampleId: prompt, timings, transcript } = sample;
	return userTurns(timings).flatMap((turn, place) => {
		if (!wasCut(turn, sample)) return [];
		const own = transcript.generations.slice(turn.from, turn.from + turn.generations.length);
		const found = [...ofGenerations(turn, own), ...ofTurn(turn, own, sample)];
		return found.map(({ index = 0, underWay = true, metric, atLeast }) => {
			const state = timings.cold && turn.from + index === 0 && place === 0 ? ('cold' as const) : ('warm' as const);
			return { suite, variant, metric, state, prompt, turn: place, atLeast, underWay };
		});
	});
}

interface Found extends Pick<UnreachedTime, 'metric' | 'atLeast'> {
	readonly underWay?: boolean;
	/** Of the generation in its turn; absent for the turn. */
	readonly index?: number;
}

function ofGenerations({ generations }: UserTurn, own: readonly LoggedGeneration[]): readonly Found[] {
	return own.flatMap((generation, index) => {
		const timing = generations[index];
		if (timing === undefined || !isCut(generation)) return [];
		const { totalMs, pieceAtMs, firstTokenMs } = timing;
		// A generation timed together with the app's tools has no time of its own.
		const isOwn = timing.sinceLastEnd !== true;
		const found: Found[] = [];
		if (index === 0 && isOwn && firstTokenMs === undefined && isEmpty(generation)) {
			found.push({ metric: 'timeToFirstTokenMs', atLeast: totalMs, index });
		}
		// A token limit does not wait for another token.
		if (generation.finish.unified === 'deadline' && hasOpenGap(timing)) {
			found.push({ metric: 'interTokenLatencyMs', atLeast: Math.max(0, totalMs - (pieceAtMs.at(-1) ?? 0)), index });
		}
		if (isOwn && wasSilent(generation.finish)) found.push({ metric: 'turnMs', atLeast: totalMs, index });
		return found;
	});
}

/** By output, because an engine may not report times. */
function isEmpty({ pieces, events, usage }: LoggedGeneration): boolean {
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

/** Values of one metric of one suite and variant, cold or warm. */
export interface LatencyRow {
	readonly suite: string;
	readonly variant: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** The clock. */
	readonly source: LoggedTimings['source'];
	/** Cold: the first generation (and user turn) after the model was loaded. */
	readonly state: 'cold' | 'warm';
	/** Raw measurements in order; at least one. */
	readonly values: readonly number[];
	readonly distribution: Distribution;
	/** Sample id of each value, for metrics that budgets check. */
	readonly prompts?: readonly string[];
	/** Of `turnMs` and `endToEndMs`: indices of the values that were cut off, so lower bounds. */
	readonly cut?: readonly number[];
}
