import { incompleteBeta } from './interval/incomplete-beta.ts';
import { assertCount } from './interval/interval.ts';

/** McNemar's exact two-sided p of `gained` against `lost` flips. Without a flip it is 1. */
export function mcnemarExact(gained: number, lost: number): number {
	const n = gained + lost;
	assertCount(gained, n);
	const fewer = Math.min(gained, lost);
	if (gained === lost) return 1;
	// P(X <= k) of Binomial(n, 1/2) is I_{1/2}(n - k, k + 1).
	return Math.min(1, 2 * incompleteBeta(0.5, n - fewer, fewer + 1));
}
