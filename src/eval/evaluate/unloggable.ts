import type { PlannedSample } from '../plan.ts';
import { type SampleResult, type Transcript, UNLOGGABLE } from '../sample.ts';
import { scoreSample } from '../score/score-sample.ts';
import type { ScoreContext } from '../score/scorer.ts';

/** Why a log could not hold the sample; absent where it can. */
export type SampleProblem = (sample: SampleResult) => string | undefined;

/** The sample as its own failure, without what no log can hold. */
export function unloggable(
	result: SampleResult,
	problem: string,
	{ suite, sample }: Pick<PlannedSample, 'suite' | 'sample'>,
	context: ScoreContext,
): SampleResult {
	const transcript: Transcript = { facts: {}, generations: [], failure: UNLOGGABLE, failureDetail: problem };
	const { ownWords: _, ...kept } = result;
	const { endToEndMs, cold } = result.timings;
	return {
		...kept,
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: { generations: [], endToEndMs, cold },
	};
}
