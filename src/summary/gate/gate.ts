import { type Message, message, type Said } from '../../base/message.ts';
import { countOf, type ReasonCounts } from '../../stats/counts.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { reasonMessages } from '../decisions/said.ts';
import type { ScoreFlips } from '../flips.ts';
import { isTimeMetric, type Metric, metricNamed, type NamedMetrics } from '../metrics.ts';
import { canFail, dropStatus, type PairedDrop, type PairedRate, pairedDrop } from './paired.ts';
import { PINS } from './pins.ts';
import {
	type Check,
	checksOf,
	compares,
	expectation,
	FLIPS,
	type Gate,
	type GateRule,
	holds,
	inUnits,
	type NumberCheck,
} from './rules.ts';

export interface GateResult {
	readonly passed: boolean;
	/** No rule failed, but unscored samples could make one fail. */
	readonly undecided: boolean;
	readonly lines: readonly GateLine[];
	/** People labelled samples of the run; rules use only its scorers. */
	readonly labelled?: boolean;
	readonly baseline?: GateBaseline;
}

interface GateBaseline {
	/** The run by its target and model. */
	readonly name: string;
	readonly startedAt?: string;
	readonly timeZone?: string;
	/** Fields in which the run was allowed to differ, and does. */
	readonly allowed: readonly string[];
}

export interface GateLine {
	readonly metric: string;
	/**
	 * Undecided: unscored samples could make it pass or fail, or more was asked for than is known. Unclear: worse than the
	 * bound as measured, and not certain; it does not fail.
	 */
	readonly status: 'pass' | 'unclear' | 'fail' | 'soft-fail' | 'undecided' | 'soft-undecided';
	/** Absent if nothing was observed. */
	readonly value?: number;
	/** Of `verdict.path`: the path that stands. */
	readonly path?: string;
	readonly baseline?: number;
	/** Of a rate that is compared with the baseline prompt by prompt. */
	readonly flips?: PairedDrop;
	/** Such as `>= 5` or `at most 5% below the baseline`. */
	readonly expected: Message;
	/** Reason, if the value does not explain the status. */
	readonly detail?: Message;
}

/** A path, and how certain it is. */
interface StandingPath {
	readonly path: string;
	readonly certainty: 'settled' | 'narrow' | 'borderline';
}

/** The part of a run that a gate reads. */
export interface GatedRun {
	readonly metrics: NamedMetrics;
	/** By name of `verdict.path`: the path that stands, or why there is none. */
	readonly paths?: ReadonlyMap<string, StandingPath | Message>;
	/** By metric, against the baseline. */
	readonly paired?: ReadonlyMap<string, PairedRate>;
	/** By suite of which the run selected some samples, the reason why it is not comparable with a baseline. */
	readonly parts?: ReadonlyMap<string, Message>;
	/** Of a baseline: it is the run itself. */
	readonly isRunItself?: boolean;
	/** By metric that the run cannot have, the reason. */
	readonly lacks?: ReadonlyMap<string, Message>;
	/** Why its times are not comparable, as on a software GPU. */
	readonly timesNotComparable?: Said;
	/** What makes the whole run incomplete, such as shards that were not merged. */
	readonly missing?: Pick<GateLine, 'status' | 'detail'>;
}

/** Applies the rules. A missing metric fails its rule; one that unscored samples could decide leaves it undecided. */
export function evaluateGate(gate: Gate, run: GatedRun, baseline?: GatedRun): GateResult {
	const { missing } = run;
	const lines: readonly GateLine[] = [
		// An incomplete run passes no gate.
		...(missing === undefined ? [] : [{ metric: 'run', expected: message('gate.whole-run'), ...missing }]),
		...gate.rules.flatMap((rule) => checksOf(rule).map((check) => lineOf(rule, check, run, baseline))),
	];
	const open = lines.some(({ status }) => status === 'undecided');
	const failed = lines.some(({ status }) => status === 'fail');
	return { passed: !failed && !open, undecided: !failed && open, lines };
}

/** The result in one word. */
export function gateWord({ passed, undecided }: GateResult): 'passed' | 'failed' | 'undecided' {
	return passed ? 'passed' : undecided ? 'undecided' : 'failed';
}

/** Flips against the baseline as metrics; samples that one run lacks could have flipped too. */
export function flipMetrics(flips: readonly ScoreFlips[], open: (flips: ScoreFlips) => ReasonCounts): NamedMetrics {
	return Object.fromEntries(
		flips.flatMap((one) =>
			(['gained', 'lost'] as const).map((way): [string, Metric] => {
				const [value, causes] = [one[way].length, open(one)];
				const most = value + countOf(causes);
				const metric: Metric = most === value ? { value } : { value, open: [value, most], causes };
				return [`${FLIPS}${one.suite}.${one.variant}.${one.score}.${way}`, metric];
			}),
		),
	);
}

function lineOf(rule: GateRule, check: Check, run: GatedRun, baseline: GatedRun | undefined): GateLine {
	const { metric, soft = false } = rule;
	const isCompared = compares(check);
	const now = metricNamed(run.metrics, metric);
	const then = !isCompared ? NOT_COMPARED : baseline && metricNamed(baseline.metrics, metric);
	const line = (status: 'pass' | 'unclear' | 'fail' | 'undecided', detail?: Message): GateLine => ({
		metric,
		status: soft && (status === 'fail' || status === 'undecided') ? `soft-${status}` : status,
		expected: expectation(check),
		value: now?.value,
		baseline: isCompared ? then?.value : undefined,
		detail,
	});
	if (check.kind === 'equals') {
		const standing = run.paths?.get(metric);
		if (standing === undefined) return line('fail', run.lacks?.get(metric) ?? lackOf(metric, run, baseline));
		if ('code' in standing) return line('undecided', standing);
		const { path, certainty } = standing;
		const said = { metric, value: path, pinned: check.bound };
		if (path !== check.bound)
			return { ...line('fail', PINS.includes(metric) ? message('gate.pinned', said) : undefined), path };
		const isOpen = certainty !== 'settled';
		const detail = isOpen ? message(`gate.${certainty}`) : undefined;
		return { ...line(isOpen && rule.certainty === 'settled' ? 'undecided' : 'pass', detail), path };
	}
	if (now === undefined) return line('fail', run.lacks?.get(metric) ?? lackOf(metric, run, baseline));
	if (then === undefined) {
		return line(
			'fail',
			baseline === undefined ? message('gate.no-baseline') : message('gate.baseline-lacks', { metric }),
		);
	}
	const why = isTimeMetric(metric) ? timesNotComparable(run, isCompared ? baseline : undefined) : undefined;
	const part = isCompared ? partIn(metric, run) : undefined;
	if (why !== undefined || part !== undefined) return line('undecided', why ?? part);
	// A run compared with itself has the same unknowns.
	if (isCompared && baseline?.isRunItself === true) return line('pass');
	const paired = isCompared ? run.paired?.get(metric) : undefined;
	if (paired !== undefined && paired.n > 0 && then.value !== undefined) {
		const bound = inUnits(check.bound, then.value);
		const { status, flips } = pairedStatus(paired, check.kind, bound, rule.strict);
		if (status === undefined) return { ...line('undecided', openText(now, then)), flips };
		return { ...line(status, dropDetail(status, flips, bound)), flips };
	}
	if (now.open !== 'any' && then.open !== 'any') {
		const ends = endsOf(now).flatMap((one) => endsOf(then).map((other) => holds(check, one, other)));
		if (ends.every(Boolean)) return line('pass', betweenText(now));
		if (!ends.some(Boolean)) return line('fail', betweenText(now));
	}
	return line('undecided', openText(now, then));
}

/** The status that unscored prompts cannot change, whether each fell or rose; undefined if they can. */
function pairedStatus(
	{ fell, rose, n, open }: PairedRate,
	kind: NumberCheck['kind'],
	bound: number,
	strict: boolean | undefined,
): { readonly status: ReturnType<typeof dropStatus> | undefined; readonly flips: PairedDrop } {
	const [lost, gained] = kind === 'maxDrop' ? [fell, rose] : [rose, fell];
	const flips = pairedDrop(lost, gained, n);
	const ends = [pairedDrop(lost + open, gained, n + open), pairedDrop(lost, gained + open, n + open)];
	const statuses = new Set([flips, ...ends].map((one) => dropStatus(one, bound, strict)));
	return { status: statuses.size === 1 ? dropStatus(flips, bound, strict) : undefined, flips };
}

function dropDetail(status: ReturnType<typeof dropStatus>, flips: PairedDrop, bound: number): Message | undefined {
	const points = Number((bound * 100).toPrecision(3));
	if (status === 'unclear') return message('gate.unclear', { points });
	if (status === 'undecided') return message('gate.not-ruled-out', { points });
	return canFail(flips) ? undefined : message('gate.cannot-fail');
}

const NOT_COMPARED: Metric = { value: 0 };

function endsOf({ value = 0, open }: Metric): readonly number[] {
	return typeof open === 'object' ? open : [value];
}

function lackOf(metric: string, { metrics, paths }: GatedRun, baseline: GatedRun | undefined): Message {
	if (metric.startsWith(FLIPS) && baseline === undefined) return message('gate.no-baseline');
	const [, prefix, never] = /^(.*)\.precision\[tool=(.*)\]$/u.exec(metric) ?? [];
	if (never !== undefined && Object.hasOwn(metrics, `${prefix}.macroRecall`))
		return message('gate.never-called', { tool: never });
	return message('gate.lacks', {
		metric,
		near: nearestName(metric, [...Object.keys(metrics), ...(paths?.keys() ?? [])]),
	});
}

/** The samples that could decide a rule. */
function openText({ causes: now = [] }: Metric, { causes: then = [] }: Metric): Message {
	if (now.length === 0 || then.length === 0) {
		const causes = [...now, ...then];
		return message('gate.open', { n: countOf(causes), causes: reasonMessages(causes) });
	}
	return message('gate.open-both', {
		n: countOf(now),
		causes: reasonMessages(now),
		before: countOf(then),
		beforeCauses: reasonMessages(then),
	});
}

function timesNotComparable(run: GatedRun, baseline: GatedRun | undefined): Message | undefined {
	if (run.timesNotComparable !== undefined) return message('gate.times', { why: run.timesNotComparable });
	const why = baseline?.timesNotComparable;
	return why === undefined ? undefined : message('gate.baseline-times', { why });
}

/** Why the metric's suite is incomplete; engine outcomes cover all suites. */
function partIn(metric: string, { parts = new Map() }: GatedRun): Message | undefined {
	const names = metric.replace(/\[.*$/su, '').split('.');
	const suite = [...parts.keys()].find((name) => names[0] === 'fate' || names.includes(name));
	return suite === undefined ? undefined : parts.get(suite);
}

/** The bounds that decide a rule without a value. */
function betweenText({ value, open }: Metric): Message | undefined {
	if (value !== undefined || typeof open !== 'object') return undefined;
	const [low, high] = open.map((end) => Math.round(end * 1000) / 1000);
	return low === undefined || high === undefined ? undefined : message('gate.between', { low, high });
}
