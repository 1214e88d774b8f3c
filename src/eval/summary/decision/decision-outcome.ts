import { countReasons, type ReasonCounts } from '../../../stats/counts.ts';
import type { Rate } from '../../../stats/rate.ts';
import { type Decision, decide, type Verdict } from '../../decision.ts';
import { type EvaluatedRun, type EvaluatedSuite, hasPart, promptsOf } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';
import type { UnscoredCause } from '../../score.ts';
import { type PromptOutcome, promptOutcomes } from '../../verdict.ts';
import { missReasons } from '../miss-reasons.ts';
import { sampleRate } from '../sample-rate.ts';

/** A verdict, and what it rests on. */
export interface DecisionOutcome {
	readonly verdict: Verdict;
	readonly prompts: readonly PromptOutcome[];
	/** Samples by prompt, then epoch, in corpus order, with their index in the run. */
	readonly samples: readonly { readonly result: SampleResult; readonly index: number }[];
	/** Rate over all scored samples, epochs clustered by prompt; without its interval where not every sample is scored. */
	readonly sampleRate: Rate;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
}

/** What a suite of a run decides. */
export interface Deciding {
	readonly run: EvaluatedRun;
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
}

/** What the suite's samples come to, whoever judged them. */
export function decisionOutcome(deciding: Deciding, samples: DecisionOutcome['samples']): DecisionOutcome {
	const { score } = deciding.decision;
	const { epochs } = deciding.run.header.settings;
	const results = samples.map(({ result }) => result);
	const verdict = decisionVerdict(deciding, results);
	return {
		verdict,
		prompts: promptOutcomes(results, score, epochs),
		samples,
		sampleRate: sampleRate(results, score, verdict.n * epochs),
		reasons: missReasons(results, score),
	};
}

/** A log may hold more prompts than its header planned only if it was edited; what is there is counted. */
export function decisionVerdict({ run, suite, decision }: Deciding, results: readonly SampleResult[]): Verdict {
	const { settings } = run.header;
	const prompts = promptOutcomes(results, decision.score, settings.epochs);
	return decide(decision, {
		hits: prompts.filter(({ hit }) => hit === true).length,
		misses: prompts.filter(({ hit }) => hit === false).length,
		tied: prompts.filter(({ tied }) => tied).length,
		n: Math.max(promptsOf(suite, settings), prompts.length),
		unscored: unscoredPrompts(prompts),
		partly: prompts.filter(({ hit, unscored }) => hit === undefined && unscored.length === 0).length,
		subset: hasPart(suite, settings, results),
	});
}

/** Each prompt that has no outcome counts once, under the first cause of its epochs. */
function unscoredPrompts(prompts: readonly PromptOutcome[]): Verdict['unscored'] {
	const causes = prompts.flatMap(({ hit, unscored }) => (hit === undefined ? unscored.slice(0, 1) : []));
	return countReasons(causes).map(({ reason, count }) => ({ cause: reason as UnscoredCause, count }));
}
