import type { Log, PrefixSummary } from '../../src/index.ts';

/** How much of a run is in its log. Prompts that an early stop left out on purpose are not missing. */
export function progressOf(
	{ header, footer, samples }: Log,
	prefix: PrefixSummary | undefined,
): { readonly done: number; readonly planned: number } {
	const stopped =
		header.settings.earlyStop === true && footer?.outcome === 'complete' && prefix?.verdict.status === 'truncated';
	const expected = header.suites.map(({ name, planned }) =>
		stopped && name === 'prefix' ? samples.filter(({ suite }) => suite === name).length : planned,
	);
	return { done: samples.length, planned: expected.reduce((sum, planned) => sum + planned, 0) };
}
