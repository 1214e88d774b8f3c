import { canonicalJson } from '../base/json.ts';
import { askedDifferences, askedFields } from '../summary/compare/comparability.ts';
import type { RowMetric } from './row-metrics.ts';
import type { RowFields, RunNames, RunRow } from './run-row.ts';
import type { TrendChange } from './trend.ts';

/**
 * Fields that two runs must share for a line between their values of a metric: those that `compare` requires of its suite,
 * app, model, runner, and for a time the machine and the clock.
 */
export function seriesFields(row: RunNames, { suite, clock }: RowMetric): RowFields {
	return {
		app: row.app,
		model: row.model,
		quantization: row.quantization,
		runner: row.runner,
		...(clock !== undefined && { ...row.machine, clock }),
		...(row.asked && askedFields({ header: row.asked }, suite)),
	};
}

/** Fields for which `compare` would refuse two runs. Undefined if they share no suite. */
export function incomparableFields(
	{ asked: first }: RunNames,
	{ asked: second }: RunNames,
): readonly string[] | undefined {
	if (first === undefined || second === undefined) return undefined;
	const names = second.suites.map(({ name }) => name);
	if (!first.suites.some(({ name }) => names.includes(name))) return undefined;
	return askedDifferences({ header: first }, { header: second }).map(({ field }) => field);
}

/** Names of fields that are not the same in all. */
export function differingFields(all: readonly RowFields[]): readonly string[] {
	const names = new Set(all.flatMap((fields) => Object.keys(fields)));
	return [...names].filter((name) => new Set(all.map((fields) => canonicalJson(fields[name] ?? null))).size > 1);
}

/** A metric of one run. */
export interface TrendPoint {
	readonly row: RunRow;
	readonly metric: RowMetric;
	/** Key of its series. */
	readonly series: string;
}

/** Runs whose values a line may join: they asked the same of the same model, for times on the same machine. */
export interface TrendSeries {
	readonly key: string;
	/** Number of runs, shown or not. */
	readonly runs: number;
	/** Shared fields. */
	readonly fields: RowFields;
	/** Of the drawn ones, over the runs that are shown whole. */
	readonly change?: TrendChange;
}

/** One metric over time. */
export interface Trend {
	/** Of the drawn series, oldest first. */
	readonly points: readonly TrendPoint[];
	/** Newest first. */
	readonly drawn: readonly TrendSeries[];
	/** Further series, and the number of those not listed. */
	readonly others: readonly TrendSeries[];
	readonly moreSeries: number;
}
