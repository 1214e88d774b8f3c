import type { PeoplesJudgement } from '../src/eval/scoring/labels.ts';
import type { Log } from '../src/log/record.ts';
import { type ComparisonSummary, summarizeComparison } from '../src/summary/compare/compare.ts';
import type { GateResult } from '../src/summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../src/summary/summarize.ts';

/** A run as every surface takes it: its log, and the summary that was made of it once. */
export interface ReportedRun {
	readonly log: Log;
	readonly summary: RunSummary;
	/** People's labels by sample key, which the summary was made with. */
	readonly labels?: ReadonlyMap<string, PeoplesJudgement> | undefined;
}

export function reportedRun(
	log: Log,
	judged: {
		readonly labels?: ReadonlyMap<string, PeoplesJudgement> | undefined;
		readonly gate?: GateResult | undefined;
	} = {},
): ReportedRun {
	return { log, summary: summarizeRun(log, judged), labels: judged.labels };
}

/** Runs beside each other as every surface takes them; the first is the baseline of the others. */
export interface ReportedComparison {
	readonly runs: readonly ReportedRun[];
	readonly comparison: ComparisonSummary;
}

/** Throws `UsageError` where the runs are not comparable and not allowed to be. */
export function reportedComparison(runs: readonly ReportedRun[], allow?: readonly string[]): ReportedComparison {
	return { runs, comparison: summarizeComparison(runs, { allow }) };
}
