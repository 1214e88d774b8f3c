import { askedDifferences, askedFields } from '../eval/compare/comparability.ts';
import { canonicalJson } from '../json/json-value.ts';
import type { RowMetric } from './row-metric.ts';
import type { RowFields, RunNames } from './run-row.ts';

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
