import { cutTimes, timesSideBySide } from '../eval/compare/times-side-by-side.ts';
import { mainScore } from '../eval/score/main-score.ts';
import { hasComparableTimes } from '../eval/summary/speed/comparable-times.ts';
import { LATENCY_METRICS, type LatencyMetric } from '../eval/summary/speed/latency-row.ts';
import { summarizeSuites } from '../eval/summary/suite/suite-summary.ts';
import type { Log } from '../log/record.ts';
import { intervalOf } from '../stats/rate.ts';
import { countOf } from '../stats/reason-counts.ts';
import type { LocalizedText } from '../text/localized-text.ts';

/** A rate with its 95 % interval (0 to 1), or the median of measurements. */
export interface RowMetric {
	/** `SUITE.ARM.SCORE`, or `latency.SUITE.ARM.METRIC` of warm turns. */
	readonly name: string;
	readonly suite: string;
	readonly arm: string;
	/** The score, or what was timed. */
	readonly measure: string;
	/** What its suite's header calls the score. */
	readonly title?: LocalizedText | undefined;
	/** Whose clock it was, of a time. */
	readonly clock?: 'engine' | 'wall-clock' | undefined;
	readonly kind: 'rate' | 'number';
	/** The score that says whether a sample passed. */
	readonly main: boolean;
	readonly unit?: string | undefined;
	readonly value: number;
	readonly low?: number | undefined;
	readonly high?: number | undefined;
	readonly n: number;
	/** Samples without it: of a time those whose turn failed, or was cut before it came, or whose device was not itself. They could change it. */
	readonly unscored: number;
}

/** What a trend may show of a run. */
export function rowMetrics(log: Log): readonly RowMetric[] {
	return [...scoreMetrics(log), ...latencyMetrics(log)];
}

function scoreMetrics(log: Log): readonly RowMetric[] {
	return summarizeSuites(log).flatMap(({ suite, arms }) =>
		arms.flatMap(({ arm, scores, whole }) => {
			const open = countOf(scores.find(({ name }) => name === mainScore(suite))?.unscored ?? []);
			return scores.flatMap(({ name, declaration, rate, values, unscored }): readonly RowMetric[] => {
				const common = {
					name: `${suite.name}.${arm}.${name}`,
					suite: suite.name,
					arm,
					measure: name,
					title: declaration.title,
					unit: declaration.unit,
					main: name === mainScore(suite),
					// What has no main score might have had this one, too.
					unscored: Math.max(open, countOf(unscored)),
				};
				if (rate?.rate !== undefined) {
					return [{ ...common, kind: 'rate', value: rate.rate, n: rate.n, ...(whole && intervalOf(rate)) }];
				}
				return values?.p50 === undefined ? [] : [{ ...common, kind: 'number', value: values.p50, n: values.n }];
			});
		}),
	);
}

/**
 * Warm turns only: the cold one is one, and as in every comparison none that was cut before the time came. No interval, for
 * turns of one run are not independent of its machine; nothing where its times say nothing.
 */
function latencyMetrics(log: Log): readonly RowMetric[] {
	const { rows, notComparable } = timesSideBySide([log]).of(log);
	if (notComparable !== undefined) return [];
	const leftOut = leftOutOf(log);
	return rows.flatMap(({ suite, arm, metric, unit, source, state, distribution }) =>
		state === 'cold' || distribution.p50 === undefined
			? []
			: [
					{
						name: `latency.${suite}.${arm}.${metric}`,
						suite,
						arm,
						measure: metric,
						clock: source,
						kind: 'number' as const,
						main: false,
						unit,
						value: distribution.p50,
						n: distribution.n,
						unscored: leftOut(suite, arm, metric),
					},
				],
	);
}

/** How many samples of an arm leave a warm time open. */
function leftOutOf({ samples }: Log): (suite: string, arm: string, metric: LatencyMetric) => number {
	const counts = new Map<string, number>();
	const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
	for (const sample of samples) {
		const open: readonly string[] = hasComparableTimes(sample)
			? cutTimes(sample).flatMap(({ metric, state }) => (state === 'warm' ? [metric] : []))
			: LATENCY_METRICS;
		for (const metric of new Set(open)) {
			const key = keyOf(sample.suite, sample.arm, metric);
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	}
	return (suite, arm, metric) => counts.get(keyOf(suite, arm, metric)) ?? 0;
}
