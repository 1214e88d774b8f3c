import type { CAPTURE_FAILURES } from '../../evidence/turn-evidence.ts';
import type { PlannedSample } from '../../plan.ts';
import type { SampleResult, TOO_LARGE, Transcript, UNLOGGABLE } from '../../sample.ts';
import { scoreSample } from '../../score/score-sample.ts';
import type { ScoreContext } from '../../score/scorer.ts';
import type { OWN_CODE } from '../own-code.ts';

/** Why a log cannot hold a sample. `failure` is the transcript's word for whose doing that is, by which it is unscored and advised. */
export interface LogProblem {
	readonly failure: typeof TOO_LARGE | typeof UNLOGGABLE | typeof OWN_CODE | (typeof CAPTURE_FAILURES)['contradictory'];
	readonly detail: string;
}

/** Why a log could not hold the sample; absent where it can. */
export type SampleProblem = (sample: SampleResult) => LogProblem | undefined;

/** The sample as its own failure, without what no log can hold. */
export function unloggable(
	result: SampleResult,
	{ failure, detail }: LogProblem,
	{ suite, sample }: Pick<PlannedSample, 'suite' | 'sample'>,
	context: ScoreContext,
): SampleResult {
	const transcript: Transcript = { facts: {}, generations: [], failure, failureDetail: detail };
	const { ownWords: _, ...kept } = result;
	const { endToEndMs, cold } = result.timings;
	return {
		...kept,
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: { generations: [], endToEndMs, cold },
	};
}
