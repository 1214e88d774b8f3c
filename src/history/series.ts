import { canonicalJson } from '../base/json.ts';
import { askedDifferences, askedFields } from '../summary/compare/comparability.ts';
import type { RowFields, RowMetric, RunNames, RunRow } from './run-row.ts';

/**
 * What two runs must have in common for a line between their values of a metric: what `compare` requires of the metric's
 * suite, app, model and runner, and of a time the machine and the clock.
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

/**
 * Fields in which two runs asked something else, so that `compare` refuses them; none where it takes them. Undefined where
 * they have no suite in common.
 */
export function incomparableFields(
	{ asked: first }: RunNames,
	{ asked: second }: RunNames,
): readonly string[] | undefined {
	if (first === undefined || second === undefined) return undefined;
	const names = second.suites.map(({ name }) => name);
	if (!first.suites.some(({ name }) => names.includes(name))) return undefined;
	return askedDifferences({ header: first }, { header: second }).map(({ field }) => field);
}

/** Names of fields that are not the same in all of some. */
export function differingFields(all: readonly RowFields[]): readonly string[] {
	const names = new Set(all.flatMap((fields) => Object.keys(fields)));
	return [...names].filter((name) => new Set(all.map((fields) => canonicalJson(fields[name] ?? null))).size > 1);
}

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
