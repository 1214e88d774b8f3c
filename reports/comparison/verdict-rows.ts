import { type StandingSummary, standingSummary } from '../../src/index.ts';
import type { ComparedRun } from './compared-run.ts';

/** What stands of one suite's decision in every run that has it: of a run that people labelled, with their word. */
export interface VerdictRow {
	readonly suite: string;
	readonly standing: readonly (StandingSummary | undefined)[];
}

export function verdictRows(runs: readonly ComparedRun[]): readonly VerdictRow[] {
	const names = new Set(runs.flatMap(({ decisions }) => decisions.map(({ suite }) => suite.name)));
	return Array.from(names, (suite) => ({
		suite,
		standing: runs.map(({ decisions }) => {
			const own = decisions.find((decision) => decision.suite.name === suite);
			return own && standingSummary(own);
		}),
	}));
}
