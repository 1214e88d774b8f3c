import type { Verdict } from '../../decision.ts';
import type { DecisionSummary } from './decision-summary.ts';

/** What stands of a decision, of which every surface shows its verdict, prompts and samples. */
export interface StandingSummary extends DecisionSummary {
	/** Labels of some samples turn the path by themselves, which the rest might turn back: no path is taken. */
	readonly turned: boolean;
	/** Of the rule alone. */
	readonly rule: Verdict;
}

/** What a decision comes to with people's word as the last: theirs on what they labelled, the rule's on the rest. */
export function standingSummary(summary: DecisionSummary): StandingSummary {
	const { people, verdict: rule } = summary;
	if (people === undefined) return { ...summary, rule, turned: false };
	const { verdict, alone, labelled, of, prompts, samples, sampleRate, reasons } = people;
	const standing = { ...summary, rule, prompts, samples, sampleRate, reasons };
	const turned =
		labelled < of && verdict.path !== undefined && verdict.path !== rule.path && verdict.path !== alone.path;
	if (!turned) return { ...standing, verdict, turned };
	const { hits, misses, n, threshold, unscored, partly } = verdict;
	return { ...standing, verdict: { status: 'undecided', hits, misses, n, threshold, unscored, partly }, turned };
}
