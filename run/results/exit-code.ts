import { type GemmarkError, INTERRUPTED_EXIT_CODE } from '../../src/base/errors.ts';
import { english } from '../../src/base/message.ts';
import { sumReasons } from '../../src/stats/counts.ts';
import { reasonMessages } from '../../src/summary/decisions/said.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';

/**
 * What `gemmark run` exits with: the code of the failure that ended the run, 130 where it was interrupted, else that of
 * {@link judgedExitCode}.
 */
export function exitCodeOf(
	summary: RunSummary,
	{ failure, gate }: { readonly failure?: GemmarkError; readonly gate?: GateResult } = {},
): number {
	if (failure !== undefined) return failure.exitCode;
	return summary.outcome === 'interrupted' ? INTERRUPTED_EXIT_CODE : judgedExitCode(summary, gate);
}

/** Exit code of a finished run: 1 where its gate failed, 3 where unscored samples could decide it, else that of {@link evidenceExitCode}. */
export function judgedExitCode(summary: RunSummary, gate?: GateResult): 0 | 1 | 3 {
	if (gate?.passed === false) return gate.undecided ? 3 : 1;
	return evidenceExitCode(summary);
}

/** Exit code of a verdict: 3 where a suite could not decide, shards are missing, or nothing was measured; else 0. */
export function evidenceExitCode(summary: RunSummary): 0 | 3 {
	return undecidedLines(summary).length + unmeasuredLines(summary).length > 0 ? 3 : 0;
}

/** A line for every suite that could not decide, and where shards of the run are missing. */
export function undecidedLines(summary: RunSummary): readonly string[] {
	const open = summary.decisions.filter(({ standing }) => standing.verdict.status === 'undecided');
	return [...open.map(decisionLine), ...missingShardLines(summary)];
}

/** A verdict with the name of its suite. */
export function decisionLine({ suite, said }: RunSummary['decisions'][number]): string {
	return `${suite.name}: ${said.map(english).join(' ')}`;
}

/** Of a run that was merged without some of its shards, a line. */
export function missingShardLines({ run }: RunSummary): readonly string[] {
	const { missingShards = [] } = run.settings;
	return missingShards.length === 0 ? [] : [`shards are missing, so nothing is decided: ${missingShards.join(', ')}`];
}

/** Where no suite could score any sample by its main score: a line for each whose verdict does not say so. */
export function unmeasuredLines({ suites, decisions }: RunSummary): readonly string[] {
	const mains = suites.flatMap(({ suite, main, variants }) => {
		const scores = variants.flatMap((variant) => variant.scores.filter(({ name }) => name === main));
		return scores.length === 0 ? [] : [{ suite: suite.name, scores }];
	});
	if (mains.some(({ scores }) => scores.some(({ rate, values }) => (rate?.n ?? values?.n ?? 0) > 0))) return [];
	const undecided = decisions.filter(({ rule }) => rule.verdict.status === 'undecided').map(({ suite }) => suite.name);
	return mains
		.filter(({ suite }) => !undecided.includes(suite))
		.map(({ suite, scores }) => {
			const causes = reasonMessages(sumReasons(scores.flatMap(({ unscored }) => unscored)));
			return `${suite}: nothing was measured, every sample is unscored: ${causes.map(english).join(', ')}`;
		});
}
