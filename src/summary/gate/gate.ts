import { counted, english, type Said } from '../../base/message.ts';
import { unscoredText } from '../../eval/summary/unscored-text.ts';
import { sumReasons } from '../../stats/counts.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { ScoreFlips } from '../flips.ts';
import { ANY_GROUP, type Bounds, isTimeMetric, type MetricBounds, type NamedMetrics } from '../metrics.ts';
import { type Check, checksOf, compares, expectation, FLIPS, type Gate, type GateRule, holds } from './rules.ts';

export interface GateResult {
	readonly passed: boolean;
	/** No rule failed, and what is unscored could still make one fail. */
	readonly undecided: boolean;
	readonly lines: readonly GateLine[];
	/** People labelled samples of the run, whose word no rule holds: metrics are what its scorers judged. */
	readonly labelled?: boolean | undefined;
	/** What it was held against. */
	readonly baseline?: GateBaseline | undefined;
}

export interface GateBaseline {
	/** The run by its target and model. */
	readonly name: string;
	readonly startedAt?: string | undefined;
	/** Fields of identity in which the run differs from it, and was allowed to. */
	readonly allowed: readonly string[];
}

/**
 * Applies the rules. A metric that the run does not tell fails its rule; one that what is unscored could take to either
 * side, or bring at all, leaves it undecided: its bounds say so.
 */
export function evaluateGate(gate: Gate, run: GatedRun, baseline?: GatedRun): GateResult {
	const rules = gate.rules.flatMap((rule) => checksOf(rule).map((check) => lineOf(rule, check, run, baseline)));
	const lines = [...missingLine(run), ...rules];
	const open = lines.some(({ status }) => status === 'undecided');
	const failed = lines.some(({ status }) => status === 'fail');
	return { passed: !failed && !open, undecided: !failed && open, lines };
}

/** A run that is not whole passes no gate, whatever its rules say. */
function missingLine({ missing }: GatedRun): readonly GateLine[] {
	if (missing === undefined) return [];
	return [{ metric: 'run', status: missing.status, expected: 'a whole run', detail: missing.what }];
}

/** A gate in a word, as every surface says it. */
export function gateWord({ passed, undecided }: GateResult): 'passed' | 'failed' | 'undecided' {
	if (passed) return 'passed';
	return undecided ? 'undecided' : 'failed';
}

/** The metrics of a run with its flips against a baseline. */
export function withFlips(metrics: NamedMetrics, flips: readonly ScoreFlips[]): NamedMetrics {
	const all = new Map(metrics);
	for (const { suite, arm, score, gained, lost } of flips) {
		all.set(`${FLIPS}${suite}.${arm}.${score}.gained`, gained.length);
		all.set(`${FLIPS}${suite}.${arm}.${score}.lost`, lost.length);
	}
	return all;
}

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
	readonly timesSayNothing?: Said | undefined;
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
	if (run.timesSayNothing !== undefined) return `its times cannot be compared: ${english(run.timesSayNothing)}`;
	const before = baseline?.timesSayNothing;
	return before === undefined ? undefined : `the times of the baseline cannot be compared: ${english(before)}`;
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
