import type { DecisionSummary } from './decision-summary.ts';

/**
 * The summary whose verdict stands: people's word is the last. Undefined where labels of some samples turn the path by
 * themselves, which the rest might turn back.
 */
export function standingSummary(summary: DecisionSummary): DecisionSummary | undefined {
	const { people, verdict: rule } = summary;
	if (people === undefined) return summary;
	const { verdict, alone, labelled, of, prompts, samples, sampleRate, reasons } = people;
	const turned = verdict.path !== undefined && verdict.path !== rule.path && verdict.path !== alone.path;
	return labelled < of && turned ? undefined : { ...summary, verdict, prompts, samples, sampleRate, reasons };
}

/** What a page shows of it: what stands, or what people's labels alone leave open. */
export function shownSummary(summary: DecisionSummary): DecisionSummary {
	return standingSummary(summary) ?? { ...summary, verdict: summary.people?.alone ?? summary.verdict };
}
