import { type EvaluatedSuite, mainScore } from '../../eval/run.ts';
import { scoreNamed } from '../../eval/sample.ts';
import type { ScoreDeclaration } from '../../eval/score.ts';
import { ALPHA, answerAt, holm, type MarginAnswer, promptsToShip, smallestMargin } from '../../stats/answer.ts';
import type { Interval } from '../../stats/intervals.ts';
import { lossBounds } from '../../stats/paired-loss.ts';
import {
	type PairedSample,
	type PromptCounts,
	type PromptShares,
	promptCounts,
	promptShares,
	type ScoredSample,
} from '../flips.ts';

/** The loss of prompts that is acceptable, as a share above 0 and below 1: of every suite, or by suite. */
export type Margins = number | Readonly<Record<string, number>>;

type ScoredPair = PairedSample<ScoredSample>;

/** What one main score of one suite and variant says about the candidate. */
export interface ScoreAnswer extends PromptCounts, MarginAnswer {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	readonly margin: number;
	/**
	 * `floor`: the baseline gets so few right that no loss above the margin can show. `too-small`: its prompts cannot show
	 * the margin even without a flip. Neither withholds `ship`. `ceiling`: all right in both, so only losses can show.
	 */
	readonly limit?: 'floor' | 'too-small' | 'ceiling';
	/** Enough for `dont`: worse by Holm over the scores, and by the margin or more as measured. */
	readonly worse: boolean;
	/** The smallest margin that so many prompts can answer. */
	readonly smallestMargin: number;
	/** Of `cant-tell`: prompts in all that would ship it if so many further ones are lost and the others tie. */
	readonly needed: readonly { readonly lost: number; readonly prompts: number }[];
	/** Prompts that the candidate lost to the clock, by sample id. They are in no count. */
	readonly clock: readonly string[];
	/** Prompts that are not scored in every epoch of both, without those lost to the clock. */
	readonly unscored: number;
	/** The same with every prompt that the candidate could not finish counted as wrong, and the loss's upper bound then. */
	readonly worst: PromptCounts & { readonly high: number };
}

/** Whether to ship the candidate in place of the baseline. */
export interface CandidateAnswer {
	readonly answer: 'ship' | 'dont' | 'cant-tell';
	/** Of `dont`: the loss is above the margin for certain. Otherwise it is worse for certain, and measured above it. */
	readonly certain: boolean;
	readonly leaning: 'nothing-against' | 'worse';
	readonly scores: readonly ScoreAnswer[];
	/** All main scores but floors together, a prompt counted once. Absent without prompts. */
	readonly quality?: PromptCounts & { readonly bounds: Interval };
	/** Index of the larger build that did not pass, after which no smaller one is answered. */
	readonly after?: number;
}

/**
 * Answers from samples paired between the baseline and a candidate. Every main score must be within its margin, each at
 * 5 %, also with what the candidate could not finish counted as lost; one that is worse by Holm, and by its margin or more
 * as measured, is enough for `dont`.
 */
export function candidateAnswer(
	pairs: readonly ScoredPair[],
	suites: readonly EvaluatedSuite[],
	margins?: Margins,
): CandidateAnswer {
	const measured = suites.flatMap((suite) => scoresOf(suite, pairs, marginOf(suite, margins)));
	const tested = measured.map(({ answer }) => answer).filter(({ answer }) => answer !== 'cannot-show');
	const adjusted = holm(tested.map(({ pWorse }) => pWorse));
	const worse = tested.filter((one, index) => (adjusted[index] ?? 1) <= ALPHA && lossOf(one) >= one.margin);
	const scores = measured.map(({ answer }) => ({ ...answer, worse: worse.includes(answer) }));
	const quality = pooled(measured);
	const counting = scores.filter(countsForShip);
	const ships = counting.length > 0 && counting.every((one) => one.answer === 'ship' && one.worst.high <= one.margin);
	return {
		answer: worse.length > 0 ? 'dont' : ships ? 'ship' : 'cant-tell',
		certain: worse.some(({ certain }) => certain),
		leaning: quality !== undefined && quality.lost > quality.gained ? 'worse' : 'nothing-against',
		scores,
		quality,
	};
}

/** Whether a score can withhold `ship`. */
export function countsForShip({ limit, answer }: Pick<ScoreAnswer, 'limit' | 'answer'>): boolean {
	return limit !== 'floor' && (limit !== 'too-small' || answer === 'ship');
}

function lossOf({ lost, gained, n }: PromptCounts): number {
	return n === 0 ? 0 : (lost - gained) / n;
}

/** 20 %, three prompts, for a decision of fifteen; else 10 %. */
export function marginOf({ name, decision }: Pick<EvaluatedSuite, 'name' | 'decision'>, margins?: Margins): number {
	const given = typeof margins === 'object' ? margins[name] : margins;
	return given ?? (decision?.threshold.of === FIFTEEN ? 0.2 : 0.1);
}

const FIFTEEN = 15;

/** A suite whose prompts cannot show its margin even without a flip. */
export interface SmallSuite {
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

interface MeasuredScore {
	readonly answer: Omit<ScoreAnswer, 'worse'>;
	/** Names that the suite's prompts share with suites of the same corpus. */
	readonly corpus: string;
	readonly prompts: readonly PromptShares[];
}

function scoresOf(suite: EvaluatedSuite, pairs: readonly ScoredPair[], margin: number): readonly MeasuredScore[] {
	const own = pairs.filter(({ first }) => first.suite === suite.name);
	return [...Map.groupBy(own, ({ first }) => first.variant)].flatMap(([variant, asScored]) =>
		answeringRates(suite).map(({ score, declaration }) => {
			const group = asScored.map(({ first, second, ...places }) => ({
				...places,
				first: clockApart(first, score),
				second: clockApart(second, score),
			}));
			const identity = { score, main: true, declaration };
			const whole = promptShares(group, identity);
			const counted = promptCounts(whole);
			const { lost, gained, n } = counted;
			const prompts = new Set(group.map(({ first }) => first.sampleId)).size;
			const asked = Math.max(prompts, suite.plan?.ids.length ?? 0);
			const answer = n === 0 ? UNKNOWN : answerAt(counted, margin);
			const worst = promptCounts(promptShares(group, identity, 'wrong'));
			const clock = clockLosses(group, score);
			return {
				corpus: suite.corpus.sha256,
				prompts: whole,
				answer: {
					suite: suite.name,
					variant,
					score,
					declaration,
					margin,
					...counted,
					...answer,
					limit: limitOf(counted, answer, smallestMargin(asked) > margin),
					smallestMargin: n === 0 ? 1 : smallestMargin(n),
					needed:
						answer.answer === 'cant-tell' && n > 0
							? [0, 1].map((more) => ({ lost: more, prompts: promptsToShip(lost + more, gained, margin) }))
							: [],
					clock,
					unscored: prompts - n - clock.length,
					worst: { ...worst, high: highOf(worst) },
				},
			};
		}),
	);
}

/** Upper bound of the loss. */
export function highOf(
	{ lost, gained, n }: Pick<PromptCounts, 'lost' | 'gained' | 'n'>,
	alpha: number = ALPHA,
): number {
	return n === 0 ? 1 : lossBounds(lost, gained, n, alpha).high;
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

/** Nothing was scored in both. */
const UNKNOWN: MarginAnswer = { answer: 'cant-tell', bounds: { low: -1, high: 1 }, pWorse: 1, certain: false };

function limitOf(
	{ right, secondRight, n }: PromptCounts,
	{ answer }: MarginAnswer,
	isTooSmall: boolean,
): ScoreAnswer['limit'] {
	if (answer === 'cannot-show') return 'floor';
	if (isTooSmall) return 'too-small';
	return n > 0 && right === n && secondRight === n ? 'ceiling' : undefined;
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
	const { value, reason } = scoreNamed(sample, score) ?? {};
	if (value !== false || reason !== 'timeout') return sample;
	return { ...sample, scores: { ...sample.scores, [score]: { unscored: CLOCK_CAUSE } } };
}

/** Suites and variants of one corpus ask the same prompts: each counts once, with the mean of its scores. */
function pooled(measured: readonly MeasuredScore[]): CandidateAnswer['quality'] {
	const all = measured
		.filter(({ answer }) => answer.limit !== 'floor')
		.flatMap(({ corpus, prompts }) => prompts.map((prompt) => ({ ...prompt, key: `${corpus} ${prompt.id}` })));
	const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
	const prompts = Array.from(Map.groupBy(all, ({ key }) => key).values(), (same) => ({
		first: mean(same.map(({ first }) => first)),
		second: mean(same.map(({ second }) => second)),
	}));
	const { length } = prompts;
	if (length === 0) return undefined;
	const counted = promptCounts(prompts);
	return { ...counted, bounds: lossBounds(counted.lost, counted.gained, length) };
}
