import type { LocalizedText } from '../base/border.ts';
import type { Log } from '../log/record.ts';
import { countOf } from '../stats/counts.ts';
import { intervalOf } from '../stats/rate.ts';
import { comparableTimes, cutTimes } from '../summary/compare/differences.ts';
import type { RunSummary } from '../summary/summarize.ts';
import { hasComparableTimes, LATENCY_METRICS, type LatencyMetric, type LatencyRow } from '../summary/turn-times.ts';
import { type PromptRates, promptRates } from './trend.ts';

/** A rate with its 95 % interval (0 to 1), or the median of measurements. */
export interface RowMetric {
	/** `SUITE.VARIANT.SCORE`, or `latency.SUITE.VARIANT.METRIC` of warm turns. */
	readonly name: string;
	readonly suite: string;
	readonly variant: string;
	/** The score or the time. */
	readonly measure: string;
	readonly title?: LocalizedText;
	/** Of a time. */
	readonly clock?: LatencyRow['source'];
	readonly kind: 'rate' | 'number';
	/** The score that says whether a sample passed. */
	readonly main: boolean;
	readonly unit?: string;
	readonly value: number;
	/** Of a rate. */
	readonly hits?: number;
	readonly low?: number;
	readonly high?: number;
	readonly n: number;
	readonly prompts?: PromptRates;
	/** Samples without it, which could change it: unscored, failed or cut off, or with times that are not comparable. */
	readonly unscored: number;
}

export function scoreMetrics(suites: RunSummary['suites'], log: Log): readonly RowMetric[] {
	return suites.flatMap(({ suite, main, variants }) =>
		variants.flatMap(({ variant, scores, whole }) => {
			const open = countOf(scores.find(({ name }) => name === main)?.unscored ?? []);
			return scores.flatMap(({ name, declaration, rate, values, unscored }): readonly RowMetric[] => {
				const common = {
					name: `${suite.name}.${variant}.${name}`,
					suite: suite.name,
					variant,
					measure: name,
					title: declaration.title,
					unit: declaration.unit,
					main: name === main,
					prompts: promptRates(log, suite.name, variant, name),
					// A sample without main score may also lack this score.
					unscored: Math.max(open, countOf(unscored)),
				};
				if (rate?.rate !== undefined) {
					return [
						{ ...common, kind: 'rate', value: rate.rate, hits: rate.hits, n: rate.n, ...(whole && intervalOf(rate)) },
					];
				}
				return values?.p50 === undefined ? [] : [{ ...common, kind: 'number', value: values.p50, n: values.n }];
			});
		}),
	);
}

/**
 * Medians of warm turns that reached the time. No interval: turns of one run are not independent of its machine. Empty if
 * its times are not comparable.
 */
export function latencyMetrics(log: Log): readonly RowMetric[] {
	const { rows, notComparable } = comparableTimes([log]).of(log);
	if (notComparable !== undefined) return [];
	const openSamples = openSamplesOf(log);
	return rows.flatMap(({ suite, variant, metric, unit, source, state, distribution }) =>
		state === 'cold' || distribution.p50 === undefined
			? []
			: [
					{
						name: `latency.${suite}.${variant}.${metric}`,
						suite,
						variant,
						measure: metric,
						clock: source,
						kind: 'number' as const,
						main: false,
						unit,
						value: distribution.p50,
						n: distribution.n,
						unscored: openSamples(suite, variant, metric),
					},
				],
	);
}

/** Counts the samples of a variant that lack a warm time. */
function openSamplesOf({ samples }: Log): (suite: string, variant: string, metric: LatencyMetric) => number {
	const counts = new Map<string, number>();
	const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
	for (const sample of samples) {
		const open: readonly string[] = hasComparableTimes(sample)
			? cutTimes(sample).flatMap(({ metric, state }) => (state === 'warm' ? [metric] : []))
			: LATENCY_METRICS;
		for (const metric of new Set(open)) {
			const key = keyOf(sample.suite, sample.variant, metric);
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	}
	return (suite, variant, metric) => counts.get(keyOf(suite, variant, metric)) ?? 0;
}
