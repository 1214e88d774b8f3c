import { distribution } from '../../../stats/distribution.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../../stats/rate.ts';
import { isBudgeted, type TimeBudget } from '../../app.ts';
import type { EvaluatedRun } from '../../run.ts';
import { oncePerRun } from '../once-per-run.ts';
import { summarizeSuites } from '../suite/suite-summary.ts';
import { budgetedPart, heldTimes, isHeldAgainst, isTooLong, leavesOpen } from './budgeted-times.ts';
import type { LatencyRow } from './latency-row.ts';
import { summarizeLatencies } from './latency-summary.ts';
import type { UnreachedTime } from './unreached-times.ts';

/** What a run came to against one of the app's declared budgets. */
export interface BudgetResult {
	readonly budget: TimeBudget;
	/**
	 * Measurements within it, of waits for a first token those of users, clustered by prompt; an interval only where all that it
	 * is held against ran whole, and none is left out.
	 */
	readonly within: Rate;
	/** The largest tenth begins here, ms; absent where every turn was cut before it told. */
	readonly p90?: number | undefined;
	/** Samples whose times are in none: their turn failed or was cut, or their device was not itself. */
	readonly leftOut: number;
}

/** Every declared budget that something was measured for, be it of turns that were cut. */
export const budgetResults: (run: EvaluatedRun) => readonly BudgetResult[] = oncePerRun((run) => {
	const { rows, unreached } = summarizeLatencies(run);
	const arms = summarizeSuites(run).flatMap(({ suite, arms }) => arms.map((arm) => ({ suite: suite.name, ...arm })));
	return (run.header.app?.budgets ?? []).flatMap((budget) => {
		const measured = rows.flatMap((row) => budgetedPart(run, row, budget) ?? []);
		const never = unreached.filter(({ waited }) => waited).filter(isHeldAgainst(run, budget));
		if (measured.length + never.length === 0) return [];
		const held = [...measured.flatMap((row) => heldTimes(row, budget.atMost) ?? []), ...tooLong(run, never, budget)];
		const { p90 } = distribution(held.flatMap((row) => row.values));
		const within = rateOfClusters(withinByPrompt(held, budget));
		const whole = held.every((row) => arms.some((one) => one.suite === row.suite && one.arm === row.arm && one.whole));
		// What left them out may be why they were slow.
		const leftOut = run.samples.filter(isBudgeted(budget)).filter((sample) => leavesOpen(sample, budget)).length;
		return [{ budget, within: whole && leftOut === 0 ? within : withoutInterval(within), p90, leftOut }];
	});
});

type HeldTimes = Pick<LatencyRow, 'suite' | 'arm' | 'values' | 'prompts'>;

/** What did not come, and was too long by then, each as long as it had been waited for. */
export function tooLong(
	run: EvaluatedRun,
	unreached: readonly UnreachedTime[],
	budget: TimeBudget,
): readonly HeldTimes[] {
	return unreached
		.filter(isHeldAgainst(run, budget))
		.filter((time) => isTooLong(time, budget.atMost))
		.map(({ suite, arm, prompt, atLeast }) => ({ suite, arm, values: [atLeast], prompts: [prompt] }));
}

/** Repeats and arms of a prompt are not independent. */
function withinByPrompt(held: readonly HeldTimes[], { atMost }: TimeBudget): readonly (readonly boolean[])[] {
	const clusters = new Map<string, boolean[]>();
	for (const { suite, values, prompts = [] } of held) {
		for (const [place, value] of values.entries()) {
			const prompt = `${suite} ${prompts[place]}`;
			const cluster = clusters.get(prompt) ?? [];
			cluster.push(value <= atMost);
			clusters.set(prompt, cluster);
		}
	}
	return [...clusters.values()];
}
