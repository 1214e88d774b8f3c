import type { SuitePlan } from '../eval/plan.ts';
import type { SampleResult } from '../eval/sample.ts';

/** Told how much of a run is done, and of the suite under way; `label` names the sample that was done last. */
export type ProgressListener = (done: number, total: number, label: string, suite?: SuiteProgress) => void;

/** Samples of a suite in this run, what was done before it included. */
export interface SuiteProgress {
	readonly name: string;
	readonly done: number;
	readonly total: number;
}

/** Counts the samples of each suite as they come. */
export function suiteProgress(
	plans: readonly SuitePlan[],
	before: readonly Pick<SampleResult, 'suite'>[],
): (result: SampleResult) => SuiteProgress {
	const done = new Map<string, number>();
	const count = ({ suite: name }: Pick<SampleResult, 'suite'>): SuiteProgress => {
		done.set(name, (done.get(name) ?? 0) + 1);
		const { samples = [] } = plans.find(({ suite }) => suite.name === name) ?? {};
		return { name, done: done.get(name) ?? 0, total: samples.length };
	};
	before.forEach(count);
	return count;
}
