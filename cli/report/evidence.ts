import { singleLine } from '../../reports/terminal/text.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { standingLine } from '../../src/eval/summary/decision/standing-text.ts';
import type { Log } from '../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import {
	evidenceExitCode,
	missingShardLines,
	undecidedLines,
	unmeasuredLines,
} from '../../src/run/results/exit-code.ts';
import { summarizeDecisions } from '../../src/summary/decisions.ts';

/** Tells on stderr where nothing was measured, which the summary does not say in one line; returns the exit code. */
export function tellEvidence(log: Log, judgements?: Judgements): 0 | 3 {
	tell(unmeasuredLines(log));
	return evidenceExitCode(log, judgements);
}

/** People's labels by sample key: their word is the last. */
type Judgements = ReadonlyMap<string, PeoplesJudgement> | undefined;

/** Where no summary is printed, undecided verdicts are told too. */
export function tellUndecided(log: Log, judgements: Judgements): void {
	tell(undecidedLines(log, judgements));
}

/** Where no summary is printed, a line for each verdict that people's labels make; metrics, which gates ask, are the rule's. */
export function peoplesLines(log: Log, judgements: Judgements): readonly string[] {
	return summarizeDecisions(log, judgements).flatMap((summary) =>
		summary.people === undefined ? [] : [singleLine(`${summary.suite.name}: ${standingLine(summary)}`)],
	);
}

/** Where no summary is printed, that what is printed is no verdict about Gemma. */
export function miniatureLines({ header }: Pick<Log, 'header'>): readonly string[] {
	return header.model.miniature ? [MINIATURE_NOTICE.en] : [];
}

/** Beside a summary, which says of shards that are not there what the rest of them came to. */
export function tellMissing(log: Log): void {
	tell(missingShardLines(log));
}

function tell(lines: readonly string[]): void {
	for (const line of lines) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
}
