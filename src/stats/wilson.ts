import { assertCount, type Interval } from './interval.ts';

/** Two-sided 5 % point of the standard normal distribution. */
const Z = 1.959_963_984_540_054;

/** Wilson's 95 % score interval of a proportion (Wilson 1927). Absent for n = 0. */
export function wilson(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	if (n === 0) return undefined;
	const rate = hits / n;
	const scale = 1 + (Z * Z) / n;
	const centre = (rate + (Z * Z) / (2 * n)) / scale;
	const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
	// Rounding must not push the exact bounds 0 and 1 off their place.
	return { low: hits === 0 ? 0 : Math.max(0, centre - half), high: hits === n ? 1 : Math.min(1, centre + half) };
}
