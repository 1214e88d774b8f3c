import type { Interval } from './interval/interval.ts';
import { studentT } from './interval/student-t.ts';

/** A paired difference with its interval. */
export interface PairedDifference {
	/** Pairs. */
	readonly n: number;
	/** Mean of `second - first`. */
	readonly mean: number;
	/** 95 %; absent where every pair differs by the same, because a spread that was not seen cannot be estimated. */
	readonly interval?: Interval | undefined;
}

/**
 * Mean of the paired differences with Student's t interval (95 %, n - 1 degrees of freedom). What the pairs differ in
 * among themselves cancels out. Not a bootstrap: its percentile and BCa intervals are far too narrow for few pairs. What
 * this one covers, `npm run bench -- statistics` prints. Absent for fewer than 2 pairs.
 */
export function pairedDifference(
	pairs: readonly (readonly [first: number, second: number])[],
): PairedDifference | undefined {
	const n = pairs.length;
	if (n < 2) return undefined;
	const differences = pairs.map(([first, second]) => second - first);
	const noises = pairs.map(([first, second]) => ROUNDING * Math.max(Math.abs(first), Math.abs(second)));
	const noise = noises.reduce((sum, one) => sum + one, 0) / n;
	const exact = differences.reduce((sum, difference) => sum + difference, 0) / n;
	const mean = Math.abs(exact) <= noise ? 0 : exact;
	if (differences.every((difference, pair) => Math.abs(difference - exact) <= noise + (noises[pair] ?? 0)))
		return { n, mean };
	const squares = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0);
	const half = studentT(n - 1) * Math.sqrt(squares / (n - 1) / n);
	return { n, mean, interval: { low: mean - half, high: mean + half } };
}

/** What adding and dividing leaves of decimals that no float holds, as a part of the values. */
const ROUNDING = 8 * Number.EPSILON;
