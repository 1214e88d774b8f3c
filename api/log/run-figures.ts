import { UsageError } from '../../src/base/errors.ts';
import type { EvaluatedRun } from '../../src/eval/run.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import * as decisions from '../../src/summary/decisions.ts';
import * as metrics from '../../src/summary/metrics.ts';
import * as suites from '../../src/summary/suites.ts';
import { givenText } from '../../src/text/given-options.ts';
import type { Run } from '../evaluate.ts';
import { givenRun } from './given-run.ts';

/** Numbers of a run by the names that gates and CSV files use; what a run does not tell is not in it. */
export function namedMetrics(run: Run | EvaluatedRun): metrics.NamedMetrics {
	return metrics.namedMetrics(givenRun(run, 'namedMetrics'));
}

/** What every suite of a run came to, by arms and scores. */
export function summarizeSuites(run: Run | EvaluatedRun): readonly suites.SuiteSummary[] {
	return suites.summarizeSuites(givenRun(run, 'summarizeSuites'));
}

/** What every suite that decides came to; with people's labels by sample key, theirs too. Throws {@link UsageError} for labels that are no Map. */
export function summarizeDecisions(
	run: Run | EvaluatedRun,
	judgements?: ReadonlyMap<string, PeoplesJudgement>,
): readonly decisions.DecisionSummary[] {
	const log = givenRun(run, 'summarizeDecisions');
	if (judgements !== undefined && !(judgements instanceof Map)) {
		throw new UsageError(`summarizeDecisions: judgements are a Map by sample key, not ${givenText(judgements)}`, {
			hint: 'Leave them out for the verdicts of the rule.',
		});
	}
	return decisions.summarizeDecisions(log, judgements);
}
