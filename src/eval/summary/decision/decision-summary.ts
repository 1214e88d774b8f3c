import type { Decision } from '../../decision.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../../run.ts';
import type { PeoplesJudgement } from '../../scoring/labels.ts';
import { type DecisionOutcome, decisionOutcome } from './decision-outcome.ts';
import { type PeoplesVerdict, peoplesVerdict } from './peoples-verdict.ts';

/** What a suite decides, and on what that rests. */
export interface DecisionSummary extends DecisionOutcome {
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	/** What people say, where they judged any of the samples. */
	readonly people?: PeoplesVerdict | undefined;
}

/**
 * What the log says of each suite that decides something. A verdict counts prompts, not samples: with epochs a prompt is
 * a hit where more than half of its planned epochs are, so that 5 of 15 keeps its meaning; the rate over all samples
 * stands beside it with its clustered interval.
 */
export function summarizeDecisions(
	run: EvaluatedRun,
	judgements?: ReadonlyMap<string, PeoplesJudgement>,
): readonly DecisionSummary[] {
	return run.header.suites.flatMap((suite) => {
		const { name, decision } = suite;
		if (decision === undefined) return [];
		const samples = orderedSamples(run, name);
		const deciding = { run, suite, decision };
		return [
			{
				suite,
				decision,
				epochs: run.header.settings.epochs,
				...decisionOutcome(deciding, samples),
				people: judgements && peoplesVerdict(deciding, samples, judgements),
			},
		];
	});
}

function orderedSamples({ samples }: EvaluatedRun, suite: string): DecisionSummary['samples'] {
	const own = samples.flatMap((result, index) => (result.suite === suite ? [{ result, index }] : []));
	const order = new Map<string, number>();
	for (const { result } of own) order.set(result.sampleId, order.get(result.sampleId) ?? order.size);
	return own.sort(
		({ result: one }, { result: other }) =>
			(order.get(one.sampleId) ?? 0) - (order.get(other.sampleId) ?? 0) || one.epoch - other.epoch,
	);
}
