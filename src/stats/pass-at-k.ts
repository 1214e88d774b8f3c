import { assertCount } from './interval/interval.ts';

/** Unbiased pass@k = 1 - C(n-c, k) / C(n, k): at least one of k tries succeeds (Chen et al. 2021). Absent for k > n. */
export function passAtK(n: number, c: number, k: number): number | undefined {
	assertTries(n, c, k);
	return k > n ? undefined : 1 - shareOfDraws(n, n - c, k);
}

/** pass^k = C(c, k) / C(n, k): all of k tries succeed (tau-bench). Absent for k > n. */
export function passHatK(n: number, c: number, k: number): number | undefined {
	assertTries(n, c, k);
	return k > n ? undefined : shareOfDraws(n, c, k);
}

function assertTries(n: number, c: number, k: number): void {
	assertCount(c, n);
	if (!(Number.isInteger(k) && k >= 1)) throw new RangeError(`k must be a positive integer, got ${k}`);
}

/** C(marked, k) / C(n, k) as a product, so that no factorial overflows. */
function shareOfDraws(n: number, marked: number, k: number): number {
	let share = 1;
	for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, marked - drawn) / (n - drawn);
	return share;
}
