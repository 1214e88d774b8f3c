import {
	distribution,
	hasComparableTimes,
	type LatencyRow,
	type Log,
	localized,
	type Rate,
	rateOfClusters,
	summarizeLatencies,
	summarizeSuites,
	type TimeBudget,
	waitedFor,
	withoutInterval,
} from '../src/index.ts';
import { clipped } from './html/samples/said.ts';
import type { Locale } from './locale/locale.ts';

const NAME_CHARS = 60;

/** What a run came to against one of the app's declared budgets. */
export interface BudgetResult {
	readonly budget: TimeBudget;
	/**
	 * Measurements within it, of waits for a first token those of users, clustered by prompt; an interval only where all that it
	 * is held against ran whole, and none is left out.
	 */
	readonly within: Rate;
	/** The largest tenth begins here, ms. */
	readonly p90: number;
	/** Samples whose times are in none: their turn failed, or their device was not itself. */
	readonly leftOut: number;
}

/** Every declared budget that something was measured for. */
export function budgetResults(log: Log): readonly BudgetResult[] {
	const { rows } = summarizeLatencies(log);
	const left = log.samples.filter((sample) => !hasComparableTimes(sample));
	const arms = summarizeSuites(log).flatMap(({ suite, arms }) => arms.map((arm) => ({ suite: suite.name, ...arm })));
	return (log.header.app?.budgets ?? []).flatMap((budget) => {
		const held = rows.filter((row) => isHeldAgainst(row, budget)).flatMap((row) => waitedFor(row) ?? []);
		const values = held.flatMap((row) => row.values);
		if (values.length === 0) return [];
		const { p90 = 0 } = distribution(values);
		const within = rateOfClusters(withinByPrompt(held, budget));
		const whole = held.every((row) => arms.some((one) => one.suite === row.suite && one.arm === row.arm && one.whole));
		// What left them out may be why they were slow.
		const leftOut = left.filter(({ suite }) => budget.suites === undefined || budget.suites.includes(suite)).length;
		return [{ budget, within: whole && leftOut === 0 ? within : withoutInterval(within), p90, leftOut }];
	});
}

/** Repeats and arms of a prompt are not independent. */
function withinByPrompt(held: readonly LatencyRow[], { atMost }: TimeBudget): readonly (readonly boolean[])[] {
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

/** Whether the budget is of what the row measures. */
export function isHeldAgainst(
	{ metric, suite, state }: Pick<LatencyRow, 'metric' | 'suite' | 'state'>,
	budget: TimeBudget,
): boolean {
	return (
		metric === budget.metric &&
		(budget.state === undefined || state === budget.state) &&
		(budget.suites === undefined || budget.suites.includes(suite))
	);
}

/** What is promised, else the time that is measured. */
export function budgetName({ title, metric }: TimeBudget, { lang, metrics, detail }: Locale): string {
	const [name = metric] = metrics[metric] ?? [];
	return title === undefined ? name : clipped(localized(title, lang), NAME_CHARS, detail.long);
}
