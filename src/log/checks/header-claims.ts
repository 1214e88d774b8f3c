import { LogError } from '../../base/errors.ts';
import { counted } from '../../base/message.ts';
import type { EvaluatedSuite } from '../../eval/run.ts';
import type { LogHeader } from '../record.ts';

/** Throws {@link LogError} where what a header says of its suites cannot be true at once; no run writes such a one. */
export function requireConsistentHeader(header: LogHeader, source: string): void {
	for (const [index, suite] of header.suites.entries()) {
		const problem = planProblem(suite, header) ?? decisionProblem(suite) ?? nameProblem(suite, header);
		if (problem === undefined) continue;
		throw new LogError(`${source}:1: suites[${index}] (${suite.name}): ${problem}`, {
			hint: 'The header was edited: use the log as gemmark wrote it.',
		});
	}
}

/** Counts of the plan against each other. */
function planProblem({ planned, samples, plan }: EvaluatedSuite, { settings }: LogHeader): string | undefined {
	const { epochs, filter, limit } = settings;
	if (epochs < 1) return `${epochs} epochs are none`;
	const chosen = filter !== undefined || limit !== undefined;
	// Logs of before have none.
	if (plan === undefined) return undefined;
	const ids = new Set(plan.ids).size;
	if (ids < plan.ids.length) return 'plan.ids names a sample twice';
	const there = ids * plan.arms.length * epochs;
	if (there !== planned) return `planned ${planned}, but its plan has ${counted(there, 'sample')}`;
	if (limit !== undefined && ids > limit)
		return `plan.ids has ${counted(ids, 'sample')}, more than the limit of ${limit}`;
	if (samples === undefined || ids === samples || (chosen && ids < samples)) return undefined;
	return `samples ${samples}, but plan.ids has ${ids}`;
}

function decisionProblem({ decision, scores }: EvaluatedSuite): string | undefined {
	if (decision === undefined) return undefined;
	const { score, threshold, paths } = decision;
	if (threshold.hits < 1 || threshold.hits > threshold.of) {
		return `decision.threshold: ${threshold.hits} of ${threshold.of} decides nothing`;
	}
	if (paths[0].name === paths[1].name) return `decision.paths: both are named ${paths[0].name}`;
	const declared = Object.hasOwn(scores, score) ? scores[score] : undefined;
	// A log of version 1 declares what its samples have.
	return declared === undefined || declared.kind === 'rate' ? undefined : `decision.score: ${score} is no rate`;
}

function nameProblem({ name }: EvaluatedSuite, { suites }: LogHeader): string | undefined {
	return suites.filter((other) => other.name === name).length > 1 ? 'two suites have this name' : undefined;
}
