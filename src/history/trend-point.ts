import type { RowMetric, RunRow } from './run-row.ts';

/** A metric of one run in its row of time. */
export interface TrendPoint {
	readonly row: RunRow;
	readonly metric: RowMetric;
}
