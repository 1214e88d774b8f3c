import type { Log } from '../../src/log/record.ts';
import type { RunComparison, RunDifference } from '../../src/summary/compare/compare.ts';
import type { Unrecorded } from '../../src/summary/compare/identity.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import type { MainFlips } from '../messages/en/comparison.ts';
import type { ReportedComparison } from '../reported-run.ts';

/** One run of a comparison, with everything that is shown of it. */
export interface ComparedRun {
	readonly name: string;
	readonly label: string;
	readonly log: Log;
	readonly summary: RunSummary;
	readonly unknown: readonly Unrecorded[];
	/** Without what a turn was cut before in any of the runs. */
	readonly latencies: LatencySummary;
	/** Warm turns that were cut in one of the runs or more, the same number in each. */
	readonly cutTurns: number;
	/** Against the first run; absent for that one. */
	readonly against?: RunDifference | undefined;
}

export function comparedRuns({ runs, comparison }: ReportedComparison): readonly ComparedRun[] {
	const { speed, cutTurns, against } = comparison;
	return comparison.runs.flatMap((run, index) => {
		const { log } = runs[index] ?? {};
		const latencies = speed[index];
		if (log === undefined || latencies === undefined) return [];
		return [{ ...run, log, latencies, cutTurns, against: against[index - 1] }];
	});
}

/** The scores by which samples count, for one sentence on a whole run. */
export function mainFlips({ scores, paired }: RunComparison): MainFlips {
	const main = scores.filter((score) => score.main);
	const others = scores.filter((score) => !score.main);
	return {
		lost: main.reduce((sum, { lost }) => sum + lost.length, 0),
		gained: main.reduce((sum, { gained }) => sum + gained.length, 0),
		samples: main.length === 0 ? paired : main.reduce((sum, score) => sum + score.paired, 0),
		others: {
			lost: others.reduce((sum, { lost }) => sum + lost.length, 0),
			gained: others.reduce((sum, { gained }) => sum + gained.length, 0),
		},
	};
}
