import { assertCount, type Interval, incompleteBeta, studentT } from './intervals.ts';

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

/** McNemar's exact two-sided p of `gained` against `lost` flips. Without a flip it is 1. */
export function mcnemarExact(gained: number, lost: number): number {
	const n = gained + lost;
	assertCount(gained, n);
	const fewer = Math.min(gained, lost);
	if (gained === lost) return 1;
	// P(X <= k) of Binomial(n, 1/2) is I_{1/2}(n - k, k + 1).
	return Math.min(1, 2 * incompleteBeta(0.5, n - fewer, fewer + 1));
}

/** Agreement of two raters on yes or no, beyond chance. */
export interface Agreement {
	/** Items both judged. */
	readonly n: number;
	readonly agreed: number;
	/** Cohen's kappa, -1 to 1; absent where chance alone would give full agreement (both always say the same). */
	readonly kappa?: number;
}

/** Cohen's kappa (1960) of pairs of judgements. */
export function cohensKappa(pairs: readonly (readonly [first: boolean, second: boolean])[]): Agreement {
	const n = pairs.length;
	const agreed = pairs.filter(([first, second]) => first === second).length;
	if (n === 0) return { n, agreed };
	const firstYes = pairs.filter(([first]) => first).length;
	const secondYes = pairs.filter(([, second]) => second).length;
	// In counts, so that full chance agreement is recognised exactly.
	const byChance = firstYes * secondYes + (n - firstYes) * (n - secondYes);
	if (byChance === n * n) return { n, agreed };
	return { n, agreed, kappa: (agreed * n - byChance) / (n * n - byChance) };
}

/** A p value for people: three decimals, never a false 0; a dash where nothing could be compared. */
export function pValueText(p: number | undefined): string {
	if (p === undefined) return '–';
	return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
