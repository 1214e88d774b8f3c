import { absentCauses, countAbsent } from '../eval/absent.ts';
import { decisionProbability } from '../eval/decision.ts';
import { type OpenGroups, openGroups } from '../eval/gate/open-groups.ts';
import { thoughtBounds } from '../eval/gate/thought-bounds.ts';
import { timeBounds } from '../eval/gate/time-bounds.ts';
import { type EvaluatedRun, mainScore } from '../eval/run.ts';
import { scoreNamed } from '../eval/sample.ts';
import type { ScoreDeclaration } from '../eval/score.ts';
import { playGeneration } from '../fates/play.ts';
import { countOf, type ReasonCounts, sumReasons } from '../stats/counts.ts';
import { type Distribution, quantile } from '../stats/distribution.ts';
import type { Rate } from '../stats/rate.ts';
import { summarizeDecisions } from './decisions.ts';
import { summarizeRunFates } from './fates.ts';
import type { ScoreFlips } from './flips.ts';
import { formatAdherence, summarizeThoughts } from './format.ts';
import { summarizeLatencies } from './speed.ts';
import { type ScoreSummary, type SuiteSummary, summarizeSuites } from './suites.ts';
import { LATENCY_METRICS, type LatencyRow, wasSteady } from './turn-times.ts';

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

/** The least and the most that a metric could be, were everything observed. */
export interface Bounds {
	readonly low: number;
	readonly high: number;
	/** Samples that say nothing of it. */
	readonly unscored: number;
	/** Of times and thoughts: they say something, and were cut before they said all. */
	readonly cut?: boolean | undefined;
	/** Of what rests on no score: why each says nothing. */
	readonly causes?: ReasonCounts | undefined;
}

/** By metric; one of which nothing is missing is not in it. */
export type MetricBounds = ReadonlyMap<string, Bounds>;

/**
 * What could become of the rates and numbers of a run whose samples are not all scored, `told` those that it has. What is
 * absent and stands here may be anything; what does not, the run lacks for good.
 */
export function metricBounds(run: EvaluatedRun, told: NamedMetrics = namedMetrics(run)): MetricBounds {
	const bounds = new Map<string, Bounds>();
	for (const [metric, causes] of absentMetrics(run, told)) bounds.set(metric, anything(causes));
	for (const [metric, ends] of scoreBounds(run)) bounds.set(metric, ends);
	// What came to nothing at all could have brought any time.
	for (const [metric, ends] of [...timeBounds(run), ...thoughtBounds(run)]) {
		if (!bounds.has(metric)) bounds.set(metric, ends);
	}
	for (const { suite, arm, strict, cut } of formatAdherence(run)) {
		const causes = sumReasons([...absentCauses(run, suite, arm), ...cut]);
		if (causes.length > 0) bounds.set(formatAdherenceMetric(suite, arm), causedBounds(strict, causes));
	}
	const { calls, notKnown, unplayed } = summarizeRunFates(run);
	for (const engine of new Set([...calls.keys(), ...notKnown.keys()])) {
		const unknown = notKnown.get(engine) ?? 0;
		const causes = sumReasons([
			...absentCauses(run),
			...unplayed,
			...(unknown === 0 ? [] : [{ reason: 'not-known', count: unknown }]),
		]);
		if (causes.length > 0) bounds.set(fateMetric(engine), causedBounds(calls.get(engine), causes));
	}
	for (const { suite, decision, verdict } of summarizeDecisions(run)) {
		const { status, hits, misses, n } = verdict;
		const unscored = n - hits - misses;
		// What a selection left out is not asked for; what was to be asked, and says nothing, could be a hit.
		if (status === 'complete' || status === 'subset' || unscored === 0) continue;
		bounds.set(`${suite.name}.hits`, { low: hits, high: hits + unscored, unscored });
		bounds.set(`${suite.name}.rate`, { low: hits / n, high: (hits + unscored) / n, unscored });
		bounds.set(`${suite.name}.n`, { low: n, high: n, unscored });
		const low = decisionProbability(decision, hits, n);
		const high = decisionProbability(decision, hits + unscored, n);
		if (low !== undefined && high !== undefined) bounds.set(`${suite.name}.probability`, { low, high, unscored });
	}
	return bounds;
}

/** The same of flips of a run against a whole one: what is unscored in one of them, or was not asked in the run, could be either. */
export function flipBounds(flips: readonly ScoreFlips[], run: EvaluatedRun): MetricBounds {
	const absent = countAbsent(run);
	return new Map(
		flips.flatMap(({ suite, arm, score, gained, lost, unpaired }) => {
			const unscored = unpaired + absent(suite, arm);
			if (unscored === 0) return [];
			return Object.entries({ gained, lost }).map(([way, { length }]): [string, Bounds] => [
				`flips.${suite}.${arm}.${score}.${way}`,
				{ low: length, high: length + unscored, unscored },
			]);
		}),
	);
}

function causedBounds(rate: Parameters<typeof rateBounds>[0], causes: ReasonCounts): Bounds {
	return { ...rateBounds(rate, countOf(causes)), causes };
}

function anything(causes: ReasonCounts): Bounds {
	return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, unscored: countOf(causes), causes };
}

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
