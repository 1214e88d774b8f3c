import { type Agreement, cohensKappa } from '../../stats/kappa.ts';
import { type Rate, rateOfClusters } from '../../stats/rate.ts';
import { countReasons, type ReasonCounts } from '../../stats/reason-counts.ts';
import { type Decision, decide, type Verdict } from '../decision/decision.ts';
import { type PromptOutcome, promptOutcomes } from '../decision/prompt-outcome.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';
import type { PeoplesJudgement } from '../score/labels.ts';
import { scoreNamed } from '../score/named-score.ts';
import type { UnscoredCause } from '../score/score.ts';

/** What a suite decides, and on what that rests. */
export interface DecisionSummary {
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	readonly verdict: Verdict;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	readonly prompts: readonly PromptOutcome[];
	/** Samples by prompt, then epoch, in corpus order, with their index in the run. */
	readonly samples: readonly { readonly result: SampleResult; readonly index: number }[];
	/** Rate over all scored samples, epochs clustered by prompt. */
	readonly sampleRate: Rate;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
	/** With labels: what people say. */
	readonly people?: PeoplesVerdict | undefined;
}

/** The verdict where people overrule the rule: their word on what they labelled, the rule's on the rest. */
export interface PeoplesVerdict {
	readonly verdict: Verdict;
	/** Samples that people judged, of all that are there: fewer than all mix people and rule. */
	readonly labelled: number;
	readonly of: number;
	/** Of the labels alone, what is not labelled being open. */
	readonly alone: Verdict;
	/** How far rule and people agree where both judged. */
	readonly agreement: Agreement;
}

/**
 * What the log says of each suite that decides something. A verdict counts prompts, not samples: with epochs a prompt is
 * a hit where more than half of its planned epochs are, so that 5 of 15 keeps its meaning; the rate over all samples
 * stands beside it with its clustered interval.
 */
export function summarizeDecisions(
	run: EvaluatedRun,
	judgements?: ReadonlyMap<string, PeoplesJudgement>,
): readonly DecisionSummary[] {
	return run.header.suites.flatMap((suite) =>
		suite.decision === undefined ? [] : [summarizeDecision(run, suite, suite.decision, judgements)],
	);
}

function summarizeDecision(
	run: EvaluatedRun,
	suite: EvaluatedSuite,
	decision: Decision,
	judgements: ReadonlyMap<string, PeoplesJudgement> | undefined,
): DecisionSummary {
	const { score } = decision;
	const { epochs } = run.header.settings;
	const samples = orderedSamples(run, suite.name);
	const results = samples.map(({ result }) => result);
	const prompts = promptOutcomes(results, score, epochs);
	return {
		suite,
		decision,
		verdict: verdictOf(run, suite, decision, prompts),
		epochs,
		prompts,
		samples,
		sampleRate: rateOfClusters(
			Array.from(Map.groupBy(results, ({ sampleId }) => sampleId).values(), (group) =>
				group.flatMap((result) => booleanOf(scoreNamed(result, score)?.value)),
			),
		),
		reasons: countReasons(
			results.map((result) => {
				const judged = scoreNamed(result, score);
				return judged?.value === false ? judged.reason : undefined;
			}),
		),
		people: judgements && peoplesVerdict(run, suite, decision, results, judgements),
	};
}

function orderedSamples({ samples }: EvaluatedRun, suite: string): DecisionSummary['samples'] {
	const own = samples.flatMap((result, index) => (result.suite === suite ? [{ result, index }] : []));
	const order = new Map<string, number>();
	for (const { result } of own) order.set(result.sampleId, order.get(result.sampleId) ?? order.size);
	return own.sort(
		({ result: one }, { result: other }) =>
			(order.get(one.sampleId) ?? 0) - (order.get(other.sampleId) ?? 0) || one.epoch - other.epoch,
	);
}

function booleanOf(value: boolean | number | undefined): readonly boolean[] {
	return typeof value === 'boolean' ? [value] : [];
}

/** A log may hold more prompts than its header planned only if it was edited; what is there is counted. */
function verdictOf(
	{ header }: EvaluatedRun,
	suite: EvaluatedSuite,
	decision: Decision,
	prompts: readonly PromptOutcome[],
): Verdict {
	const { epochs, filter, limit, shard, missingShards } = header.settings;
	const chosen = filter !== undefined || limit !== undefined || shard !== undefined || missingShards !== undefined;
	const planned = Math.max(0, Math.round(suite.planned / epochs));
	const n = Math.max(suite.samples ?? planned, prompts.length);
	return decide(decision, {
		hits: prompts.filter(({ hit }) => hit === true).length,
		misses: prompts.filter(({ hit }) => hit === false).length,
		n,
		unscored: unscoredPrompts(prompts),
		subset: prompts.length < n && chosen,
	});
}

/** Each prompt that has no outcome counts once, under the first cause of its epochs. */
function unscoredPrompts(prompts: readonly PromptOutcome[]): Verdict['unscored'] {
	const causes = prompts.flatMap(({ hit, unscored }) => (hit === undefined ? unscored.slice(0, 1) : []));
	return countReasons(causes).map(({ reason, count }) => ({ cause: reason as UnscoredCause, count }));
}

function peoplesVerdict(
	run: EvaluatedRun,
	suite: EvaluatedSuite,
	decision: Decision,
	results: readonly SampleResult[],
	judgements: ReadonlyMap<string, PeoplesJudgement>,
): DecisionSummary['people'] {
	const said = (result: SampleResult): boolean | undefined => judgements.get(sampleKey(result))?.meaningful;
	const overruled = results.map((result) => {
		const value = said(result);
		return value === undefined ? result : { ...result, scores: { ...result.scores, [decision.score]: { value } } };
	});
	const pairs = results.flatMap((result) => {
		const rule = scoreNamed(result, decision.score)?.value;
		const people = said(result);
		return typeof rule !== 'boolean' || people === undefined ? [] : [[rule, people] as const];
	});
	const labelled = overruled.filter((result) => said(result) !== undefined);
	const verdict = (judged: readonly SampleResult[]): Verdict =>
		verdictOf(run, suite, decision, promptOutcomes(judged, decision.score, run.header.settings.epochs));
	return {
		verdict: verdict(overruled),
		labelled: labelled.length,
		of: results.length,
		alone: verdict(labelled),
		agreement: cohensKappa(pairs),
	};
}
