import { isLossWithin, worseP } from './paired-loss.ts';

/** Prompts that a candidate lost and gained against its baseline; fractions where they were repeated. */
interface PairedCounts {
	readonly lost: number;
	readonly gained: number;
	/** Prompts that were compared. */
	readonly n: number;
	/** Of these, right in the baseline and in the candidate. */
	readonly right: number;
	readonly secondRight: number;
}

/** The counts of a score, and the loss that is acceptable. */
export interface MarginCounts extends PairedCounts {
	/** Above 0 and below 1. */
	readonly margin: number;
	/** The same with every prompt that the candidate could not finish as lost (default: it finished all). */
	readonly worst?: PairedCounts;
}

/** What one score says about shipping a candidate. */
export interface MarginAnswer {
	/** Exact one-sided McNemar. */
	readonly pWorse: number;
	/** Hochberg's over the scores with at least five flips; 1 for the others. */
	readonly pAdjusted: number;
	/** The baseline gets nothing right, so nothing can be lost. */
	readonly floor: boolean;
	/** No loss above the margin, at 95 %: what `ship` needs of every score but floors. */
	readonly within: boolean;
	/** Worse for certain, and by the margin or more as measured: enough for `dont`. */
	readonly worse: boolean;
}

/**
 * The answer of all scores together (docs/metrics.md): `ship` if every score but floors is within its margin and one of
 * them is right in five prompts or more, `dont` if one is worse.
 */
export function marginAnswers<Score extends MarginCounts>(
	scores: readonly Score[],
): { readonly answer: 'ship' | 'dont' | 'cant-tell'; readonly scores: readonly (Score & MarginAnswer)[] } {
	const adjusted = hochberg(scores.filter(canBeWorse).map(({ lost, gained }) => worseP(lost, gained)));
	let next = 0;
	const each = scores.map((score) => {
		const { lost, gained, n, right, worst = score, margin } = score;
		const pAdjusted = canBeWorse(score) ? (adjusted[next++] ?? 1) : 1;
		const worse = pAdjusted <= ALPHA && lossOf(score) >= margin;
		const floor = n > 0 && right === 0 && worst.right === 0;
		return { ...score, pWorse: worseP(lost, gained), pAdjusted, floor, within: isWithin(score), worse };
	});
	const tested = each.filter(({ floor }) => !floor);
	const ships = tested.every(({ within }) => within) && tested.some(({ right }) => right >= FEW);
	return { answer: each.some(({ worse }) => worse) ? 'dont' : ships ? 'ship' : 'cant-tell', scores: each };
}

/** Error of every one-sided bound and answer. */
export const ALPHA = 0.05;

/** Fewer flips or right prompts can never reach p = 5 %. */
export const FEW = 5;

/** Whether it has enough flips: only these scores are tested, and corrected for each other. */
export function canBeWorse({ lost, gained }: PairedCounts): boolean {
	return lost + gained >= FEW;
}

/** Share of prompts that were lost more than gained. */
export function lossOf({ lost, gained, n }: Pick<PairedCounts, 'lost' | 'gained' | 'n'>): number {
	return n === 0 ? 0 : (lost - gained) / n;
}

/** Whether the loss is at most the margin, also with unfinished prompts as lost. Losing all of five or more never is. */
export function isWithin(score: MarginCounts, alpha = ALPHA): boolean {
	const { right, secondRight, margin, worst = score } = score;
	if (right >= FEW && secondRight === 0) return false;
	const isAtMost = ({ lost, gained, n }: PairedCounts): boolean =>
		n > 0 && isLossWithin(margin, lost, gained, n, alpha);
	return isAtMost(score) && (worst.n === score.n || isAtMost(worst));
}

/** Prompts in all with which the loss is at most the margin, if the further ones are ties. */
export function promptsToShip(lost: number, gained: number, margin: number): number {
	return leastWith(Math.max(1, Math.ceil(lost + gained)), (n) => isLossWithin(margin, lost, gained, n, ALPHA));
}

/** Prompts in all that make it certainly worse among so many scores with five flips, if it loses on as measured. */
export function promptsToDont({ lost, gained, n }: PairedCounts, scores: number): number {
	const share = (count: number, all: number): number => (count * all) / n;
	for (let all = n; ; all += 1) {
		const [losses, gains] = [Math.floor(share(lost, all) + SAME), Math.ceil(share(gained, all) - SAME)];
		if (worseP(losses, gains) <= ALPHA / scores) return all;
	}
}

/** Products of shares are a little off. */
const SAME = 1e-9;

/** The smallest number from `least` on for which something holds that holds for every larger one. */
function leastWith(least: number, holds: (n: number) => boolean): number {
	let low = least - 1;
	let high = least;
	while (!holds(high)) [low, high] = [high, high * 2];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (holds(middle)) high = middle;
		else low = middle;
	}
	return high;
}

/** Which tests reach 5 % together (Tarone 1990): of k tests, k as small as the number of those that could reach 5 % / k. */
export function tarone(tests: readonly Pick<PairedCounts, 'lost' | 'gained'>[]): readonly boolean[] {
	const least = tests.map(({ lost, gained }) => 2 ** -(lost + gained));
	let k = 1;
	while (least.filter((p) => p <= ALPHA / k).length > k) k += 1;
	return tests.map(({ lost, gained }) => worseP(lost, gained) <= ALPHA / k);
}

/** Hochberg's adjusted p values (1988), in the order given. */
export function hochberg(ps: readonly number[]): readonly number[] {
	const order = ps.map((p, index) => ({ p, index })).sort((one, other) => other.p - one.p);
	const adjusted = new Array<number>(ps.length);
	let smallest = 1;
	for (const [rank, { p, index }] of order.entries()) {
		smallest = Math.min(smallest, p * (rank + 1));
		adjusted[index] = smallest;
	}
	return adjusted;
}
