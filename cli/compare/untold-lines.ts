import type { IdentifiedRun } from '../../src/eval/compare/differing-code.ts';
import { untoldName, untoldTogether } from '../../src/eval/compare/untold.ts';

/** What could differ for all that the logs tell: a line for the runs of which the same is unknown. `names` in their order. */
export function untoldLines(runs: readonly IdentifiedRun[], names: readonly string[]): readonly string[] {
	const named = runs.map((run, index) => ({ run, name: names[index] ?? '' }));
	return untoldTogether(named, ({ run }) => run).map(({ runs, what }) => {
		const who = runs.map(({ run, name }) => [name, run.header.host?.device].filter(Boolean).join(' on '));
		return `not known of ${who.join(' and ')}, and may differ: ${what.map(untoldName).join('; ')}`;
	});
}
