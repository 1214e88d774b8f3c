import { type EvaluatedSuite, mainScore } from '../../eval/header.ts';
import { scoreNamed } from '../../eval/sample.ts';
import type { Score, ScoreDeclaration } from '../../eval/score.ts';
import { toolCount } from '../../eval/suite.ts';
import {
	ALPHA,
	canBeWorse,
	lossOf,
	type MarginAnswer,
	type MarginCounts,
	marginAnswers,
	promptsToDont,
	promptsToShip,
} from '../../stats/answer.ts';
import type { Interval } from '../../stats/intervals.ts';
import { lossBounds, smallestMargin, worseP } from '../../stats/paired-loss.ts';
import {
	type PairedSample,
	type PromptCounts,
	type PromptShares,
	promptCounts,
	promptShares,
	type ScoredSample,
	shareOf,
} from '../flips.ts';
import { checksOf, isRight } from '../state/right.ts';

/** The loss of prompts that is acceptable, as a share above 0 and below 1: of every suite, or by suite. */
export type Margins = number | Readonly<Record<string, number>>;

type ScoredPair = PairedSample<ScoredSample>;

/** The counts of one main score of one suite and variant. */
interface ScoreCounts extends MarginCounts {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	/** Prompts that the candidate lost to the clock, by sample id. They are in no count. */
	readonly clock: readonly string[];
	/** Prompts that are not scored in every epoch of both, without those lost to the clock. */
	readonly unscored: number;
	readonly worst: PromptCounts;
}

/** What one main score says about the candidate. */
export interface ScoreAnswer extends ScoreCounts, MarginAnswer {
	/** Of the loss, each end one-sided 95 %. */
	readonly bounds: Interval;
	/** Where it withholds `ship`: prompts in all with which it would not, if so many further ones are lost and the others tie. */
	readonly needed: readonly { readonly lost: number; readonly prompts: number }[];
	/** Where the measured loss is the margin or more, and not certain: prompts in all that make it certain, at this rate. */
	readonly certainAt?: number;
}

/** Whether to ship the candidate in place of the baseline. */
export interface CandidateAnswer {
	readonly answer: 'ship' | 'dont' | 'cant-tell';
	/** Of `ship`: the same model said the same in both runs, so whatever else differs changes no answer. So many answers. */
	readonly sameAnswers?: number;
	/** Of `dont`: the loss is above the margin for certain. Otherwise it is worse for certain, and measured above it. */
	readonly certain: boolean;
	/** Of all prompts together; `worse` where p is at most 25 %. */
	readonly leaning: 'nothing-against' | 'no-direction' | 'worse';
	readonly scores: readonly ScoreAnswer[];
	/** Prompts that are right in each run, over all checks but floors; `changed` has those that differ. Absent without prompts. */
	readonly quality?: PromptCounts & { readonly bounds: Interval; readonly changed: readonly ChangedPrompt[] };
	/** Index of the larger build that did not pass, after which no smaller one is answered. */
	readonly after?: number;
	/** Where the runs may not have run on the same backend: whose is unknown, and whether prefill speeds are alike. */
	readonly backend?: { readonly unknown: 'first' | 'second'; readonly asked?: string; readonly alike: boolean };
}

/** `suite`: the first that asks it. */
export interface ChangedPrompt extends PromptShares {
	readonly suite: string;
}

/** Answers from samples paired between the baseline and a candidate, by {@link marginAnswers} over its main scores. */
export function candidateAnswer(
	pairs: readonly ScoredPair[],
	suites: readonly EvaluatedSuite[],
	margins?: Margins,
): CandidateAnswer {
	const measured = measuredScores(pairs, suites, margins);
	const { answer, scores: answered } = marginAnswers(measured);
	const scores = answered.map((score) => ({ ...score, bounds: boundsOf(score) }));
	const tested = scores.filter(canBeWorse).length;
	const quality = qualityOf(pairs, suites, scores);
	return {
		answer,
		certain: scores.some(({ worse, bounds, margin }) => worse && bounds.low > margin),
		leaning: leaningOf(scores, quality),
		scores: scores.map((score) => ({ ...score, ...neededFor(score, tested) })),
		quality,
	};
}

/** Of the loss, each end one-sided; anything is possible without prompts. */
export function boundsOf({ lost, gained, n }: Pick<PromptCounts, 'lost' | 'gained' | 'n'>, alpha?: number): Interval {
	return n === 0 ? { low: -1, high: 1 } : lossBounds(lost, gained, n, alpha);
}

function leaningOf(scores: readonly MarginAnswer[], quality: PromptCounts | undefined): CandidateAnswer['leaning'] {
	if (scores.some(({ pAdjusted }) => pAdjusted <= ALPHA)) return 'worse';
	const { lost, gained } = quality ?? { lost: 0, gained: 0 };
	if (lost <= gained) return 'nothing-against';
	return worseP(lost, gained) <= LEANING ? 'worse' : 'no-direction';
}

/** Two lost and none gained, with the rounding of p. */
const LEANING = 0.25 + 1e-9;

/** `tested`: scores with at least five flips. */
function neededFor(
	score: Omit<ScoreAnswer, 'needed' | 'certainAt'>,
	tested: number,
): Pick<ScoreAnswer, 'needed' | 'certainAt'> {
	const { n, lost, gained, margin, bounds } = score;
	if (n === 0 || score.floor || score.worse || bounds.high <= margin) return { needed: [] };
	const among = canBeWorse(score) ? tested : tested + 1;
	return {
		needed: [0, 1].map((more) => ({ lost: more, prompts: promptsToShip(lost + more, gained, margin) })),
		certainAt: lossOf(score) < margin ? undefined : promptsToDont(score, among),
	};
}

/** 20 %, three prompts, for a decision of fifteen; else 10 %. */
function marginOf({ name, decision }: Pick<EvaluatedSuite, 'name' | 'decision'>, margins?: Margins): number {
	const given = typeof margins === 'object' ? margins[name] : margins;
	return given ?? (decision?.threshold.of === FIFTEEN ? 0.2 : 0.1);
}

const FIFTEEN = 15;

/** A suite whose prompts cannot show its margin even without a flip. */
interface SmallSuite {
	readonly suite: string;
	readonly prompts: number;
	readonly margin: number;
	readonly smallestMargin: number;
	/** Prompts that would do if none is lost. */
	readonly needed: number;
}

/** The suites that are too small for their margin; known before a run. */
export function suitesTooSmall(
	planned: readonly Pick<EvaluatedSuite, 'name' | 'decision' | 'plan' | 'scores'>[],
	margins?: Margins,
): readonly SmallSuite[] {
	return planned.flatMap((suite) => {
		const { name, plan } = suite;
		const prompts = plan?.ids.length ?? 0;
		if (prompts === 0 || answeringRates(suite).length === 0) return [];
		const margin = marginOf(suite, margins);
		const least = smallestMargin(prompts);
		if (least <= margin) return [];
		return [{ suite: name, prompts, margin, smallestMargin: least, needed: promptsToShip(0, 0, margin) }];
	});
}

/** The main scores of each suite and variant. */
export function measuredScores(
	pairs: readonly ScoredPair[],
	suites: readonly EvaluatedSuite[],
	margins?: Margins,
): readonly ScoreCounts[] {
	return suites.flatMap((suite) => scoresOf(suite, pairs, marginOf(suite, margins)));
}

function scoresOf(suite: EvaluatedSuite, pairs: readonly ScoredPair[], margin: number): readonly ScoreCounts[] {
	const own = pairs.filter((pair) => pair.first.suite === suite.name && isOfUsers(pair, suite));
	return [...Map.groupBy(own, ({ first }) => first.variant)].flatMap(([variant, asScored]) =>
		answeringRates(suite).map(({ score, declaration }) => {
			const group = asScored.map(({ first, second, ...places }) => ({
				...places,
				first: clockApart(first, score),
				second: clockApart(second, score),
			}));
			const identity = { score, main: true, declaration };
			const counted = promptCounts(promptShares(group, identity));
			const clock = clockLosses(group, score);
			const all = new Set(group.map(({ first }) => first.sampleId)).size;
			return {
				suite: suite.name,
				variant,
				score,
				declaration,
				margin,
				...counted,
				clock,
				unscored: all - counted.n - clock.length,
				worst: promptCounts(promptShares(group, identity, 'wrong')),
			};
		}),
	);
}

/** Builds are compared as users have them: with all tools of the app. */
function isOfUsers({ first, second }: Pick<ScoredPair, 'first' | 'second'>, suite: EvaluatedSuite): boolean {
	return first.variant !== second.variant || toolCount(suite, first.variant) === undefined;
}

/** Scores that answer in a suite, over its variants: known before a run. */
export function answeringScores(suites: readonly Pick<EvaluatedSuite, 'scores' | 'plan'>[]): number {
	return suites.reduce((sum, suite) => sum + answeringRates(suite).length * (suite.plan?.variants.length ?? 1), 0);
}

/** The main score, and scores that answer beside it, if they say whether a sample passed. */
function answeringRates(
	suite: Pick<EvaluatedSuite, 'scores'>,
): readonly { readonly score: string; readonly declaration: ScoreDeclaration }[] {
	const main = mainScore(suite);
	return Object.entries(suite.scores)
		.filter(([score, { kind, compared }]) => kind === 'rate' && (score === main || compared === true))
		.map(([score, declaration]) => ({ score, declaration }));
}

/** Prompts in which the candidate ran out of time, and the baseline did not. */
function clockLosses(pairs: readonly ScoredPair[], score: string): readonly string[] {
	const late = pairs.filter(
		({ first, second }) =>
			scoreNamed(first, score)?.value !== undefined && scoreNamed(second, score)?.unscored === CLOCK_CAUSE,
	);
	return [...new Set(late.map(({ first }) => first.sampleId))];
}

const CLOCK_CAUSE = 'cut-deadline';

/** A suite may score a timeout as missed, as the frame suite does: here it says nothing of quality. */
function clockApart(sample: ScoredPair['first'], score: string): ScoredPair['first'] {
	if (!isLate(scoreNamed(sample, score))) return sample;
	return { ...sample, scores: { ...sample.scores, [score]: { unscored: CLOCK_CAUSE } } };
}

function isLate(score: Score | undefined): boolean {
	return score?.value === false && score.reason === 'timeout';
}

/** A prompt that several suites or variants of one corpus ask counts once: right where each of its checks passes. */
function qualityOf(
	pairs: readonly ScoredPair[],
	suites: readonly EvaluatedSuite[],
	scores: readonly (ScoreCounts & MarginAnswer)[],
): CandidateAnswer['quality'] {
	const declared = new Map(suites.map((suite) => [suite.name, suite]));
	const isFloor = (own: ScoredSample, name: string): boolean =>
		scores.some(
			({ suite, variant, score, floor }) => floor && suite === own.suite && variant === own.variant && score === name,
		);
	const asked = pairs.flatMap(({ first, second }) => {
		const suite = declared.get(first.suite);
		if (suite === undefined || !isOfUsers({ first, second }, suite)) return [];
		const [before, after] = [first, second].map((sample) =>
			checksOf(suite, sample)
				.filter(({ name }) => !isFloor(sample, name))
				.map((check) => ({ ...check, right: isLate(check.score) ? undefined : check.right })),
		);
		return before?.length === 0 ? [] : [{ first, corpus: suite.corpus.sha256, before, after }];
	});
	const prompts = Array.from(
		Map.groupBy(asked, ({ corpus, first }) => `${corpus} ${first.sampleId}`).values(),
		(own) => {
			const epochs = [...Map.groupBy(own, ({ first }) => first.epoch).values()];
			const share = (side: 'before' | 'after'): number | undefined =>
				shareOf(epochs.map((all) => isRight(all.flatMap((one) => one[side] ?? []))));
			const { sampleId: id = '', suite = '' } = own[0]?.first ?? {};
			return { id, suite, first: share('before'), second: share('after') };
		},
	).filter((prompt): prompt is ChangedPrompt => prompt.first !== undefined && prompt.second !== undefined);
	if (prompts.length === 0) return undefined;
	const counted = promptCounts(prompts);
	const changed = prompts.filter(({ first, second }) => first !== second);
	return { ...counted, bounds: boundsOf(counted), changed };
}
