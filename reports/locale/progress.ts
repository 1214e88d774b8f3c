import { missingSamples } from '../../src/eval/absent.ts';
import type { Log } from '../../src/log/record.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions.ts';

/** How much of what a run (a shard its part) planned is in its log. Prompts that an early stop left out on purpose are not missing. */
export function progressOf(
	log: Log,
	decisions: readonly DecisionSummary[] = summarizeDecisions(log),
): { readonly done: number; readonly planned: number } {
	const { header, footer, samples } = log;
	if (header.suites.every(({ plan }) => plan !== undefined)) {
		return { done: samples.length, planned: samples.length + missingSamples(log).length };
	}
	const mayStop = header.settings.earlyStop === true && footer?.outcome === 'complete';
	const stopped = new Set(
		decisions.flatMap(({ suite, verdict }) => (mayStop && verdict.status === 'truncated' ? [suite.name] : [])),
	);
	const expected = header.suites.map(({ name, planned }) =>
		stopped.has(name) ? samples.filter(({ suite }) => suite === name).length : planned,
	);
	return { done: samples.length, planned: expected.reduce((sum, planned) => sum + planned, 0) };
}
