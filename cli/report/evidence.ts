import { singleLine } from '../../reports/terminal/text.ts';
import type { Log } from '../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import {
	decisionLine,
	evidenceExitCode,
	missingShardLines,
	undecidedLines,
	unmeasuredLines,
} from '../../src/run/results/exit-code.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';

/** Prints on stderr where nothing was measured, which the summary does not say in one line; returns the exit code. */
export function tellEvidence(summary: RunSummary): 0 | 3 {
	tell(unmeasuredLines(summary));
	return evidenceExitCode(summary);
}

/** Where no summary is printed, undecided verdicts are printed too. */
export function tellUndecided(summary: RunSummary): void {
	tell(undecidedLines(summary));
}

/** Where no summary is printed, a line for each verdict by people's labels; metrics, which gates check, are the rule's. */
export function peoplesLines({ decisions }: RunSummary): readonly string[] {
	return decisions.filter(({ people }) => people !== undefined).map((one) => singleLine(decisionLine(one)));
}

/** Where no summary is printed, that what is printed is no verdict about Gemma. */
export function miniatureLines({ header }: Pick<Log, 'header'>): readonly string[] {
	return header.model.miniature ? [MINIATURE_NOTICE.en] : [];
}

/** Beside a summary, which says of missing shards what the rest of them came to. */
export function tellMissing(summary: RunSummary): void {
	tell(missingShardLines(summary));
}

function tell(lines: readonly string[]): void {
	for (const line of lines) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
}
