import type { EngineFailure } from '../../../base/errors.ts';
import { causeOfGeneration, isCaptured } from '../../evidence/generation-evidence.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { LoggedGeneration, SampleResult } from '../../sample.ts';
import type { UnscoredCause } from '../../score.ts';
import type { UserTurn } from '../../turn.ts';

/** That nobody can hold a run's times against others, with why; undefined where one can. */
export function notComparableText({ header }: Pick<EvaluatedRun, 'header'>): string | undefined {
	const why = header.engine.timingsNotComparable;
	return why === undefined ? undefined : `its times cannot be compared: ${why}`;
}

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
 * Nor where an engine's clock was refuted: what is left is another clock's.
 */
export function wasSteady({ timings }: Pick<Timed, 'timings'>): boolean {
	return timings.device?.notComparable === undefined && !timings.generations.some(({ refuted }) => refuted === true);
}

/** Whether a turn did not come to what it was for, and is fast by having done nothing. One that was cut did, as far as it went: it took at least its time. */
export function isFailedTurn({ transcript: { failure, error, generations } }: Pick<Timed, 'transcript'>): boolean {
	if (failure !== undefined) return failure !== TIMED_OUT;
	// A captured app tells of its turn alone that it failed, also before or behind all generations.
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
