import { counted } from '../../base/message.ts';
import { sumReasons } from '../../stats/counts.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { isTimeMetric, type NamedMetrics } from '../summary/named-metrics.ts';
import { unscoredText } from '../summary/unscored-text.ts';
import { type Check, compares, expectation, holds } from './check.ts';
import { FLIPS, type GateRule } from './gate-rule.ts';
import type { Bounds, MetricBounds } from './metric-bounds.ts';
import { ANY_GROUP } from './score-bounds.ts';

export interface GateLine {
	readonly metric: string;
	/** Undecided: samples without a score could make it pass or fail. */
	readonly status: 'pass' | 'fail' | 'soft-fail' | 'undecided' | 'soft-undecided';
	/** Absent where the run does not tell it. */
	readonly value?: number;
	readonly baseline?: number;
	/** Such as `>= 5` or `at most 5% below the baseline`. */
	readonly expected: string;
	/** Why it failed, where the value alone does not say. */
	readonly detail?: string;
}

/** A run as a gate looks at it. */
export interface GatedRun {
	readonly metrics: NamedMetrics;
	/** Of the metrics that unscored samples could change. */
	readonly bounds?: MetricBounds | undefined;
	/** Suites of which an early stop left samples out: nobody asked them, so they are not unscored. */
	readonly leftOut?: ReadonlySet<string> | undefined;
	/** Suites of which the run asked some of the samples, and how many: beside a whole baseline they are others. */
	readonly parts?: ReadonlyMap<string, string> | undefined;
	/** Of a baseline: it is the run that is held against it. */
	readonly isRunItself?: boolean | undefined;
	/** By metric that the run cannot have, why. */
	readonly lacks?: ReadonlyMap<string, string> | undefined;
	/** Why its times say nothing, as on a software GPU. */
	readonly timesSayNothing?: string | undefined;
	/** What the run lacks as a whole, such as shards that were not merged. */
	readonly missing?: { readonly what: string; readonly status: 'fail' | 'undecided' } | undefined;
}

const NO_BASELINE = 'no baseline was given';

/** What a check of a rule comes to. */
export function lineOf(rule: GateRule, check: Check, run: GatedRun, baseline: GatedRun | undefined): GateLine {
	const { metric, soft = false } = rule;
	const value = run.metrics.get(metric);
	const isCompared = compares(check);
	const before = isCompared ? baseline?.metrics.get(metric) : undefined;
	const failed = soft ? 'soft-fail' : 'fail';
	const line = {
		metric,
		expected: expectation(check),
		...(value === undefined ? {} : { value }),
		...(before === undefined ? {} : { baseline: before }),
	};
	const bounds = boundsIn(run, metric);
	const now = endsOf(value, bounds);
	if (now.length === 0) {
		const absent = `this run has no ${metric}${didYouMean(metric, [...run.metrics.keys()])}`;
		const lacked = metric.startsWith(FLIPS) && baseline === undefined ? NO_BASELINE : absent;
		return { ...line, status: failed, detail: run.lacks?.get(metric) ?? lacked };
	}
	const boundsThen = isCompared && baseline !== undefined ? boundsIn(baseline, metric) : undefined;
	const then = isCompared ? endsOf(before, boundsThen) : [0];
	if (then.length === 0) {
		const detail = baseline === undefined ? NO_BASELINE : `the baseline has no ${metric}`;
		return { ...line, status: failed, detail };
	}
	const open = soft ? 'soft-undecided' : 'undecided';
	const sayNothing = isTimeMetric(metric) ? timesSayNothing(run, isCompared ? baseline : undefined) : undefined;
	if (sayNothing !== undefined) return { ...line, status: open, detail: sayNothing };
	const part = isCompared ? partIn(metric, run) : undefined;
	if (part !== undefined) return { ...line, status: open, detail: `the run has ${part}, the baseline all of them` };
	// What is not known of a run is no other in the run itself.
	const pairs = baseline?.isRunItself === true ? now.map((one) => [one, one] as const) : crossed(now, then);
	const held = pairs.map(([one, other]) => holds(check, one, other));
	if (held.every(Boolean)) return { ...line, status: 'pass', ...couldBe(value, bounds) };
	const unscored = (bounds?.unscored ?? 0) + (boundsThen?.unscored ?? 0);
	if (!held.some(Boolean) || unscored === 0) return { ...line, status: failed, ...couldBe(value, bounds) };
	return { ...line, status: open, detail: openText([bounds, boundsThen], isLeftOut(metric, run)) };
}

function crossed(now: readonly number[], then: readonly number[]): readonly (readonly [now: number, then: number])[] {
	return now.flatMap((one) => then.map((other) => [one, other] as const));
}

/** By which samples a rule is open, and for what, where it is not for want of a score. */
function openText(sides: readonly (Bounds | undefined)[], leftOut: boolean): string {
	const told = sides.filter((side) => side !== undefined && side.unscored > 0) as readonly Bounds[];
	const count = told.reduce((sum, { unscored }) => sum + unscored, 0);
	if (told.some(({ causes }) => causes !== undefined)) {
		const causes = told.flatMap(({ unscored, causes = [{ reason: 'unscored', count: unscored }] }) => causes);
		return `${counted(count, 'sample')} could decide it: ${unscoredText(sumReasons(causes))}`;
	}
	const silent = leftOut ? 'unscored or left out by the early stop' : 'unscored';
	const how = told[0]?.cut === true ? 'cut' : silent;
	const [own, before] = told;
	if (own !== undefined && before !== undefined) {
		return `${counted(own.unscored, 'sample')} of the run and ${before.unscored} of the baseline are ${how}, which could decide it`;
	}
	return `${counted(count, 'sample is', 'samples are')} ${how}, which could decide it`;
}

/** Why no time of the run, or of the baseline that it is held against, can be judged, as no budget is. */
function timesSayNothing(run: GatedRun, baseline: GatedRun | undefined): string | undefined {
	if (run.timesSayNothing !== undefined) return `its times cannot be compared: ${run.timesSayNothing}`;
	const before = baseline?.timesSayNothing;
	return before === undefined ? undefined : `the times of the baseline cannot be compared: ${before}`;
}

/** Of the suite that a metric names; one that names none is of all. */
function isLeftOut(metric: string, { leftOut = new Set() }: GatedRun): boolean {
	return suitesOf(metric, [...leftOut]).length > 0;
}

/** How much of the suite that a metric names the run asked, where that is not all. */
function partIn(metric: string, { parts = new Map() }: GatedRun): string | undefined {
	const [suite] = suitesOf(metric, [...parts.keys()]);
	return suite === undefined ? undefined : parts.get(suite);
}

function suitesOf(metric: string, suites: readonly string[]): readonly string[] {
	const names = metric.replace(/\[.*$/su, '').split('.');
	return names[0] === 'fate' ? suites : suites.filter((suite) => names.includes(suite));
}

/** Of a group that no line tells, what holds of any such group. */
function boundsIn({ metrics, bounds }: GatedRun, metric: string): Bounds | undefined {
	const own = bounds?.get(metric);
	if (own !== undefined || metrics.has(metric)) return own;
	return bounds?.get(metric.replace(/\[[^\]]*\]$/u, ANY_GROUP));
}

/** Where there is no value, or more than it, why a rule can be told all the same. */
function couldBe(value: number | undefined, bounds: Bounds | undefined): { readonly detail?: string } {
	if (bounds === undefined) return {};
	if (bounds.cut === true && (value === undefined || value < bounds.low)) {
		return { detail: `it is at least ${rounded(bounds.low)}, for a turn was cut before its time came` };
	}
	if (value !== undefined) return {};
	return { detail: `it is between ${rounded(bounds.low)} and ${rounded(bounds.high)}, whatever the others would say` };
}

function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}

/** What the metric is, or the least and the most that it could be. */
function endsOf(value: number | undefined, bounds: Bounds | undefined): readonly number[] {
	if (bounds !== undefined) return [bounds.low, bounds.high];
	return value === undefined ? [] : [value];
}
