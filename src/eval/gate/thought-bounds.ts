import { distribution } from '../../stats/distribution.ts';
import { summarizeThoughts } from '../../summary/format.ts';
import { type Bounds, METRIC_STATISTICS, thoughtMetric } from '../../summary/metrics.ts';
import type { EvaluatedRun } from '../run.ts';
import { mostOf } from './open-values.ts';

/** What could become of the tokens of thoughts that were cut, by metric: they had at least what was counted. */
export function thoughtBounds(run: EvaluatedRun): readonly (readonly [metric: string, Bounds])[] {
	return summarizeThoughts(run).flatMap(({ suite, arm, whole, cut }) => {
		if (cut.length === 0) return [];
		const count = { low: whole.length, high: whole.length + cut.length };
		const least = distribution([...whole, ...cut]);
		const most = mostOf(whole, cut.length);
		return METRIC_STATISTICS.map((statistic) => {
			const ends = statistic === 'n' ? count : { low: least[statistic] ?? 0, high: most(statistic) };
			return [thoughtMetric(suite, arm, statistic), { ...ends, unscored: cut.length, cut: true }] as const;
		});
	});
}
