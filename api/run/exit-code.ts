import type { GemmarkError } from '../../src/errors/gemmark-error.ts';
import type { GateResult } from '../../src/eval/gate/gate.ts';
import { OWN_CODE } from '../../src/eval/own-code.ts';
import { summarizeDecisions } from '../../src/eval/summary/decision-summary.ts';
import type { Log } from '../../src/log/record.ts';

/** Exit code of a process ended by SIGINT, as shells know it. */
export const INTERRUPTED_EXIT_CODE = 130;

/**
 * What `gemmark run` exits with: that of the failure which ended the run, 130 where it was interrupted, 1 where its gate
 * failed (3 where what is unscored could decide it), 2 where the app's or suites' own code failed in every sample, 3 where a suite that decides could not, else 0.
 */
export function exitCodeOf(
	log: Log,
	{ failure, gate }: { readonly failure?: GemmarkError | undefined; readonly gate?: GateResult | undefined } = {},
): number {
	if (failure !== undefined) return failure.exitCode;
	if (log.footer?.outcome === 'interrupted') return INTERRUPTED_EXIT_CODE;
	if (gate?.passed === false) return judgedExitCode(log, gate);
	// Nothing was asked of the model: the app or the suites are to be mended.
	if (log.samples.length > 0 && log.samples.every(({ transcript }) => transcript.failure === OWN_CODE)) return 2;
	return judgedExitCode(log, gate);
}

/** Exit code of a run that came to its end before: 1 where its gate failed, 3 where gate or suite could not decide, else 0. */
export function judgedExitCode(log: Log, gate?: GateResult | undefined): 0 | 1 | 3 {
	if (gate?.passed === false) return gate.undecided ? 3 : 1;
	return summarizeDecisions(log).some(({ verdict }) => verdict.status === 'undecided') ? 3 : 0;
}
