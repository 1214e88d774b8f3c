import { quantile } from '../../src/stats/distribution.ts';

/** Two ways of doing the same work, measured alternately so that both meet the same machine. */
export interface SideBySide {
	/** Turns. */
	readonly n: number;
	/** Medians in the measured unit. */
	readonly first: number;
	readonly second: number;
	/** Median over the turns of second by first. */
	readonly ratio: number;
	/** Its 95 % interval by order statistics; absent for fewer than six turns. */
	readonly interval?: readonly [number, number];
}

/** Compares turn by turn: lists of equal length, at least one turn. */
export function sideBySide(first: readonly number[], second: readonly number[]): SideBySide {
	const ratios = Float64Array.from(second, (value, turn) => value / (first[turn] ?? Number.NaN)).sort();
	const interval = medianInterval(ratios);
	return {
		n: ratios.length,
		first: quantile(Float64Array.from(first).sort(), 0.5),
		second: quantile(Float64Array.from(second).sort(), 0.5),
		ratio: quantile(ratios, 0.5),
		interval,
	};
}

/** Order statistics that contain the median with at least 95 %, by the binomial distribution of n fair coins. */
function medianInterval(sorted: Float64Array): readonly [number, number] | undefined {
	const n = sorted.length;
	let tail = 0.5 ** n;
	let term = tail;
	let rank = 0;
	while (tail <= 0.025 && rank < n / 2) {
		rank += 1;
		term *= (n - rank + 1) / rank;
		tail += term;
	}
	const low = sorted[rank - 1];
	const high = sorted[n - rank];
	return low === undefined || high === undefined ? undefined : [low, high];
}
