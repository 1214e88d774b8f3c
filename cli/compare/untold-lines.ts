import type { IdentifiedRun } from '../../src/eval/compare/comparability.ts';
import { untoldName, untoldTogether } from '../../src/eval/compare/untold.ts';
import { runName } from '../../src/log/run-name.ts';

/** What could differ for all that the logs tell: a line for the runs of which the same is unknown. */
export function untoldLines(runs: readonly IdentifiedRun[]): readonly string[] {
	return untoldTogether(runs, (run) => run).map(({ runs, what }) => {
		const names = runs.map(({ header }) => [runName(header), header.host?.device].filter(Boolean).join(' on '));
		return `not known of ${names.join(' and ')}, and may differ: ${what.map(untoldName).join('; ')}`;
	});
}
