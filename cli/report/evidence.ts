import { evidenceExitCode, missingShardLines, undecidedLines, unmeasuredLines } from '../../api/run/exit-code.ts';
import type { PeoplesJudgement } from '../../src/eval/score/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { singleLine } from '../terminal/terminal-text.ts';

/** Tells on stderr where nothing was measured, which the summary does not say in one line; returns the exit code. */
export function tellEvidence(log: Log): 0 | 3 {
	tell(unmeasuredLines(log));
	return evidenceExitCode(log);
}

/** Where no summary is printed, undecided verdicts are told too. People's labels have the last word. */
export function tellUndecided(log: Log, judgements: ReadonlyMap<string, PeoplesJudgement> | undefined): void {
	tell(undecidedLines(log, judgements));
}

/** Beside a summary, which says of shards that are not there what the rest of them came to. */
export function tellMissing(log: Log): void {
	tell(missingShardLines(log));
}

function tell(lines: readonly string[]): void {
	for (const line of lines) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
}
