import { quantile } from './distribution.ts';
import { CONFIDENCE, type Interval } from './interval.ts';
import { seededRandom } from './seeded-random.ts';

/** A paired difference with its percentile interval. */
export interface PairedDifference {
	/** Pairs. */
	readonly n: number;
	/** Mean of `second - first`. */
	readonly mean: number;
	readonly interval: Interval;
}

export interface BootstrapOptions {
	readonly seed?: number;
	readonly resamples?: number;
}

/**
 * Paired bootstrap of the mean difference (Efron's percentile interval, 95 %): pairs are drawn with replacement, so what
 * the prompts differ in among themselves cancels out. The same seed gives the same interval. Absent for fewer than 2 pairs.
 */
export function pairedBootstrap(
	pairs: readonly (readonly [first: number, second: number])[],
	options: BootstrapOptions = {},
): PairedDifference | undefined {
	if (pairs.length < 2) return undefined;
	const differences = Float64Array.from(pairs, ([first, second]) => second - first);
	const random = seededRandom(options.seed ?? 1);
	const n = differences.length;
	const means = new Float64Array(options.resamples ?? 2000).map(() => {
		let sum = 0;
		for (let draw = 0; draw < n; draw += 1) sum += differences[Math.floor(random() * n)] ?? 0;
		return sum / n;
	});
	means.sort();
	const tail = (1 - CONFIDENCE) / 2;
	return {
		n,
		mean: differences.reduce((sum, difference) => sum + difference, 0) / n,
		interval: { low: quantile(means, tail), high: quantile(means, 1 - tail) },
	};
}
