import { type Interval, incompleteBeta, logBeta } from './intervals.ts';

/** How a rule's answers compare with people's on a labelled set: worth keeping or not, and whether the rule says so. */
export interface LabelledCounts {
	readonly tp: number;
	readonly fn: number;
	readonly tn: number;
	readonly fp: number;
}

/** A distinct text that the rule judged. */
export interface JudgedText {
	/** The rule says that it is worth keeping. */
	readonly flagged: boolean;
	/** Prompts that have this text. */
	readonly prompts: number;
	/** Whether people say that it is worth keeping; absent without a label. */
	readonly label?: boolean;
}

/** The prompts of a run, by what is known of the text before the call. */
export interface JudgedPrompts {
	readonly texts: readonly JudgedText[];
	/** Prompts that have nothing worth keeping for certain, such as those without a call. */
	readonly structural: number;
	readonly unscored: number;
}

/** What a rule's count says, its error allowed for. */
export interface JudgeError {
	/** P(at least the needed number of these prompts are worth keeping): from no unscored prompt worth it to all of them. */
	readonly these: Interval;
	/** P(the rate of prompts like these reaches the share), over the scored ones; absent for a share of 1. */
	readonly like?: number;
	/** 2.5 % and 97.5 % quantile of the scored prompts that are worth keeping. */
	readonly worth: Interval;
}

/** A decision by count: the prompts it needs, and the share of all prompts that this is. */
interface Needed {
	readonly need: number;
	readonly share: number;
}

/**
 * Exact distribution of the number of prompts worth keeping, given a rule's flags and its labelled set: every distinct text
 * is worth keeping with an unknown base rate, the rule errs with unknown sensitivity and specificity, and this run's flags
 * and labels inform all three (Joseph, Gyorkos, Coupal 1995; docs/metrics.md). Undefined where the labelled set is too
 * small: fewer than 10 texts of a kind, or a rule no better than chance.
 */
export function judgeError(prompts: JudgedPrompts, rule: LabelledCounts, needed: Needed): JudgeError | undefined {
	if (!isEnough(rule)) return undefined;
	const worth = distributionOf(stateOf(prompts.texts), rule);
	const scored = prompts.structural + prompts.texts.reduce((sum, text) => sum + text.prompts, 0);
	return {
		these: { low: atLeast(worth, needed.need), high: atLeast(worth, needed.need - prompts.unscored) },
		...(needed.share < 1 && {
			like: worth.reduce((sum, p, t) => sum + p * (1 - incompleteBeta(needed.share, 0.5 + t, 0.5 + scored - t)), 0),
		}),
		worth: { low: quantile(worth, 0.025), high: quantile(worth, 0.975) },
	};
}

export function isEnough({ tp, fn, tn, fp }: LabelledCounts): boolean {
	return tp + fn >= 10 && tn + fp >= 10 && tp * tn > fn * fp;
}

/** Whether a probability decides: at most 10 %, or at least 90 %. */
export function isSettled(probability: number): boolean {
	return probability <= 0.1 || probability >= 0.9;
}

/** Texts without a label by weight, the heaviest first, and counts of the labelled ones. */
export interface State {
	readonly flagged: readonly number[];
	readonly unflagged: readonly number[];
	/** Labelled texts: worth keeping and flagged, worth and not flagged, and so on. */
	readonly k11: number;
	readonly k10: number;
	readonly k01: number;
	readonly k00: number;
	/** Prompts of the texts labelled worth keeping. */
	readonly weight: number;
}

export function stateOf(texts: readonly JudgedText[]): State {
	const open = (flagged: boolean): readonly number[] =>
		texts
			.filter((text) => text.label === undefined && text.flagged === flagged)
			.map((text) => text.prompts)
			.sort((one, other) => other - one);
	const labelled = (label: boolean, flagged: boolean): number =>
		texts.filter((text) => text.label === label && text.flagged === flagged).length;
	return {
		flagged: open(true),
		unflagged: open(false),
		k11: labelled(true, true),
		k10: labelled(true, false),
		k01: labelled(false, true),
		k00: labelled(false, false),
		weight: texts.reduce((sum, text) => sum + (text.label === true ? text.prompts : 0), 0),
	};
}

/** Log weight of j flagged and l unflagged texts worth keeping, without the number of ways to choose them. */
export function logWeight(
	{ flagged, unflagged, k11, k10, k01, k00 }: State,
	rule: LabelledCounts,
	j: number,
	l: number,
): number {
	const [m1, m0] = [flagged.length, unflagged.length];
	return (
		logBeta(0.5 + k11 + k10 + j + l, 0.5 + k01 + k00 + m1 - j + m0 - l) +
		logBeta(1 + rule.tp + k11 + j, 1 + rule.fn + k10 + l) +
		logBeta(1 + rule.tn + k00 + m0 - l, 1 + rule.fp + k01 + m1 - j)
	);
}

/** Ways to choose a number of texts by their total weight. */
interface Choice {
	readonly texts: number;
	readonly weight: number;
	readonly ways: number;
}

export function choices(weights: readonly number[]): readonly Choice[] {
	let found = new Map([['0 0', { texts: 0, weight: 0, ways: 1 }]]);
	for (const weight of weights) {
		const more = new Map(found);
		for (const choice of found.values()) {
			const [texts, sum] = [choice.texts + 1, choice.weight + weight];
			const key = `${texts} ${sum}`;
			more.set(key, { texts, weight: sum, ways: choice.ways + (more.get(key)?.ways ?? 0) });
		}
		found = more;
	}
	return [...found.values()];
}

/** P(T = t) by number of prompts worth keeping. */
export function distributionOf(state: State, rule: LabelledCounts): readonly number[] {
	const [flagged, unflagged] = [choices(state.flagged), choices(state.unflagged)];
	const terms = flagged.flatMap((one) =>
		unflagged.map((other) => ({
			prompts: state.weight + one.weight + other.weight,
			log: Math.log(one.ways) + Math.log(other.ways) + logWeight(state, rule, one.texts, other.texts),
		})),
	);
	const largest = Math.max(...terms.map(({ log }) => log));
	const most = Math.max(...terms.map(({ prompts }) => prompts));
	const sums = new Array<number>(most + 1).fill(0);
	for (const { prompts, log } of terms) sums[prompts] = (sums[prompts] ?? 0) + Math.exp(log - largest);
	const total = sums.reduce((sum, one) => sum + one, 0);
	return sums.map((one) => one / total);
}

export function atLeast(distribution: readonly number[], need: number): number {
	const sum = distribution.slice(Math.max(0, need)).reduce((total, one) => total + one, 0);
	return need <= 0 ? 1 : Math.min(1, sum);
}

function quantile(distribution: readonly number[], p: number): number {
	let sum = 0;
	const found = distribution.findIndex((one) => {
		sum += one;
		return sum >= p;
	});
	return found === -1 ? distribution.length - 1 : found;
}
