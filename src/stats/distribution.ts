/** Statistics of measurements; absent if there are too few values. */
export interface Distribution {
	readonly n: number;
	readonly min?: number;
	/** The slow end of a throughput. */
	readonly p5?: number;
	readonly p25?: number;
	readonly p50?: number;
	readonly p75?: number;
	readonly p90?: number;
	readonly p95?: number;
	readonly p99?: number;
	readonly max?: number;
	readonly mean?: number;
	/** Sample standard deviation (n - 1); from two values on. */
	readonly sd?: number;
}

/** Percentiles interpolate linearly (Hyndman and Fan's type 7, NumPy's default). Throws RangeError for a value that is not finite. */
export function distribution(values: readonly number[]): Distribution {
	const n = values.length;
	if (n === 0) return { n };
	const sorted = new Float64Array(values).sort();
	for (const value of sorted) {
		if (!Number.isFinite(value)) throw new RangeError(`a measurement must be finite, got ${value}`);
	}
	const ownMean = mean(sorted);
	let squares = 0;
	for (const value of sorted) squares += (value - ownMean) ** 2;
	return {
		n,
		min: quantile(sorted, 0),
		p5: quantile(sorted, 0.05),
		p25: quantile(sorted, 0.25),
		p50: quantile(sorted, 0.5),
		p75: quantile(sorted, 0.75),
		p90: quantile(sorted, 0.9),
		p95: quantile(sorted, 0.95),
		p99: quantile(sorted, 0.99),
		max: quantile(sorted, 1),
		mean: ownMean,
		...(n < 2 ? {} : { sd: Math.sqrt(squares / (n - 1)) }),
	};
}

/** Quantile `q` in [0, 1] of values in ascending order, at least one. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
	const position = q * (sorted.length - 1);
	const below = Math.floor(position);
	const low = sorted[below];
	const high = sorted[Math.ceil(position)];
	if (low === undefined || high === undefined) throw new RangeError('no quantile of nothing');
	return low + (high - low) * (position - below);
}

/** Arithmetic mean, NaN without values. Neumaier's compensated summation (1974) keeps small values when large ones cancel out. */
export function mean(values: Iterable<number> & { readonly length: number }): number {
	let sum = 0;
	let lost = 0;
	for (const value of values) {
		const next = sum + value;
		lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
		sum = next;
	}
	return (sum + lost) / values.length;
}
