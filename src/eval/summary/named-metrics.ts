import type { Distribution } from '../../stats/distribution.ts';
import { type EvaluatedRun, mainScore } from '../run.ts';
import { summarizeDecisions } from './decision/decision-summary.ts';
import { summarizeRunFates } from './fates/run-fates.ts';
import { formatAdherence } from './format-adherence.ts';
import { LATENCY_METRICS, type LatencyRow } from './speed/latency-row.ts';
import { summarizeLatencies } from './speed/latency-summary.ts';
import { summarizeSuites } from './suite/suite-summary.ts';
import { summarizeThoughts } from './thought-summary.ts';

/** Numbers of a run by the names gates and CSV files use; what a run does not tell is not in it. */
export type NamedMetrics = ReadonlyMap<string, number>;

/**
 * Of every declared score `SUITE.ARM.SCORE` (a rate, 0 to 1) or `SUITE.ARM.SCORE.{mean,p50,p95,...}` (a number), and of
 * its groups `SUITE.ARM.SCORE[GROUP=VALUE]`; `SUITE.ARM.unscored` counts samples without their main score. Where the
 * suite has one arm its name may be left out. Of a decision `SUITE.{hits,n,rate,probability}`. Beside them
 * `SUITE.ARM.formatAdherence`, `SUITE.ARM.thoughtTokens.{n,p50,...}`, `latency.SUITE.ARM.{cold,warm}.METRIC.{n,p5,p50,p90,p95,p99,mean}`, `latency.leftOut` (of a run on a device of its own), `fate.ENGINE.call` (of
 * the samples with a call, those that an app on the engine would get as it was written), `loadMs`, `peakRssBytes` and
 * `model.sizeBytes`.
 */
export function namedMetrics(run: EvaluatedRun): NamedMetrics {
	const metrics = new Map(scoreMetrics(run));
	const put = putInto(metrics);
	for (const { suite, arm, strict } of formatAdherence(run)) put(formatAdherenceMetric(suite, arm), strict.rate);
	for (const { suite, arm, tokens } of summarizeThoughts(run)) {
		for (const name of METRIC_STATISTICS) put(thoughtMetric(suite, arm, name), tokens[name]);
	}
	const latencies = summarizeLatencies(run);
	for (const { suite, arm, state, metric, distribution } of latencies.rows) {
		for (const name of METRIC_STATISTICS) put(latencyMetric({ suite, arm, state, metric }, name), distribution[name]);
	}
	for (const [engine, rate] of summarizeRunFates(run).calls) put(fateMetric(engine), rate.rate);
	put(LEFT_OUT_METRIC, latencies.leftOut);
	put('loadMs', latencies.loadMs);
	put('peakRssBytes', latencies.peakRssBytes);
	put('model.sizeBytes', run.header.model.sizeBytes);
	return metrics;
}

/** Those that follow from the scores of its samples alone: what suites came to, and what they decide. */
export function scoreMetrics(run: EvaluatedRun): NamedMetrics {
	const metrics = new Map<string, number>();
	const put = putInto(metrics);
	putScores(run, put);
	for (const { suite, verdict } of summarizeDecisions(run)) {
		// What an early stop, or a selection, left out would be counted as missed: then there is no such number.
		if (verdict.status !== 'complete') continue;
		put(`${suite.name}.hits`, verdict.hits);
		put(`${suite.name}.n`, verdict.n);
		put(`${suite.name}.rate`, verdict.hits / verdict.n);
		put(`${suite.name}.probability`, verdict.probability);
	}
	return metrics;
}

type Put = (name: string, value: number | undefined) => void;

function putInto(metrics: Map<string, number>): Put {
	return (name, value) => {
		if (value !== undefined) metrics.set(name, value);
	};
}

function putScores(run: EvaluatedRun, put: Put): void {
	for (const { suite, arms } of summarizeSuites(run)) {
		for (const { arm, scores } of arms) {
			for (const prefix of armPrefixes(suite.name, arm, arms.length)) {
				for (const { name, rate, values, groups, unscored } of scores) {
					put(`${prefix}.${name}`, rate?.rate);
					for (const statistic of METRIC_STATISTICS) put(`${prefix}.${name}.${statistic}`, values?.[statistic]);
					for (const { group, value, rate } of groups) put(`${prefix}.${name}[${group}=${value}]`, rate.rate);
					const count = unscored.reduce((sum, { count }) => sum + count, 0);
					if (name === mainScore(suite)) put(`${prefix}.unscored`, count);
				}
			}
		}
	}
}

/** Where it is the only arm, its name may be left out. */
function armPrefixes(suite: string, arm: string, arms: number): readonly string[] {
	return arms === 1 ? [`${suite}.${arm}`, suite] : [`${suite}.${arm}`];
}

/** All metrics of an arm that a run has only of turns that came to something: times, how calls were written, thought. */
export function turnMetrics(suite: string, arm: string): readonly string[] {
	return [
		formatAdherenceMetric(suite, arm),
		...METRIC_STATISTICS.map((name) => thoughtMetric(suite, arm, name)),
		...(['cold', 'warm'] as const).flatMap((state) =>
			LATENCY_METRICS.flatMap((metric) =>
				METRIC_STATISTICS.map((name) => latencyMetric({ suite, arm, state, metric }, name)),
			),
		),
	];
}

export function formatAdherenceMetric(suite: string, arm: string): string {
	return `${suite}.${arm}.formatAdherence`;
}

export function thoughtMetric(suite: string, arm: string, statistic: keyof Distribution): string {
	return `${suite}.${arm}.thoughtTokens.${statistic}`;
}

export function latencyMetric(
	{ suite, arm, state, metric }: Pick<LatencyRow, 'suite' | 'arm' | 'state' | 'metric'>,
	statistic: keyof Distribution,
): string {
	return `latency.${suite}.${arm}.${state}.${metric}.${statistic}`;
}

/** Whether a metric is a time or a speed, and no count of them. */
export function isTimeMetric(metric: string): boolean {
	return metric.startsWith('latency.') && metric !== LEFT_OUT_METRIC && !metric.endsWith('.n');
}

export function fateMetric(engine: string): string {
	return `fate.${engine}.call`;
}

/** Of a run on a device of its own. */
export const LEFT_OUT_METRIC = 'latency.leftOut';

/** Of a distribution, what gates may ask. */
export const METRIC_STATISTICS: readonly (keyof Distribution)[] = ['n', 'p5', 'p50', 'p90', 'p95', 'p99', 'mean'];

/** Of a suite that decides, as `SUITE.NAME`. */
export const VERDICT_METRICS: readonly string[] = ['hits', 'n', 'rate', 'probability'];

/** Of an arm, as `SUITE.ARM.NAME`, beside its scores; of a suite's only arm also without it. */
export const ARM_METRICS: readonly string[] = ['unscored', 'formatAdherence', 'thoughtTokens'];

/** What names begin with that are of no one suite. */
export const RUN_METRICS: readonly string[] = ['latency', 'fate', 'flips', 'model'];
