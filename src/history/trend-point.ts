import type { RowMetric } from './row-metric.ts';
import type { RowFields, RunRow } from './run-row.ts';

/** A metric of one run in its row of time. */
export interface TrendPoint {
	readonly row: RunRow;
	readonly metric: RowMetric;
	/** Key of its series. */
	readonly series: string;
}

/** Runs whose values a line may join, for they asked the same of the same model, and times are of one machine. */
export interface TrendSeries {
	readonly key: string;
	/** Runs that it has, shown or not. */
	readonly runs: number;
	/** What they have in common. */
	readonly fields: RowFields;
}

/** One metric over time. */
export interface Trend {
	/** Of the drawn series, oldest first. */
	readonly points: readonly TrendPoint[];
	/** The series with the newest runs, newest first. */
	readonly drawn: readonly TrendSeries[];
	/** Further ones, and how many there are beyond them. */
	readonly others: readonly TrendSeries[];
	readonly moreSeries: number;
}
