import { counted } from '../../text/counted.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { ScoreFlips } from '../compare/score-flips.ts';
import type { NamedMetrics } from '../summary/named-metrics.ts';
import type { Bounds, MetricBounds } from './metric-bounds.ts';
import { ANY_GROUP } from './score-bounds.ts';

/** One rule on one named metric. */
export interface GateRule {
	/** A name of `namedMetrics`, or `flips.SUITE.ARM.SCORE.{lost,gained}` against a baseline. */
	readonly metric: string;
	readonly min?: number | undefined;
	readonly max?: number | undefined;
	/** Against a baseline run: how much less, or more, than there is tolerated. */
	readonly maxDrop?: Tolerance | undefined;
	readonly maxRise?: Tolerance | undefined;
	/** A soft rule that failed, or is undecided, is told and does not hold up the gate. */
	readonly soft?: boolean | undefined;
}

/** In the metric's own unit, or a share of the baseline such as `5%`. */
export type Tolerance = number | string;

export interface Gate {
	readonly version: 1;
	readonly rules: readonly GateRule[];
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

export interface GateResult {
	readonly passed: boolean;
	/** No rule failed, and what is unscored could still make one fail. */
	readonly undecided: boolean;
	readonly lines: readonly GateLine[];
}

/** With which the metrics begin that a baseline alone gives. */
const FLIPS = 'flips.';
const NO_BASELINE = 'no baseline was given';

/** Whether the gate looks at a baseline, so that one is needed. */
export function needsBaseline(gate: Gate): boolean {
	return gate.rules.some(
		({ metric, maxDrop, maxRise }) => metric.startsWith(FLIPS) || maxDrop !== undefined || maxRise !== undefined,
	);
}

/** A run as a gate looks at it. */
export interface GatedRun {
	readonly metrics: NamedMetrics;
	/** Of the metrics that unscored samples could change. */
	readonly bounds?: MetricBounds | undefined;
	/** By metric that the run cannot have, why. */
	readonly lacks?: ReadonlyMap<string, string> | undefined;
	/** What the run lacks as a whole, such as shards that were not merged. */
	readonly missing?: { readonly what: string; readonly status: 'fail' | 'undecided' } | undefined;
}

/**
 * Applies the rules. A metric that the run does not tell fails its rule; one that what is unscored could take to either
 * side, or bring at all, leaves it undecided: its bounds say so.
 */
export function evaluateGate(gate: Gate, run: GatedRun, baseline?: GatedRun): GateResult {
	const rules = gate.rules.flatMap((rule) => checks(rule).map((check) => lineOf(rule, check, run, baseline)));
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

type Check =
	| { readonly kind: 'min' | 'max'; readonly bound: number }
	| { readonly kind: 'drop' | 'rise'; readonly bound: Tolerance };

function checks({ min, max, maxDrop, maxRise }: GateRule): readonly Check[] {
	return [
		...(min === undefined ? [] : [{ kind: 'min' as const, bound: min }]),
		...(max === undefined ? [] : [{ kind: 'max' as const, bound: max }]),
		...(maxDrop === undefined ? [] : [{ kind: 'drop' as const, bound: maxDrop }]),
		...(maxRise === undefined ? [] : [{ kind: 'rise' as const, bound: maxRise }]),
	];
}

function lineOf(rule: GateRule, check: Check, run: GatedRun, baseline: GatedRun | undefined): GateLine {
	const { metric, soft = false } = rule;
	const value = run.metrics.get(metric);
	const compares = check.kind === 'drop' || check.kind === 'rise';
	const before = compares ? baseline?.metrics.get(metric) : undefined;
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
	const boundsThen = compares && baseline !== undefined ? boundsIn(baseline, metric) : undefined;
	const then = compares ? endsOf(before, boundsThen) : [0];
	if (then.length === 0) {
		const detail = baseline === undefined ? NO_BASELINE : `the baseline has no ${metric}`;
		return { ...line, status: failed, detail };
	}
	const held = now.flatMap((one) => then.map((other) => holds(check, one, other)));
	if (held.every(Boolean)) return { ...line, status: 'pass', ...couldBe(value, bounds) };
	const unscored = (bounds?.unscored ?? 0) + (boundsThen?.unscored ?? 0);
	if (!held.some(Boolean) || unscored === 0) return { ...line, status: failed, ...couldBe(value, bounds) };
	const how = (bounds ?? boundsThen)?.cut === true ? 'cut' : 'unscored';
	const detail = `${counted(unscored, 'sample is', 'samples are')} ${how}, which could decide it`;
	return { ...line, status: soft ? 'soft-undecided' : 'undecided', detail };
}

/** Of a group that no line tells, what holds of any such group. */
function boundsIn({ metrics, bounds }: GatedRun, metric: string): Bounds | undefined {
	const own = bounds?.get(metric);
	if (own !== undefined || metrics.has(metric)) return own;
	return bounds?.get(metric.replace(/\[[^\]]*\]$/u, ANY_GROUP));
}

/** Where there is no value, why a rule can be told all the same. */
function couldBe(value: number | undefined, bounds: Bounds | undefined): { readonly detail?: string } {
	if (value !== undefined || bounds === undefined) return {};
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

function holds({ kind, bound }: Check, value: number, before: number): boolean {
	switch (kind) {
		case 'min':
			return value >= bound;
		case 'max':
			return value <= bound;
		case 'drop':
			return before - value <= inUnits(bound, before) + ROUNDING;
		case 'rise':
			return value - before <= inUnits(bound, before) + ROUNDING;
	}
}

/** 0.9 - 0.85 is a little more than 0.05 in binary. */
const ROUNDING = 1e-9;

/** A share of a baseline that could be anything is no tolerance. */
function inUnits(bound: Tolerance, baseline: number): number {
	if (typeof bound === 'number') return bound;
	return Number.isFinite(baseline) ? (Number.parseFloat(bound) / 100) * Math.abs(baseline) : 0;
}

function expectation(check: Check): string {
	switch (check.kind) {
		case 'min':
			return `>= ${check.bound}`;
		case 'max':
			return `<= ${check.bound}`;
		case 'drop':
			return `at most ${check.bound} below the baseline`;
		case 'rise':
			return `at most ${check.bound} above the baseline`;
	}
}
