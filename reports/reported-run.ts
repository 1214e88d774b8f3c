import type { PeoplesJudgement } from '../src/eval/scoring/labels.ts';
import type { Log } from '../src/log/record.ts';
import { type CompareOptions, type ComparisonSummary, summarizeComparison } from '../src/summary/compare/compare.ts';
import type { GateResult } from '../src/summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../src/summary/summarize.ts';

/** A log and its summary: the input of every report. */
export interface ReportedRun {
	readonly log: Log;
	readonly summary: RunSummary;
	/** People's labels by sample key, as used in the summary. */
	readonly labels?: ReadonlyMap<string, PeoplesJudgement>;
	readonly gate?: GateResult;
}

export function reportedRun(log: Log, { labels, gate }: Pick<ReportedRun, 'labels' | 'gate'> = {}): ReportedRun {
	return { log, summary: summarizeRun(log, { labels }), labels, gate };
}

/** The first run is the baseline. */
export interface ReportedComparison {
	readonly runs: readonly ReportedRun[];
	readonly comparison: ComparisonSummary;
}

/** Throws `UsageError` if the runs differ in fields that `allow` does not name. */
export function reportedComparison(runs: readonly ReportedRun[], options?: CompareOptions): ReportedComparison {
	return { runs, comparison: summarizeComparison(runs, options) };
}
