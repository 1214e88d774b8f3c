import { quantile } from '../../stats/distribution.ts';
import type { METRIC_STATISTICS } from '../../summary/metrics.ts';

export type Statistic = (typeof METRIC_STATISTICS)[number];

/** The most that a statistic of values can be where so many `open` ones beside them may be of any size. */
export function mostOf(whole: readonly number[], open: number): (statistic: Statistic) => number {
	const ascending = [...whole.toSorted((one, other) => one - other), ...Array(open).fill(Number.POSITIVE_INFINITY)];
	return (statistic) => {
		if (statistic === 'mean') return Number.POSITIVE_INFINITY;
		const most = quantile(ascending, Number(statistic.slice(1)) / 100);
		// Between two infinities lies no number.
		return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
	};
}
