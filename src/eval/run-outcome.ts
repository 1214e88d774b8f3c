import type { EvaluatedRun } from './evaluated-run.ts';

/** `cut short`: its log has no end, so it is under way, or was killed, and nobody asked whether its model still was the one. */
export type RunOutcome = 'complete' | 'interrupted' | 'failed' | 'cut short';

/** How a run ended. */
export function runOutcome({ footer }: Partial<Pick<EvaluatedRun, 'footer'>>): RunOutcome {
	return footer?.outcome ?? 'cut short';
}

/** That a run did not come to its end; undefined where it did. */
export function unendedText(run: Partial<Pick<EvaluatedRun, 'footer'>>): string | undefined {
	const outcome = runOutcome(run);
	return outcome === 'complete' ? undefined : `the run is not complete (${outcome})`;
}
