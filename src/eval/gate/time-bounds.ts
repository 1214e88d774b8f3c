import { quantile } from '../../stats/distribution.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import { latencyMetric, METRIC_STATISTICS } from '../summary/named-metrics.ts';
import type { LatencyRow } from '../summary/speed/latency-row.ts';
import { summarizeLatencies } from '../summary/speed/latency-summary.ts';
import type { Bounds } from './metric-bounds.ts';

/** What could become of the times of turns that were cut, by metric: they took at least what was measured. */
export function timeBounds(run: EvaluatedRun): readonly (readonly [metric: string, Bounds])[] {
	return summarizeLatencies(run).rows.flatMap((row) => {
		const { cut = [], values, distribution } = row;
		if (cut.length === 0) return [];
		const longest = [...values];
		for (const place of cut) longest[place] = Number.POSITIVE_INFINITY;
		longest.sort((one, other) => one - other);
		return METRIC_STATISTICS.flatMap((statistic) => {
			const low = distribution[statistic];
			if (low === undefined || statistic === 'n') return [];
			const high = mostOf(longest, statistic);
			return [[latencyMetric(row, statistic), { low, high, unscored: cut.length, cut: true }] as const];
		});
	});
}

/** Some of the values, in ascending order, are infinite. */
function mostOf(values: LatencyRow['values'], statistic: (typeof METRIC_STATISTICS)[number]): number {
	const most = statistic === 'mean' ? Number.POSITIVE_INFINITY : quantile(values, Number(statistic.slice(1)) / 100);
	// Between two infinities lies no number.
	return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
}
