import type { Log } from '../../src/log/record.ts';
import type { RunComparison, RunDifference } from '../../src/summary/compare/compare.ts';
import type { Unrecorded } from '../../src/summary/compare/identity.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import type { ReportedComparison } from '../reported-run.ts';

/** A run of a comparison. */
export interface ComparedRun {
	readonly name: string;
	readonly label: string;
	readonly log: Log;
	readonly summary: RunSummary;
	readonly unknown: readonly Unrecorded[];
	/** Without times that a turn did not reach in any of the runs. */
	readonly latencies: LatencySummary;
	/** Warm turns cut off in at least one run. */
	readonly cutTurns: number;
	/** Difference from the first run; absent for the first. */
	readonly against?: RunDifference;
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

/** Scores with flips, or with samples that could not be compared. */
export function shownScores(against: RunComparison | undefined): readonly ScoreFlips[] {
	return (against?.scores ?? []).filter(
		({ lost, gained, unpaired, inOneOnly }) => lost.length + gained.length + unpaired + inOneOnly > 0,
	);
}

export interface DirectedFlip {
	readonly flip: Flip;
	readonly direction: 'lost' | 'gained';
}

/** The lost samples, then the gained ones. */
export function flipsOf({ lost, gained }: ScoreFlips): readonly DirectedFlip[] {
	return [
		...lost.map((flip) => ({ flip, direction: 'lost' }) as const),
		...gained.map((flip) => ({ flip, direction: 'gained' }) as const),
	];
}

/** Samples of main scores that are scored in both runs; of all pairs where no score judges. */
export function scoredSamples({ scores, paired }: RunComparison): number {
	const main = scores.filter((score) => score.main);
	return main.length === 0 ? paired : main.reduce((sum, score) => sum + score.paired, 0);
}
