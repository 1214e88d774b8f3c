/** A two-sided interval. */
export interface Interval {
	readonly low: number;
	readonly high: number;
}

/** Confidence of every interval here. */
export const CONFIDENCE = 0.95;

/** Asserts that `hits` of `n` is a count. */
export function assertCount(hits: number, n: number): void {
	if (!(Number.isInteger(hits) && Number.isInteger(n) && hits >= 0 && hits <= n)) {
		throw new RangeError(`not a count: ${hits} of ${n}`);
	}
}
