import { type Agreement, cohensKappa } from '../../stats/kappa.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../stats/rate.ts';
import { countReasons, type ReasonCounts } from '../../stats/reason-counts.ts';
import { type Decision, decide, type Verdict } from '../decision/decision.ts';
import { type PromptOutcome, promptOutcomes } from '../decision/prompt-outcome.ts';
import { hasPart, promptsOf } from '../decision/subset.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';
import { unjudgeable } from '../score/judgeable.ts';
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
	/** Rate over all scored samples, epochs clustered by prompt; without its interval where not every sample is scored. */
	readonly sampleRate: Rate;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
	/** What people say, where they judged any of the samples. */
	readonly people?: PeoplesVerdict | undefined;
}

/** The verdict where people overrule the rule: their word on what they labelled, the rule's on the rest. */
export interface PeoplesVerdict {
	readonly verdict: Verdict;
	/** Samples that people judged, of all that can be judged: fewer than all mix people and rule. */
	readonly labelled: number;
	/** Further samples of which as many people say yes as no: the rule judges them. */
	readonly disputed: number;
	/** Of the samples that several people labelled, those of which all say the same. */
	readonly among: { readonly n: number; readonly agreed: number };
	readonly of: number;
	/** Of the labels alone, what is not labelled being open. */
	readonly alone: Verdict;
	/** What the verdict rests on: as in the summary, with people's word for the rule's. */
	readonly prompts: readonly PromptOutcome[];
	readonly samples: DecisionSummary['samples'];
	readonly sampleRate: Rate;
	readonly reasons: ReasonCounts;
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
	const verdict = verdictOf(run, suite, decision, results);
	return {
		suite,
		decision,
		verdict,
		epochs,
		prompts,
		samples,
		sampleRate: sampleRateOf(results, score, verdict.n * epochs),
		reasons: missReasons(results, score),
		people: judgements && peoplesVerdict(run, suite, decision, samples, judgements),
	};
}

function sampleRateOf(results: readonly SampleResult[], score: string, all: number): Rate {
	const rate = rateOfClusters(
		Array.from(Map.groupBy(results, ({ sampleId }) => sampleId).values(), (group) =>
			group.flatMap((result) => booleanOf(scoreNamed(result, score)?.value)),
		),
	);
	return rate.n < all ? withoutInterval(rate) : rate;
}

function missReasons(results: readonly SampleResult[], score: string): ReasonCounts {
	return countReasons(
		results.map((result) => {
			const judged = scoreNamed(result, score);
			return judged?.value === false ? judged.reason : undefined;
		}),
	);
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
	{ header: { settings } }: EvaluatedRun,
	suite: EvaluatedSuite,
	decision: Decision,
	results: readonly SampleResult[],
): Verdict {
	const prompts = promptOutcomes(results, decision.score, settings.epochs);
	return decide(decision, {
		hits: prompts.filter(({ hit }) => hit === true).length,
		misses: prompts.filter(({ hit }) => hit === false).length,
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

function peoplesVerdict(
	run: EvaluatedRun,
	suite: EvaluatedSuite,
	decision: Decision,
	samples: DecisionSummary['samples'],
	judgements: ReadonlyMap<string, PeoplesJudgement>,
): DecisionSummary['people'] {
	const { score } = decision;
	const said = (result: SampleResult): boolean | undefined => judgements.get(sampleKey(result))?.meaningful;
	const overruled = samples.map(({ result, index }) => ({ result: overrule(result, score, said(result)), index }));
	const results = overruled.map(({ result }) => result);
	const labelled = results.filter((result) => said(result) !== undefined);
	const words = results.flatMap((result) => judgements.get(sampleKey(result)) ?? []);
	const disputed = words.filter(({ meaningful }) => meaningful === undefined).length;
	if (labelled.length + disputed === 0) return undefined;
	const several = words.filter(({ labels }) => labels.length > 1);
	const pairs = samples.flatMap(({ result }) => {
		const rule = scoreNamed(result, score)?.value;
		const people = said(result);
		return typeof rule !== 'boolean' || people === undefined ? [] : [[rule, people] as const];
	});
	const verdict = verdictOf(run, suite, decision, results);
	const { epochs } = run.header.settings;
	return {
		verdict,
		labelled: labelled.length,
		disputed,
		among: { n: several.length, agreed: several.filter(unanimous).length },
		of: samples.filter(({ result }) => unjudgeable(result, score) === undefined).length,
		alone: verdictOf(run, suite, decision, labelled),
		prompts: promptOutcomes(results, score, epochs),
		samples: overruled,
		sampleRate: sampleRateOf(results, score, verdict.n * epochs),
		reasons: missReasons(results, score),
		agreement: cohensKappa(pairs),
	};
}

function unanimous({ labels }: PeoplesJudgement): boolean {
	return new Set(labels.map(({ meaningful }) => meaningful)).size === 1;
}

/** Where people say no as the rule does, its reason stands. */
function overrule(result: SampleResult, score: string, value: boolean | undefined): SampleResult {
	const judged = scoreNamed(result, score);
	if (value === undefined || judged?.value === value) return result;
	const theirs = value ? { value } : { value, reason: PEOPLE_SAY_NO };
	return { ...result, scores: { ...result.scores, [score]: theirs } };
}

/** Why a sample did not pass that only people judge so. */
const PEOPLE_SAY_NO = 'people-say-no';
