import { type Decision, decide, type GreyCause, greyZoneOf, type Verdict } from '../eval/decision.ts';
import { type EvaluatedRun, type EvaluatedSuite, hasPart, promptsOf } from '../eval/run.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../eval/sample.ts';
import type { UnscoredCause } from '../eval/score.ts';
import { type PeoplesJudgement, unjudgeable } from '../eval/scoring/labels.ts';
import { type PromptOutcome, promptOutcomes } from '../eval/verdict.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Agreement, cohensKappa } from '../stats/paired.ts';
import type { Rate } from '../stats/rate.ts';
import { missReasons, sampleRate } from './suites.ts';

/** What a suite decides, and on what that rests. */
export interface DecisionSummary extends DecisionOutcome {
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	/** What people say, where they judged any of the samples. */
	readonly people?: PeoplesVerdict | undefined;
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
	return run.header.suites.flatMap((suite) => {
		const { name, decision } = suite;
		if (decision === undefined) return [];
		const samples = orderedSamples(run, name);
		const deciding = { run, suite, decision };
		return [
			{
				suite,
				decision,
				epochs: run.header.settings.epochs,
				...decisionOutcome(deciding, samples),
				people: judgements && peoplesVerdict(deciding, samples, judgements),
			},
		];
	});
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

/** The verdict where people overrule the rule: their word on what they labelled, the rule's on the rest. */
export interface PeoplesVerdict extends DecisionOutcome {
	/** Samples that can be judged, and those of them that people judged: fewer than all mix people and rule. */
	readonly of: number;
	readonly labelled: number;
	/** Further samples of which as many people say yes as no: the rule judges them. */
	readonly disputed: number;
	/** Of the texts that several people labelled, those of which all say the same; a text that repeats gave twice counts once. */
	readonly among: { readonly n: number; readonly agreed: number };
	/** Of the labels alone, what is not labelled being open. */
	readonly alone: Verdict;
	/** How far rule and people agree on the texts that both judged, each counted once. */
	readonly agreement: Agreement;
}

/** Undefined where people judged none of the samples. */
export function peoplesVerdict(
	deciding: Deciding,
	samples: DecisionOutcome['samples'],
	judgements: ReadonlyMap<string, PeoplesJudgement>,
): PeoplesVerdict | undefined {
	const { score } = deciding.decision;
	const said = (result: SampleResult): boolean | undefined => judgements.get(sampleKey(result))?.meaningful;
	const overruled = samples.map(({ result, index }) => ({ result: overrule(result, score, said(result)), index }));
	const results = overruled.map(({ result }) => result);
	const labelled = results.filter((result) => said(result) !== undefined);
	const words = results.flatMap((result) => judgements.get(sampleKey(result)) ?? []);
	const disputed = words.filter(({ meaningful }) => meaningful === undefined).length;
	if (labelled.length + disputed === 0) return undefined;
	const texts = [...new Set(words.map(({ labels }) => labels))];
	const several = texts.filter((labels) => labels.length > 1);
	const pairs = new Map<PeoplesJudgement['labels'], readonly [rule: boolean, people: boolean]>();
	for (const { result } of samples) {
		const rule = scoreNamed(result, score)?.value;
		const { meaningful: people, labels = [] } = judgements.get(sampleKey(result)) ?? {};
		if (typeof rule === 'boolean' && people !== undefined) pairs.set(labels, [rule, people]);
	}
	const outcome = decisionOutcome(deciding, overruled);
	const { verdict } = outcome;
	const split: GreyCause = { cause: 'split-people', count: disputed };
	const turned = [true, false].some((value) => pathWhereSplitAre(value) !== verdict.path);
	return {
		...outcome,
		verdict: turned && verdict.path !== undefined ? { ...verdict, ...greyZoneOf([...verdict.grey, split]) } : verdict,
		labelled: labelled.length,
		disputed,
		among: { n: several.length, agreed: several.filter(unanimous).length },
		of: samples.filter(({ result }) => unjudgeable(result, score) === undefined).length,
		alone: decisionVerdict(deciding, labelled),
		agreement: cohensKappa([...pairs.values()]),
	};

	/** What those over which people are split would come to, were they judged so. */
	function pathWhereSplitAre(value: boolean): string | undefined {
		const judged = results.map((result) => {
			const words = judgements.get(sampleKey(result));
			return words !== undefined && words.meaningful === undefined ? overrule(result, score, value) : result;
		});
		return decisionVerdict(deciding, judged).path;
	}
}

function unanimous(labels: PeoplesJudgement['labels']): boolean {
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
