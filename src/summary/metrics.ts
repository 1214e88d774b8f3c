import { decisionProbability } from '../eval/decision.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import { type MissingSample, missingCauses } from '../eval/missing.ts';
import { playGeneration } from '../fates/play.ts';
import { countOf, type ReasonCounts, sumReasons } from '../stats/counts.ts';
import type { Distribution } from '../stats/distribution.ts';
import type { Rate } from '../stats/rate.ts';
import { type CallTable, callsScore } from './calls.ts';
import type { DecisionSummary } from './decisions/decisions.ts';
import type { FateSummary } from './fates/fates.ts';
import type { FormatAdherence, ThoughtRow } from './format.ts';
import type { LatencySummary } from './speed.ts';
import type { SuiteSummary } from './suites.ts';
import { LATENCY_METRICS, type LatencyRow, wasSteady } from './turn-times.ts';

/** A number of a run, and its bounds if every sample were scored. */
export interface Metric {
	/** Absent if nothing was observed. */
	readonly value?: number;
	/** Bounds over the unscored samples; `any` for a distribution. Absent if all are scored. */
	readonly open?: readonly [low: number, high: number] | 'any';
	/** Unscored samples by cause. */
	readonly causes?: ReasonCounts;
}

/** By the names that gates and CSV files use (docs/metrics.md). */
export type NamedMetrics = Readonly<Record<string, Metric>>;

/** The parts of a summary that have metrics. */
interface MeasuredParts {
	readonly missing: readonly MissingSample[];
	readonly suites: readonly SuiteSummary[];
	readonly decisions: readonly DecisionSummary[];
	readonly speed: LatencySummary;
	readonly format: readonly FormatAdherence[];
	readonly thoughts: readonly ThoughtRow[];
	readonly fates: Pick<FateSummary, 'calls' | 'unknown' | 'unplayed'>;
}

/**
 * Of every declared score `SUITE.VARIANT.SCORE` (a rate, 0 to 1) or `SUITE.VARIANT.SCORE.{mean,p50,p95,...}` (a number), and of
 * its groups `SUITE.VARIANT.SCORE[GROUP=VALUE]`; `SUITE.VARIANT.unscored` counts samples without their main score. The name of a
 * suite's only variant may be dropped. Of a decision `SUITE.{hits,n,rate,probability}`. Then `SUITE.VARIANT.formatAdherence`,
 * `SUITE.VARIANT.{recall,precision}[tool=TOOL]`, `SUITE.VARIANT.macroRecall`, `SUITE.VARIANT.argument[field=TOOL(ARGUMENT)]`,
 * `SUITE.VARIANT.thoughtTokens.{n,p50,...}`, `latency.SUITE.VARIANT.{cold,warm}.METRIC.{n,p5,p50,p90,p95,p99,mean}`,
 * `latency.leftOut` and `killed` (of a run on a phone), `fate.ENGINE.call` (of the samples with a call, those that reach an app on the
 * engine as written), `loadMs`, `peakRssBytes` and `model.sizeBytes`.
 */
export function namedMetrics(run: EvaluatedRun, parts: MeasuredParts): NamedMetrics {
	const metrics = new Metrics();
	putScores(metrics, parts);
	for (const decision of parts.decisions) putDecision(metrics, decision);
	for (const { suite, variant, strict, cut } of parts.format) {
		metrics.set(
			`${suite}.${variant}.formatAdherence`,
			rateMetric(strict, [...missingCauses(parts.missing, suite, variant), ...cut]),
		);
	}
	for (const { suite, variant, tokens, cut } of parts.thoughts) {
		putStatistics(metrics, `${suite}.${variant}.thoughtTokens`, tokens, counted('cut', cut.length));
	}
	putTimes(metrics, parts.speed);
	putFates(metrics, parts);
	const { leftOut, killed, loadMs, peakRssBytes } = parts.speed;
	const { sizeBytes } = run.header.model;
	metrics.set(EXCLUDED_METRIC, { value: leftOut });
	metrics.set('killed', { value: killed });
	metrics.set('loadMs', { value: loadMs });
	metrics.set('peakRssBytes', { value: peakRssBytes });
	metrics.set('model.sizeBytes', { value: sizeBytes });
	putAbsent(metrics, run, parts);
	return Object.fromEntries(metrics);
}

/** A metric by name; a group without logged samples has the bounds of any such group. */
export function metricNamed(metrics: NamedMetrics, name: string): Metric | undefined {
	for (const one of [name, name.replace(/\[[^\]]*\]$/u, ANY_GROUP)])
		if (Object.hasOwn(metrics, one)) return metrics[one];
	return undefined;
}

/** Drops metrics without value or bounds. */
class Metrics extends Map<string, Metric> {
	override set(name: string, metric: Metric): this {
		return metric.value === undefined && metric.open === undefined ? this : super.set(name, metric);
	}
}

/** Placeholder for groups of absent samples. */
const ANY_GROUP = '[*]';

function putScores(metrics: Metrics, { suites, missing }: MeasuredParts): void {
	for (const { suite, main, variants } of suites) {
		const names = variantNames({ suite, variants });
		for (const variant of names) {
			const there = variants.find((one) => one.variant === variant);
			const isOnly = variants.length === 1 ? there !== undefined : names.length === 1;
			const absent = missingCauses(missing, suite.name, variant);
			for (const prefix of isOnly ? [`${suite.name}.${variant}`, suite.name] : [`${suite.name}.${variant}`]) {
				for (const [name, { kind }] of Object.entries(suite.scores)) {
					const metric = `${prefix}.${name}`;
					const score = there?.scores.find((one) => one.name === name);
					// Absent samples may have a score that no other has.
					const causes = score?.unscored ?? absent;
					if (score !== undefined && name === main)
						metrics.set(`${prefix}.unscored`, { value: countOf(score.unscored) });
					if (kind === 'number') {
						putStatistics(metrics, metric, score?.values, causes);
						continue;
					}
					metrics.set(metric, rateMetric(score?.rate, causes));
					for (const { group, value, rate, unscored } of score?.groups ?? []) {
						metrics.set(`${metric}[${group}=${value}]`, rateMetric(rate, [...unscored, ...absent]));
					}
					metrics.set(`${metric}${ANY_GROUP}`, rateMetric(undefined, absent));
				}
				if (callsScore(suite) !== undefined) putCalls(metrics, prefix, there?.calls, absent);
			}
		}
	}
}

/** Metrics of a table of calls, by what stands in the brackets. */
export const CALL_METRICS = { recall: 'tool', precision: 'tool', argument: 'field' } as const;

/** An unscored sample opens the tools that it expects, a missing one all; either may have called, and written, anything. */
function putCalls(
	metrics: Metrics,
	prefix: string,
	{ tools, fields, open, macroRecall }: CallTable = { tools: [], cells: [], fields: [], leftOut: 0, open: {} },
	absent: ReasonCounts,
): void {
	const all = sumReasons([...Object.values(open).flat(), ...absent]);
	const anything = all.length === 0 ? {} : ({ open: 'any', causes: all } as const);
	const expected = new Set([
		...tools.flatMap(({ tool, recall }) => (recall === undefined ? [] : tool)),
		...Object.keys(open),
	]);
	const recalls = Array.from(expected, (tool) => {
		const rate = tools.find((one) => one.tool === tool)?.recall;
		const metric = rateMetric(rate, [...(open[tool] ?? []), ...absent]);
		metrics.set(`${prefix}.recall[tool=${tool}]`, metric);
		return metric.open ?? [metric.value, metric.value];
	}) as readonly (readonly [number, number])[];
	const mean = (end: 0 | 1): number => recalls.reduce((sum, ends) => sum + ends[end], 0) / recalls.length;
	const bounds = all.length === 0 ? {} : ({ open: [mean(0), mean(1)], causes: all } as const);
	metrics.set(`${prefix}.macroRecall`, recalls.length === 0 ? anything : { value: macroRecall, ...bounds });
	for (const { tool, precision } of tools) {
		if (precision !== undefined)
			metrics.set(`${prefix}.precision[tool=${tool}]`, { value: precision.rate, ...anything });
	}
	for (const { field, right } of fields)
		metrics.set(`${prefix}.argument[field=${field}]`, { value: right.rate, ...anything });
	for (const name of Object.keys(CALL_METRICS)) metrics.set(`${prefix}.${name}${ANY_GROUP}`, anything);
}

/** Including planned variants of which every sample was dropped. */
function variantNames({ suite, variants }: Pick<SuiteSummary, 'suite' | 'variants'>): readonly string[] {
	return [...new Set([...(suite.plan?.variants ?? []), ...variants.map(({ variant }) => variant)])];
}

/** A selection is another set of prompts. */
function putDecision(
	metrics: Metrics,
	{ suite: { name: suite }, decision, rule: { verdict, figure } }: DecisionSummary,
): void {
	const { status, hits, misses, n, unscored } = verdict;
	const open = n - hits - misses;
	if (status === 'subset' || n === 0) return;
	const causes = unscored.map(({ cause, count }) => ({ reason: cause as string, count }));
	const rest = counted('missing', open - countOf(causes));
	const metric = (value: number, low: number, high: number): Metric =>
		open === 0 ? { value } : { open: [low, high], causes: sumReasons([...causes, ...rest]) };
	metrics.set(`${suite}.hits`, metric(hits, hits, hits + open));
	metrics.set(`${suite}.n`, metric(n, n, n));
	metrics.set(`${suite}.rate`, metric(hits / n, hits / n, (hits + open) / n));
	const [low, high] = [decisionProbability(decision, hits, n), decisionProbability(decision, hits + open, n)];
	if (low === undefined || high === undefined) return;
	const probability = metric(figure?.like ?? low, low, high);
	metrics.set(`${suite}.probability`, figure !== undefined && open > 0 ? { ...probability, open: 'any' } : probability);
}

/** Turns that were cut off leave times open. */
function putTimes(metrics: Metrics, { rows, unreached }: LatencySummary): void {
	const open = Map.groupBy(unreached, (time) => latencyMetric(time));
	const named = Map.groupBy(rows, (row) => latencyMetric(row));
	for (const name of new Set([...named.keys(), ...open.keys()])) {
		// With two clocks the last row counts.
		const row = named.get(name)?.at(-1);
		putStatistics(
			metrics,
			name,
			row?.distribution,
			counted('cut', (row?.cut?.length ?? 0) + (open.get(name)?.length ?? 0)),
		);
	}
}

function putFates(metrics: Metrics, { missing, fates: { calls, unknown, unplayed } }: MeasuredParts): void {
	for (const engine of new Set([...Object.keys(calls), ...Object.keys(unknown)])) {
		const causes = [...missingCauses(missing), ...unplayed, ...counted('not-known', unknown[engine])];
		metrics.set(fateMetric(engine), rateMetric(calls[engine], causes));
	}
}

/** Adds open metrics for what a run lacks only because of absent or unscored samples, or excluded times. */
function putAbsent(metrics: Metrics, run: EvaluatedRun, { suites, missing }: MeasuredParts): void {
	const put = (names: readonly string[], causes: ReasonCounts): void => {
		if (causes.length === 0) return;
		for (const name of names) if (!metrics.has(name)) metrics.set(name, { open: 'any', causes });
	};
	const excluded = Map.groupBy(
		run.samples.filter((sample) => !wasSteady(sample)),
		({ suite, variant }) => JSON.stringify([suite, variant]),
	);
	for (const [key, { length }] of excluded) {
		const [suite, variant] = JSON.parse(key) as [string, string];
		put(turnMetrics(suite, variant).filter(isTimeMetric), counted('times-left-out', length));
	}
	const variants = suites.flatMap((one) =>
		variantNames(one).map((variant) => ({ suite: one.suite.name, variant, causes: openIn(missing, one, variant) })),
	);
	for (const { suite, variant, causes } of variants) put(turnMetrics(suite, variant), causes);
	const all = sumReasons(variants.flatMap(({ causes }) => causes));
	put(Array.from(playGeneration([], run.header.settings.dialect ?? '')?.fates.keys() ?? [], fateMetric), all);
	if (run.samples.length === 0) put([EXCLUDED_METRIC], all);
}

/** Samples of a variant that are absent, or lack the score that most samples lack. */
function openIn(missing: readonly MissingSample[], { suite, variants }: SuiteSummary, variant: string): ReasonCounts {
	const { scores = [] } = variants.find((one) => one.variant === variant) ?? {};
	return [missingCauses(missing, suite.name, variant), ...scores.map(({ unscored }) => unscored)].reduce((most, one) =>
		countOf(one) > countOf(most) ? one : most,
	);
}

function putStatistics(metrics: Metrics, name: string, values: Distribution | undefined, causes: ReasonCounts): void {
	for (const statistic of METRIC_STATISTICS) {
		metrics.set(`${name}.${statistic}`, {
			value: values?.[statistic],
			...(causes.length > 0 && { open: 'any' as const, causes }),
		});
	}
}

function rateMetric({ hits, n, rate }: Rate = { hits: 0, n: 0 }, reasons: ReasonCounts): Metric {
	const causes = sumReasons(reasons);
	const open = countOf(causes);
	return open === 0 ? { value: rate } : { value: rate, open: [hits / (n + open), (hits + open) / (n + open)], causes };
}

function counted(reason: string, count = 0): ReasonCounts {
	return count > 0 ? [{ reason, count }] : [];
}

/** All metrics of a variant's turns: format, thoughts, times. */
export function turnMetrics(suite: string, variant: string): readonly string[] {
	return [
		`${suite}.${variant}.formatAdherence`,
		...statistics(`${suite}.${variant}.thoughtTokens`),
		...(['cold', 'warm'] as const).flatMap((state) =>
			LATENCY_METRICS.flatMap((metric) => statistics(latencyMetric({ suite, variant, state, metric }))),
		),
	];
}

export function statistics(name: string): readonly string[] {
	return METRIC_STATISTICS.map((statistic) => `${name}.${statistic}`);
}

function latencyMetric({
	suite,
	variant,
	state,
	metric,
}: Pick<LatencyRow, 'suite' | 'variant' | 'state' | 'metric'>): string {
	return `latency.${suite}.${variant}.${state}.${metric}`;
}

/** Whether a metric is a time or a speed, not a count. */
export function isTimeMetric(metric: string): boolean {
	return metric.startsWith('latency.') && metric !== EXCLUDED_METRIC && !metric.endsWith('.n');
}

export function fateMetric(engine: string): string {
	return `fate.${engine}.call`;
}

export const EXCLUDED_METRIC = 'latency.leftOut';

/** Statistics of a distribution that gates can use. */
const METRIC_STATISTICS = [
	'n',
	'p5',
	'p50',
	'p90',
	'p95',
	'p99',
	'mean',
] as const satisfies readonly (keyof Distribution)[];
