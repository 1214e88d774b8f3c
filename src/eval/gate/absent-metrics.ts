import { playGeneration } from '../../fates/play.ts';
import { countOf, type ReasonCounts, sumReasons } from '../../stats/counts.ts';
import { absentCauses } from '../absent.ts';
import type { EvaluatedRun } from '../run.ts';
import { summarizeDecisions } from '../summary/decision/decision-summary.ts';
import {
	fateMetric,
	isTimeMetric,
	LEFT_OUT_METRIC,
	type NamedMetrics,
	turnMetrics,
	VERDICT_METRICS,
} from '../summary/named-metrics.ts';
import { wasSteady } from '../summary/speed/comparable-times.ts';
import { summarizeSuites } from '../summary/suite/suite-summary.ts';

/**
 * Metrics that a run lacks only because not every sample came to something, with the causes of these: of an arm all that
 * its turns tell; of the run what engines make of calls in a dialect that can be played, and, where there is no sample to
 * tell whether it ran on a device of its own, what such a device left out. Any other that is absent the run would lack
 * with all of its samples too. `told` are those that it has.
 */
export function absentMetrics(
	run: EvaluatedRun,
	told: NamedMetrics,
): readonly (readonly [name: string, ReasonCounts])[] {
	const arms = openArms(run);
	const open = sumReasons(arms.flatMap(({ unscored }) => unscored));
	if (open.length === 0) return timesLeftOut(run, told);
	const { dialect = '' } = run.header.settings;
	const ofRun = [
		...Array.from(playGeneration([], dialect)?.fates.keys() ?? [], fateMetric),
		...(run.samples.length === 0 ? [LEFT_OUT_METRIC] : []),
	];
	return [
		...arms.flatMap(({ suite, arm, unscored }) => turnMetrics(suite, arm).map((name) => [name, unscored] as const)),
		...ofRun.map((name) => [name, open] as const),
		...timesLeftOut(run, told),
	].filter(([name]) => !told.has(name));
}

/** Times that a run lacks because no turn's can be compared, as on a phone that throttled: on a cool one there would be some. */
function timesLeftOut(
	{ samples }: EvaluatedRun,
	told: NamedMetrics,
): readonly (readonly [name: string, ReasonCounts])[] {
	const left = samples.filter((sample) => !wasSteady(sample));
	const arms = Map.groupBy(left, ({ suite, arm }) => JSON.stringify([suite, arm]));
	return [...arms].flatMap(([key, { length: count }]) => {
		const [suite, arm] = JSON.parse(key) as [string, string];
		const lacked = turnMetrics(suite, arm).filter((name) => isTimeMetric(name) && !told.has(name));
		return lacked.map((name) => [name, [{ reason: 'times-left-out', count }]] as const);
	});
}

/** Metrics of decisions that a run has not, with the reason: of some of the prompts, or of a share that has no probability. */
export function lackedOfDecisions(run: EvaluatedRun): ReadonlyMap<string, string> {
	const { limit, filter, shard } = run.header.settings;
	const part = Object.entries({ limit, filter, shard }).find(([, chosen]) => chosen !== undefined)?.[0];
	return new Map(
		summarizeDecisions(run).flatMap(({ suite, decision, verdict }) => {
			const reason =
				verdict.status === 'subset'
					? `counts all prompts, and this run has only some (${part ?? 'shards are missing'})`
					: 'is of no decision that needs every prompt, for no number of prompts shows a true rate of 1';
			const lacked =
				verdict.status === 'subset'
					? VERDICT_METRICS
					: decision.threshold.hits === decision.threshold.of
						? ['probability']
						: [];
			return lacked.map((name): [string, string] => [`${suite.name}.${name}`, `${suite.name}.${name} ${reason}`]);
		}),
	);
}

interface OpenArm {
	readonly suite: string;
	readonly arm: string;
	/** Samples that have no line, or no score, by the cause. */
	readonly unscored: ReasonCounts;
}

/** Arms of which not every sample says something. */
function openArms(run: EvaluatedRun): readonly OpenArm[] {
	return summarizeSuites(run).flatMap(({ suite: { name, plan, planned }, arms }) => {
		const evaluated = arms.reduce((sum, arm) => sum + arm.evaluated, 0);
		// A log of before does not say in which arm it lacks samples.
		const lacking = plan === undefined ? Math.max(0, planned - evaluated) : 0;
		return [...new Set([...(plan?.arms ?? []), ...arms.map(({ arm }) => arm)])].flatMap((arm) => {
			const { scores = [], leftOut = 0 } = arms.find((one) => one.arm === arm) ?? {};
			const most = [
				sumReasons([...absentCauses(run, name, arm), ...counts('missing', lacking)]),
				...scores.map((score) => sumReasons([...counts('left-out', leftOut), ...score.unscored])),
			].reduce((one, other) => (countOf(other) > countOf(one) ? other : one));
			return countOf(most) === 0 ? [] : [{ suite: name, arm, unscored: most }];
		});
	});
}

function counts(reason: string, count: number): ReasonCounts {
	return count === 0 ? [] : [{ reason, count }];
}
