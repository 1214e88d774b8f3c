import { inverseIncompleteBeta } from './incomplete-beta.ts';
import { assertCount, CONFIDENCE, type Interval } from './interval.ts';

/** Exact 95 % interval of a proportion (Clopper and Pearson 1934). Absent for n = 0. */
export function clopperPearson(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	if (n === 0) return undefined;
	const tail = (1 - CONFIDENCE) / 2;
	return {
		low: hits === 0 ? 0 : inverseIncompleteBeta(tail, hits, n - hits + 1),
		high: hits === n ? 1 : inverseIncompleteBeta(1 - tail, hits + 1, n - hits),
	};
}
