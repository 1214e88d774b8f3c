import type { Decision, Verdict } from '../eval/decision.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../eval/run.ts';
import { type SampleResult, sampleKey } from '../eval/sample.ts';
import type { PeoplesJudgement } from '../eval/scoring/labels.ts';
import type { DecisionSummary as Decided, DecisionOutcome, PeoplesVerdict as Labelled } from './decided.ts';
import { overrule } from './decided.ts';

/** A decision of a summary with the samples that it is of, for reports that show them. The outcome is the rule's. */
export interface DecisionSummary extends DecisionOutcome {
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	readonly epochs: number;
	/** By prompt, then epoch, with their place in the log. */
	readonly samples: readonly PlacedSample[];
	/** What people say, where they judged any of the samples. */
	readonly people?: PeoplesVerdict | undefined;
	/** Absent of the one that stands. */
	readonly standing?: StandingSummary | undefined;
}

interface PlacedSample {
	readonly result: SampleResult;
	readonly index: number;
}

export type PeoplesVerdict = Labelled;

/** The same with the outcome that stands: people's where they labelled, whose word its samples then have. */
export interface StandingSummary extends DecisionSummary {
	readonly turned: boolean;
	/** Of the rule alone. */
	readonly rule: Verdict;
}

/** The decisions of a summary with their samples; `labels` are those that the summary was made with. */
export function decisionViews(
	run: EvaluatedRun,
	decisions: readonly Decided[],
	labels: ReadonlyMap<string, PeoplesJudgement> = new Map(),
): readonly DecisionSummary[] {
	return decisions.map(({ suite, decision, epochs, standing, rule, people, samples: places }) => {
		const samples = places.flatMap((index): PlacedSample[] => {
			const result = run.samples[index];
			return result === undefined ? [] : [{ result, index }];
		});
		const common = { suite, decision, epochs, people };
		const { turned, verdict, prompts, sampleRate, reasons } = standing;
		const judged = samples.map(({ result, index }) => {
			return { result: overrule(result, decision.score, labels.get(sampleKey(result))?.meaningful), index };
		});
		return {
			...common,
			...rule,
			samples,
			standing: { ...common, verdict, prompts, sampleRate, reasons, samples: judged, turned, rule: rule.verdict },
		};
	});
}

export function standingSummary(summary: DecisionSummary): StandingSummary {
	return summary.standing ?? (summary as StandingSummary);
}
