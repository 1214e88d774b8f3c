import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';
import { assertCount, CONFIDENCE, type Interval } from './interval.ts';

/** P(true rate >= `rate`) after `hits` of `n`, under Jeffreys' prior Beta(1/2, 1/2). */
export function jeffreysProbabilityAtLeast(rate: number, hits: number, n: number): number {
	assertCount(hits, n);
	return 1 - incompleteBeta(rate, hits + 0.5, n - hits + 0.5);
}

/** Jeffreys' equal-tailed 95 % interval; its bounds are 0 and 1 at no hits and at all hits (Brown, Cai, DasGupta 2001). */
export function jeffreysInterval(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	if (n === 0) return undefined;
	const tail = (1 - CONFIDENCE) / 2;
	return {
		low: hits === 0 ? 0 : inverseIncompleteBeta(tail, hits + 0.5, n - hits + 0.5),
		high: hits === n ? 1 : inverseIncompleteBeta(1 - tail, hits + 0.5, n - hits + 0.5),
	};
}
