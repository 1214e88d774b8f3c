import type { Interval } from './intervals.ts';
import { lossBounds, worseP } from './paired-loss.ts';

/** Prompts that a candidate lost and gained against its baseline; fractions where they were repeated. */
export interface PairedCounts {
	readonly lost: number;
	readonly gained: number;
	/** Prompts that were compared. */
	readonly n: number;
	/** Of them, those that the baseline gets right. */
	readonly right: number;
}

/** What one score says about shipping a candidate. */
export interface MarginAnswer {
	/**
	 * `ship`: no loss above the margin, at 95 %. `dont`: worse at 5 %, and by the margin or more. `cannot-show`: the baseline
	 * gets too few right to lose more than the margin.
	 */
	readonly answer: 'ship' | 'dont' | 'cant-tell' | 'cannot-show';
	/** Of the loss, each end one-sided 95 %. */
	readonly bounds: Interval;
	/** Exact one-sided McNemar. */
	readonly pWorse: number;
	/** Of `dont`: the loss is above the margin for certain. */
	readonly certain: boolean;
}

/** The answer of a score for a margin, 0 to 1. `n` is at least 1. */
export function answerAt({ lost, gained, n, right }: PairedCounts, margin: number): MarginAnswer {
	const bounds = lossBounds(lost, gained, n);
	const pWorse = worseP(lost, gained);
	const isWorse = pWorse <= ALPHA && (lost - gained) / n >= margin;
	const verdict = bounds.high <= margin ? 'ship' : isWorse ? 'dont' : 'cant-tell';
	const answer = right / n <= margin ? 'cannot-show' : verdict;
	return { answer, bounds, pWorse, certain: answer === 'dont' && bounds.low > margin };
}

/** Error of every one-sided bound and answer. */
export const ALPHA = 0.05;

/** Prompts in all that would ship a candidate which has lost and gained so many, if the further ones are ties. */
export function promptsToShip(lost: number, gained: number, margin: number): number {
	const ships = (n: number): boolean => lossBounds(lost, gained, n).high <= margin;
	let low = Math.max(1, Math.ceil(lost + gained)) - 1;
	let high = low + 1;
	while (!ships(high)) [low, high] = [high, high * 2];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (ships(middle)) high = middle;
		else low = middle;
	}
	return high;
}

/** The smallest margin that so many prompts can answer: the upper bound without a flip. */
export function smallestMargin(n: number): number {
	return 1 - ALPHA ** (1 / n);
}

/** Holm's adjusted p values, in the order given. */
export function holm(ps: readonly number[]): readonly number[] {
	const order = ps.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p);
	const adjusted = new Array<number>(ps.length);
	let largest = 0;
	for (const [rank, { p, index }] of order.entries()) {
		largest = Math.max(largest, Math.min(1, p * (ps.length - rank)));
		adjusted[index] = largest;
	}
	return adjusted;
}
