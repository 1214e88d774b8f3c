import { assertCount, type Interval } from './interval.ts';

/** Two-sided 5 % point of the standard normal distribution. */
const Z = 1.959_963_984_540_054;

/** Wilson's 95 % score interval of a proportion (Wilson 1927). Absent for n = 0. */
export function wilson(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	return n === 0 ? undefined : scoreInterval(hits / n, n, Z);
}

/** The score interval of a `rate`, 0 to 1, seen in `n` observations, above 0 and not always whole; `z` is the quantile. */
export function scoreInterval(rate: number, n: number, z: number): Interval {
	const scale = 1 + (z * z) / n;
	const centre = (rate + (z * z) / (2 * n)) / scale;
	const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
	// Rounding must not push the exact bounds 0 and 1 off their place.
	return { low: rate === 0 ? 0 : Math.max(0, centre - half), high: rate === 1 ? 1 : Math.min(1, centre + half) };
}
