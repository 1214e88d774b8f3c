import type { Verdict } from '../../src/index.ts';
import type { ComparedRun } from './compared-run.ts';

/** The verdicts of one suite's decision in every run that has it. */
export interface VerdictRow {
	readonly suite: string;
	readonly verdicts: readonly (Verdict | undefined)[];
}

export function verdictRows(runs: readonly ComparedRun[]): readonly VerdictRow[] {
	const names = new Set(runs.flatMap(({ decisions }) => decisions.map(({ suite }) => suite.name)));
	return Array.from(names, (suite) => ({
		suite,
		verdicts: runs.map(({ decisions }) => decisions.find(({ suite: own }) => own.name === suite)?.verdict),
	}));
}
