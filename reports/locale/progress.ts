import { type DecisionSummary, type Log, summarizeDecisions } from '../../src/index.ts';

/** How much of a run is in its log. Prompts that an early stop left out on purpose are not missing. */
export function progressOf(
	{ header, footer, samples }: Log,
	decisions: readonly DecisionSummary[] = summarizeDecisions({ header, samples }),
): { readonly done: number; readonly planned: number } {
	const mayStop = header.settings.earlyStop === true && footer?.outcome === 'complete';
	const stopped = new Set(
		decisions.flatMap(({ suite, verdict }) => (mayStop && verdict.status === 'truncated' ? [suite.name] : [])),
	);
	const expected = header.suites.map(({ name, planned }) =>
		stopped.has(name) ? samples.filter(({ suite }) => suite === name).length : planned,
	);
	return { done: samples.length, planned: expected.reduce((sum, planned) => sum + planned, 0) };
}
