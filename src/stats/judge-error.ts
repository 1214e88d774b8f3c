import { type Interval, incompleteBeta, logBeta, logChoose, logSum } from './intervals.ts';

/** How a rule's answers compare with people's on a labelled set: worth keeping or not, and whether the rule says so. */
export interface LabelledCounts {
	readonly tp: number;
	readonly fn: number;
	readonly tn: number;
	readonly fp: number;
}

/** A phrase that the rule judged: one text, or several that are nearly the same. */
export interface JudgedText {
	/** The rule says that it is worth keeping. */
	readonly flagged: boolean;
	/** Prompts that have it. */
	readonly prompts: number;
	/** Distinct texts. */
	readonly texts: number;
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
	/** P(as many other prompts like these have at least the needed number worth keeping); absent beside unscored prompts, and for a share of 1. */
	readonly again?: number;
	/** 2.5 % and 97.5 % quantile of the scored prompts that are worth keeping. */
	readonly worth: Interval;
}

/** A decision by count: the prompts it needs, and the share of all prompts that this is. */
interface Needed {
	readonly need: number;
	readonly share: number;
}

/**
 * Exact distribution of the number of prompts worth keeping, given a rule's flags and its labelled set: every phrase
 * is worth keeping with an unknown base rate, the rule errs with unknown sensitivity and specificity, and this run's flags
 * and labels inform all three (Joseph, Gyorkos, Coupal 1995; docs/metrics.md). Undefined where the labelled set is too
 * small: fewer than 10 texts of a kind, or a rule no better than chance.
 */
export function judgeError(prompts: JudgedPrompts, rule: LabelledCounts, needed: Needed): JudgeError | undefined {
	if (!isEnough(rule)) return undefined;
	const worth = distributionOf(stateOf(prompts.texts), rule);
	const scored = prompts.structural + prompts.texts.reduce((sum, text) => sum + text.prompts, 0);
	// What is nearly impossible adds nothing, and is most of a long run.
	const over = (chance: (t: number) => number): number =>
		worth.reduce((sum, p, t) => (p < 1e-12 ? sum : sum + p * chance(t)), 0);
	const isShare = needed.share < 1;
	return {
		these: { low: atLeast(worth, needed.need), high: atLeast(worth, needed.need - prompts.unscored) },
		like: isShare ? over((t) => 1 - incompleteBeta(needed.share, 0.5 + t, 0.5 + scored - t)) : undefined,
		again: isShare && prompts.unscored === 0 ? over((t) => repeats(t, scored, needed.need)) : undefined,
		worth: { low: quantile(worth, 0.025), high: quantile(worth, 0.975) },
	};
}

/** P(another n prompts have at least `need` hits) after t hits of n, under Jeffreys. */
function repeats(t: number, n: number, need: number): number {
	const [a, b] = [0.5 + t, 0.5 + n - t];
	// From the likeliest count both ways, each term from the one beside it.
	const start = Math.max(need, Math.min(n, t), 0);
	const first = Math.exp(logChoose(n, start) + logBeta(a + start, b + n - start) - logBeta(a, b));
	let sum = first;
	for (let [k, p] = [start, first]; k < n && p > 1e-18; k += 1) {
		p *= (((n - k) / (k + 1)) * (a + k)) / (b + n - k - 1);
		sum += p;
	}
	for (let [k, p] = [start, first]; k > Math.max(0, need) && p > 1e-18; k -= 1) {
		p *= ((k / (n - k + 1)) * (b + n - k)) / (a + k - 1);
		sum += p;
	}
	return need > n ? 0 : Math.min(1, sum);
}

export function isEnough({ tp, fn, tn, fp }: LabelledCounts): boolean {
	return tp + fn >= 10 && tn + fp >= 10 && tp * tn > fn * fp;
}

/** Whether a probability decides: at most 10 %, or at least 90 %. */
export function isSettled(probability: number): boolean {
	return probability <= 0.1 || probability >= 0.9;
}

/** Phrases without a label by weight, the heaviest first, and counts of the labelled ones. */
export interface State {
	readonly flagged: readonly number[];
	readonly unflagged: readonly number[];
	/** Labelled ones: worth keeping and flagged, worth and not flagged, and so on. */
	readonly k11: number;
	readonly k10: number;
	readonly k01: number;
	readonly k00: number;
	/** Prompts of those labelled worth keeping. */
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

/** Log weight of j flagged and l unflagged phrases worth keeping, without the number of ways to choose them. */
export function logWeight(state: State, rule: LabelledCounts, j: number, l: number): number {
	const { flagged, unflagged, k11, k10, k01, k00 } = state;
	const [m1, m0] = [flagged.length, unflagged.length];
	const parts = SOURCES.map(({ weight, cap }) => {
		const worth = Math.min(1, cap / (rule.tp + rule.fn));
		const not = Math.min(1, cap / (rule.tn + rule.fp));
		return (
			Math.log(weight) +
			logUpdate(0.5 + worth * rule.tp, 0.5 + worth * rule.fn, k11 + j, k10 + l) +
			logUpdate(0.5 + not * rule.tn, 0.5 + not * rule.fp, k00 + m0 - l, k01 + m1 - j)
		);
	});
	return logBeta(0.5 + k11 + k10 + j + l, 0.5 + k01 + k00 + m1 - j + m0 - l) + logSum(parts);
}

/**
 * A rule errs by a model's habits, so its labelled rows say less of another model than of more rows like them: as much as 20
 * of a kind, and with a chance of 10 % as much as two. Three authors' sets have a correlation of .04 (docs/metrics.md).
 */
const SOURCES = [
	{ weight: 0.9, cap: 20 },
	{ weight: 0.1, cap: 2 },
];

function logUpdate(a: number, b: number, hits: number, misses: number): number {
	return logBeta(a + hits, b + misses) - logBeta(a, b);
}

/** Ways to choose a number of phrases by their total weight. */
interface Choice {
	readonly texts: number;
	readonly weight: number;
	readonly logWays: number;
}

/** More than a run has. */
const PROMPTS = 2 ** 26;

export function choices(weights: readonly number[]): readonly Choice[] {
	let found: readonly Choice[] = [{ texts: 0, weight: 0, logWays: 0 }];
	for (const [weight, { length }] of Map.groupBy(weights, (one) => one)) {
		const more = new Map<number, Choice>();
		for (const choice of found) {
			for (let k = 0; k <= length; k += 1) {
				const [texts, sum] = [choice.texts + k, choice.weight + k * weight];
				const ways = choice.logWays + logChoose(length, k);
				const key = texts * PROMPTS + sum;
				more.set(key, { texts, weight: sum, logWays: logSum([ways, more.get(key)?.logWays ?? -Infinity]) });
			}
		}
		found = [...more.values()];
	}
	return found;
}

/** P(T = t) by number of prompts worth keeping. */
export function distributionOf(state: State, rule: LabelledCounts): readonly number[] {
	const [flagged, unflagged] = [choices(state.flagged), choices(state.unflagged)];
	const terms = flagged.flatMap((one) =>
		unflagged.map((other) => ({
			prompts: state.weight + one.weight + other.weight,
			log: one.logWays + other.logWays + logWeight(state, rule, one.texts, other.texts),
		})),
	);
	// Too many for the arguments of one call.
	const largest = terms.reduce((most, { log }) => Math.max(most, log), -Infinity);
	const most = terms.reduce((before, { prompts }) => Math.max(before, prompts), 0);
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
