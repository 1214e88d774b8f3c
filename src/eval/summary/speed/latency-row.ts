import { type Distribution, distribution } from '../../../stats/distribution.ts';

/** Defined in docs/metrics.md. */
export const LATENCY_METRICS = [
	'timeToFirstTokenMs',
	'timeToFirstCallTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'interTokenLatencyMs',
	'turnMs',
	'endToEndMs',
] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];

/** One metric of one suite and arm, cold and warm apart. */
export interface LatencyRow {
	readonly suite: string;
	readonly arm: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Whose clock. */
	readonly source: 'engine' | 'wall-clock';
	/** Cold: the first generation (and user turn) after the model was loaded. */
	readonly state: 'cold' | 'warm';
	/** Raw measurements in the order they were made; at least one. */
	readonly values: readonly number[];
	readonly distribution: Distribution;
	/** The sample of each value, by its id; of the metrics that budgets are held against. */
	readonly prompts?: readonly string[] | undefined;
	/** Of `timeToFirstTokenMs`: places of the values that a user waited for, of the first generation of a turn of theirs. */
	readonly waited?: readonly number[] | undefined;
	/** Of `turnMs` and `endToEndMs`: places of the values that were cut, so that the whole would have taken longer. */
	readonly cut?: readonly number[] | undefined;
}

/** A row as a user waits for it: without the generations behind their turn's tools. Undefined where none is left. */
export function waitedFor(row: LatencyRow): LatencyRow | undefined {
	return row.metric !== 'timeToFirstTokenMs' || row.waited === undefined ? row : partOf(row, row.waited);
}

/** The row of the values at some of its places. Undefined of none. */
export function partOf(row: LatencyRow, places: readonly number[]): LatencyRow | undefined {
	if (places.length === 0) return undefined;
	const { prompts = [] } = row;
	const values = places.flatMap((place) => row.values[place] ?? []);
	const kept = (marked: readonly number[] | undefined): readonly number[] | undefined => {
		const those = new Set(marked);
		return marked && [...places.keys()].filter((index) => those.has(places[index] as number));
	};
	return {
		...row,
		values,
		prompts: places.flatMap((place) => prompts[place] ?? []),
		distribution: distribution(values),
		waited: kept(row.waited),
		cut: kept(row.cut),
	};
}
