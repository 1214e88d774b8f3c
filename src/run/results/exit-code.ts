import type { GemmarkError } from '../../base/errors.ts';
import { mainScore } from '../../eval/run.ts';
import type { PeoplesJudgement } from '../../eval/scoring/labels.ts';
import { standingLine } from '../../eval/summary/decision/standing-text.ts';
import { unscoredText } from '../../eval/summary/unscored-text.ts';
import type { Log } from '../../log/record.ts';
import { countReasons } from '../../stats/counts.ts';
import { standingSummary, summarizeDecisions } from '../../summary/decisions.ts';
import type { GateResult } from '../../summary/gate/gate.ts';
import { summarizeSuites } from '../../summary/suites.ts';

/** Exit code of a process ended by SIGINT, as shells know it. */
export const INTERRUPTED_EXIT_CODE = 130;

/**
 * What `gemmark run` exits with: that of the failure which ended the run, 130 where it was interrupted, 1 where its gate
 * failed (3 where what is unscored could decide it), 3 where a suite that decides could not or nothing was measured, else 0.
 */
export function exitCodeOf(
	log: Log,
	{ failure, gate }: { readonly failure?: GemmarkError | undefined; readonly gate?: GateResult | undefined } = {},
): number {
	if (failure !== undefined) return failure.exitCode;
	if (log.footer?.outcome === 'interrupted') return INTERRUPTED_EXIT_CODE;
	return judgedExitCode(log, gate);
}

/**
 * Exit code of a run that came to its end before: 1 where its gate failed, 3 where gate or suite could not decide, shards
 * are missing, or nothing at all was measured; else 0.
 */
export function judgedExitCode(log: Log, gate?: GateResult | undefined, judgements?: Judgements): 0 | 1 | 3 {
	if (gate?.passed === false) return gate.undecided ? 3 : 1;
	return evidenceExitCode(log, judgements);
}

/**
 * Exit code of what states a verdict: 3 where a suite that decides could not, shards are missing, or nothing at all was
 * measured; else 0.
 */
export function evidenceExitCode(log: Log, judgements?: Judgements): 0 | 3 {
	return undecidedLines(log, judgements).length + unmeasuredLines(log).length > 0 ? 3 : 0;
}

/** People's labels by sample key: their word is the last. */
type Judgements = ReadonlyMap<string, PeoplesJudgement> | undefined;

/** A line for every suite that decides and could not, as its verdict says it, and where shards of the run are not there. */
export function undecidedLines(log: Log, judgements?: Judgements): readonly string[] {
	const open = summarizeDecisions(log, judgements).flatMap((summary) => {
		const { status } = standingSummary(summary).verdict;
		return status === 'undecided' ? [`${summary.suite.name}: ${standingLine(summary)}`] : [];
	});
	return [...open, ...missingShardLines(log)];
}

/** Of a run that was merged without some of its shards, a line. */
export function missingShardLines({ header }: Log): readonly string[] {
	const { missingShards = [] } = header.settings;
	return missingShards.length === 0 ? [] : [`shards are missing, so nothing is decided: ${missingShards.join(', ')}`];
}

/** Where no suite of a run could score any sample by what says whether it passed: a line for each whose verdict does not say so. */
export function unmeasuredLines(log: Log): readonly string[] {
	const mains = summarizeSuites(log).flatMap(({ suite, arms }) => {
		const name = mainScore(suite);
		const scores = arms.flatMap((arm) => arm.scores.filter((score) => score.name === name));
		return scores.length === 0 ? [] : [{ suite: suite.name, scores }];
	});
	if (mains.some(({ scores }) => scores.some(({ rate, values }) => (rate?.n ?? values?.n ?? 0) > 0))) return [];
	const told = new Set(undecidedSuites(log));
	return mains.flatMap(({ suite, scores }) => {
		if (told.has(suite)) return [];
		const causes = scores.flatMap(({ unscored }) =>
			unscored.flatMap(({ reason, count }) => Array.from({ length: count }, () => reason)),
		);
		return [`${suite}: nothing was measured, every sample is unscored: ${unscoredText(countReasons(causes))}`];
	});
}

function undecidedSuites(log: Log): readonly string[] {
	return summarizeDecisions(log).flatMap(({ suite, verdict }) => (verdict.status === 'undecided' ? [suite.name] : []));
}
