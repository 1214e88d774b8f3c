import type { PlannedSample } from '../../plan.ts';
import type { SampleResult, Transcript } from '../../sample.ts';
import { scoreSample } from '../../score/score-sample.ts';
import type { ScoreContext } from '../../score/scorer.ts';
import type { LogProblem } from './solve-context.ts';

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
