import { mean } from './distribution.ts';
import { type Interval, studentT } from './intervals.ts';
import { worseP } from './paired-loss.ts';

/** A paired difference with its interval. */
export interface PairedDifference {
	/** Pairs. */
	readonly n: number;
	/** Mean of `second - first`. */
	readonly mean: number;
	/** 95 %; absent if every pair differs by the same, which gives no estimate of the spread. */
	readonly interval?: Interval;
}

/**
 * Mean of the paired differences with Student's t interval (95 %, n - 1 degrees of freedom). Not a bootstrap: its percentile
 * and BCa intervals are far too narrow for few pairs; `npm run bench -- statistics` prints the coverage of this one.
 * Undefined for fewer than 2 pairs.
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

/** Two measurements over the same prompts. */
export interface PromptDifference {
	/** Means over the same prompts. */
	readonly firstMean: number;
	readonly secondMean: number;
	/** One pair per prompt, of the means over its epochs, which are not independent. */
	readonly difference: PairedDifference;
}

/** Compares measurements paired by prompt. Undefined for fewer than two prompts. */
export function promptDifference(
	measured: readonly { readonly prompt: string; readonly first: number; readonly second: number }[],
): PromptDifference | undefined {
	const prompts = Array.from(
		Map.groupBy(measured, ({ prompt }) => prompt).values(),
		(epochs) => [mean(epochs.map(({ first }) => first)), mean(epochs.map(({ second }) => second))] as const,
	);
	const difference = pairedDifference(prompts);
	return (
		difference && {
			firstMean: mean(prompts.map(([first]) => first)),
			secondMean: mean(prompts.map(([, second]) => second)),
			difference,
		}
	);
}

/** Rounding error of decimals, relative to the values. */
const ROUNDING = 8 * Number.EPSILON;

/** McNemar's exact two-sided p of `gained` against `lost` flips; 1 without flips. Counts may be fractions of a prompt. */
export function mcnemarExact(gained: number, lost: number): number {
	return Math.min(1, 2 * Math.min(worseP(lost, gained), worseP(gained, lost)));
}

/** Agreement of two raters on yes or no. */
export interface Agreement {
	/** Items that both judged. */
	readonly n: number;
	readonly agreed: number;
	/** Cohen's kappa, -1 to 1; absent if both always give the same answer. */
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

/** A p value with three decimals, never 0; a dash if unknown. */
export function pValueText(p: number | undefined): string {
	if (p === undefined) return '–';
	return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
