import { distribution } from '../../stats/distribution.ts';
import { type Bounds, latencyMetric, METRIC_STATISTICS } from '../../summary/metrics.ts';
import { summarizeLatencies } from '../../summary/speed.ts';
import type { UnreachedTime } from '../../summary/turn-times.ts';
import type { EvaluatedRun } from '../run.ts';
import { mostOf, type Statistic } from './open-values.ts';

/**
 * What could become of the times of turns that were cut, by metric: they took at least what was measured, and what had not
 * come by then took at least that long, if it was to come.
 */
export function timeBounds(run: EvaluatedRun): readonly (readonly [metric: string, Bounds])[] {
	const { rows, unreached } = summarizeLatencies(run);
	// Whatever its clock: an engine that tells its own at the end tells none of a turn that was cut.
	const measured = new Map(rows.map((row) => [latencyMetric(row, 'n'), row]));
	const missed = Map.groupBy(unreached, (time) => latencyMetric(time, 'n'));
	return [...new Set([...measured.keys(), ...missed.keys()])].flatMap((name) => {
		const row = measured.get(name);
		const never = missed.get(name) ?? [];
		const { cut = [], values = [] } = row ?? {};
		const of = row ?? never[0];
		const open = cut.length + never.length;
		if (of === undefined || open === 0) return [];
		const least = leastOf(values, never);
		const places = new Set(cut);
		const most = mostOf(
			values.filter((_, place) => !places.has(place)),
			open,
		);
		return METRIC_STATISTICS.flatMap((statistic) => {
			const ends = statistic === 'n' ? countOf(values, never) : { low: least(statistic), high: most(statistic) };
			return [[latencyMetric(of, statistic), { ...ends, unscored: open, cut: true }] as const];
		});
	});
}

/** What did not come counts in no row: it may be one more. */
function countOf(
	{ length: low }: readonly number[],
	{ length }: readonly UnreachedTime[],
): Pick<Bounds, 'low' | 'high'> {
	return { low, high: low + length };
}

/** Of any number of those that may never have come, the shortest do most to make it less. */
function leastOf(values: readonly number[], never: readonly UnreachedTime[]): (statistic: Statistic) => number {
	const sure = [...values, ...never.flatMap(({ underWay, atLeast }) => (underWay ? [atLeast] : []))];
	const others = never
		.flatMap(({ underWay, atLeast }) => (underWay ? [] : [atLeast]))
		.toSorted((one, other) => one - other);
	const lists = [[], ...others].map((_, count) => distribution([...sure, ...others.slice(0, count)]));
	return (statistic) => Math.min(...lists.flatMap((list) => list[statistic] ?? []));
}
