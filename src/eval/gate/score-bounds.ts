import { quantile } from '../../stats/distribution.ts';
import type { Rate } from '../../stats/rate.ts';
import { countAbsent } from '../absent.ts';
import type { EvaluatedRun } from '../run.ts';
import { scoreNamed } from '../sample.ts';
import type { ScoreDeclaration } from '../score.ts';
import { METRIC_STATISTICS } from '../summary/named-metrics.ts';
import type { ScoreSummary } from '../summary/suite/score-summary.ts';
import { type SuiteSummary, summarizeSuites } from '../summary/suite/suite-summary.ts';
import type { Bounds } from './metric-bounds.ts';
import { type OpenGroups, openGroups } from './open-groups.ts';

/** What could become of all scores of a run, and of their groups, by metric. */
export function scoreBounds(run: EvaluatedRun): readonly (readonly [metric: string, Bounds])[] {
	return summarizeSuites(run).flatMap((summary) => {
		const { suite, arms } = summary;
		const there = arms.map(({ arm }) => arm);
		const all = [...new Set([...(suite.plan?.arms ?? []), ...there])];
		const only = there.length === 0 ? all : there;
		return all.flatMap((arm) => {
			const prefixes =
				only.length === 1 && arm === only[0] ? [`${suite.name}.${arm}`, suite.name] : [`${suite.name}.${arm}`];
			return Object.entries(suite.scores).flatMap(([name, declaration]) => {
				const bounds = boundsInArm(run, summary, arm, name, declaration);
				return prefixes.flatMap((prefix) => bounds.map(([rest, ends]) => [`${prefix}.${name}${rest}`, ends] as const));
			});
		});
	});
}

/** In place of a group, for those that no line tells. */
export const ANY_GROUP = '[*]';

/** By what follows the score's name: nothing, `.p50`, `[kind=chat]`. */
function boundsInArm(
	run: EvaluatedRun,
	{ suite, arms }: SuiteSummary,
	arm: string,
	name: string,
	{ kind }: ScoreDeclaration,
): readonly (readonly [rest: string, Bounds])[] {
	const summary = arms.find((one) => one.arm === arm);
	const score = summary?.scores.find((one) => one.name === name);
	// What no sample has yet, one that is to come may have.
	const unscored =
		summary === undefined || score === undefined
			? countAbsent(run)(suite.name, arm)
			: summary.leftOut + score.unscored.reduce((sum, { count }) => sum + count, 0);
	if (unscored === 0) return [];
	if (kind === 'number') {
		const samples = run.samples.filter((sample) => sample.suite === suite.name && sample.arm === arm);
		return numberBounds(
			samples.flatMap((sample) => numberOf(scoreNamed(sample, name)?.value)),
			unscored,
		);
	}
	const groups = openGroups(run, suite, arm, name);
	return [['', rateBounds(score?.rate, unscored)], ...groupBounds(score?.groups ?? [], groups)];
}

function groupBounds(
	told: ScoreSummary['groups'],
	{ within, untold }: OpenGroups,
): readonly (readonly [rest: string, Bounds])[] {
	const groups = told.flatMap(({ group, value, rate }) => {
		const open = within(group, value);
		return open === 0 ? [] : [[`[${group}=${value}]`, rateBounds(rate, open)] as const];
	});
	return untold === 0 ? groups : [...groups, [ANY_GROUP, rateBounds(undefined, untold)]];
}

export function rateBounds({ hits, n }: Pick<Rate, 'hits' | 'n'> = { hits: 0, n: 0 }, unscored: number): Bounds {
	return { low: hits / (n + unscored), high: (hits + unscored) / (n + unscored), unscored };
}

/** What is unscored may be any number, or none: a percentile lies where the most of them stand below, or above, all others. */
function numberBounds(values: readonly number[], unscored: number): readonly (readonly [rest: string, Bounds])[] {
	const sorted = values.toSorted((one, other) => one - other);
	const others = Array.from({ length: unscored });
	const least = [...others.map(() => Number.NEGATIVE_INFINITY), ...sorted];
	const most = [...sorted, ...others.map(() => Number.POSITIVE_INFINITY)];
	return METRIC_STATISTICS.map((statistic) => {
		const n = sorted.length;
		if (statistic === 'n') return [`.${statistic}`, { low: n, high: n + unscored, unscored }];
		const share = statistic === 'mean' ? undefined : Number(statistic.slice(1)) / 100;
		const low = share === undefined ? Number.NaN : quantile(least, share);
		const high = share === undefined ? Number.NaN : quantile(most, share);
		// Between two infinities, or one and a number, lies no number.
		const ends = {
			low: Number.isNaN(low) ? Number.NEGATIVE_INFINITY : low,
			high: Number.isNaN(high) ? Number.POSITIVE_INFINITY : high,
		};
		return [`.${statistic}`, { ...ends, unscored }];
	});
}

function numberOf(value: boolean | number | undefined): readonly number[] {
	return typeof value === 'number' ? [value] : [];
}
