import { distinct, english, type Message, type Said } from '../base/message.ts';
import { isBudgeted, type TimeBudget } from '../eval/app.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import { KILLED, type SampleResult } from '../eval/sample.ts';
import { userTurns } from '../eval/turn.ts';
import { type DeviceTimeline, THERMAL_STATUSES, thermalLevel } from '../model/device-timeline.ts';
import { distribution } from '../stats/distribution.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../stats/rate.ts';
import type { LatencySummary } from './speed.ts';
import type { SuiteSummary } from './suites.ts';
import {
	hasComparableTimes,
	type LatencyRow,
	turnEndToEnd,
	type UnreachedTime,
	unreachedTimes,
	wasCut,
} from './turn-times.ts';

/** A time that counts for or against a budget, in ms. */
interface BudgetedTime {
	readonly suite: string;
	readonly variant: string;
	readonly prompt: string;
	readonly value: number;
}

/**
 * The times that a budget is checked against; of turns that were cut off those that were too long by then. Undefined if the
 * budget covers none of the times.
 */
export function budgetedTimes(
	run: EvaluatedRun,
	budget: TimeBudget,
	{ rows, unreached }: Pick<LatencySummary, 'rows' | 'unreached'>,
): readonly BudgetedTime[] | undefined {
	const isOf = isBudgeted(budget);
	const groups = groupsIn(run);
	const covers = ({ suite, metric, state }: Covered, prompt: string): boolean =>
		metric === budget.metric &&
		(budget.state ?? state) === state &&
		isOf({ suite, groups: groups.get(nameOf(suite, prompt)) });
	const measured = rows.flatMap((row) => {
		const { suite, variant, values, prompts = [] } = row;
		const cutPlaces = new Set(row.cut);
		return prompts.flatMap((prompt, place) => {
			const value = values[place];
			if (value === undefined || !covers(row, prompt)) return [];
			return [{ suite, variant, prompt, value, counts: value > budget.atMost || !cutPlaces.has(place) }];
		});
	});
	const never = unreached
		.filter((time) => covers(time, time.prompt))
		.map((time) => ({ ...time, value: time.atLeast, counts: isTooLong(time, budget.atMost) }));
	const all = [...measured, ...never];
	return all.length === 0 ? undefined : all.filter(({ counts }) => counts);
}

const nameOf = (suite: string, prompt: string): string => `${suite} ${prompt}`;

/** Of every prompt, which has the same groups in every variant and epoch. */
function groupsIn({ samples }: EvaluatedRun): ReadonlyMap<string, SampleResult['groups']> {
	const groups =
		knownGroups.get(samples) ?? new Map(samples.map((one) => [nameOf(one.suite, one.sampleId), one.groups]));
	knownGroups.set(samples, groups);
	return groups;
}

/** A page asks for each of its figures. */
const knownGroups = new WeakMap<EvaluatedRun['samples'], ReadonlyMap<string, SampleResult['groups']>>();

type Covered = Pick<LatencyRow, 'suite' | 'metric' | 'state'>;

/** Whether a time that never came was too long anyway. A call that nothing had opened might never have come. */
function isTooLong({ underWay, atLeast }: UnreachedTime, atMost: number): boolean {
	return underWay && atLeast > atMost;
}

/** Whether a sample's times are not comparable, or a turn was cut off before it was known to be within the budget. */
function leavesOpen(sample: SampleResult, { metric, atMost, state }: TimeBudget): boolean {
	if (!hasComparableTimes(sample)) return true;
	const isOf = (own: LatencyRow['state']): boolean => state === undefined || state === own;
	const isOpen = unreachedTimes(sample).some(
		(time) => time.metric === metric && isOf(time.state) && !isTooLong(time, atMost),
	);
	if (isOpen || metric !== 'endToEndMs') return isOpen;
	const { timings } = sample;
	return userTurns(timings).some((turn, place) => {
		if (!isOf(timings.cold && place === 0 ? 'cold' : 'warm') || !wasCut(turn, sample)) return false;
		const endToEndMs = turnEndToEnd(turn, sample);
		return endToEndMs !== undefined && endToEndMs <= atMost;
	});
}

/** Result of one of the app's declared budgets. */
export interface BudgetResult {
	readonly budget: TimeBudget;
	/** Share of times within it, clustered by prompt; an interval only if all of its variants are whole and no sample is excluded. */
	readonly within: Rate;
	/** 90th percentile, ms; absent if every turn was cut off before its time was known. */
	readonly p90?: number;
	/** Samples excluded: their turn failed or was cut off, or their times are not comparable. */
	readonly leftOut: number;
}

/** Every declared budget that covers a time, reached or not; none if times are not comparable. */
export function budgetResults(
	run: EvaluatedRun,
	latencies: LatencySummary,
	suites: readonly SuiteSummary[],
): readonly BudgetResult[] {
	if (run.header.engine.timingsNotComparable !== undefined) return [];
	const wholeVariants = new Set(
		suites.flatMap(({ suite, variants }) =>
			variants.flatMap(({ variant, whole }) => (whole ? [`${suite.name} ${variant}`] : [])),
		),
	);
	return (run.header.app?.budgets ?? []).flatMap((budget) => {
		const times = budgetedTimes(run, budget, latencies);
		if (times === undefined) return [];
		const { p90 } = distribution(times.map(({ value }) => value));
		// Repeats and variants of a prompt are not independent.
		const prompts = Map.groupBy(times, ({ suite, prompt }) => `${suite} ${prompt}`).values();
		const within = rateOfClusters(Array.from(prompts, (own) => own.map(({ value }) => value <= budget.atMost)));
		const whole = times.every(({ suite, variant }) => wholeVariants.has(`${suite} ${variant}`));
		// Samples may be excluded because they were slow.
		const leftOut = run.samples.filter(isBudgeted(budget)).filter((sample) => leavesOpen(sample, budget)).length;
		return [{ budget, within: whole && leftOut === 0 ? within : withoutInterval(within), p90, leftOut }];
	});
}

/** State and failures of a phone during a run. Fields that the device did not report are absent. */
export interface DeviceSummary {
	/** Initialisation of the model in the first process, and in each later one in order. */
	readonly firstInitMs?: number;
	readonly laterInitMs: readonly number[];
	readonly peakBytes?: number;
	/** Samples of the run, and those repeated because the connection to the app was lost. */
	readonly samples: number;
	readonly askedAgain: number;
	/** Why processes ended in these. */
	readonly exits: readonly Said[];
	/** Samples in which the system ended the app's process, again when they were repeated, and why. */
	readonly killed: number;
	readonly killedBy: readonly Said[];
	/** Samples whose times are not comparable, and each reason with its number of samples. */
	readonly notComparable: number;
	readonly doubts: readonly { readonly why: Said; readonly samples: number }[];
	/** Unexpected or duplicate messages. */
	readonly strays: number;
	/** By sample, in log order. */
	readonly states: readonly SampleState[];
}

/** Highest temperature and memory of a device in one sample, and its battery at the end. Unrecorded fields are absent. */
interface SampleState {
	readonly suite: string;
	readonly sampleId: string;
	readonly thermal?: string;
	readonly memoryBytes?: number;
	/** Percent. */
	readonly battery?: number;
	readonly powerSave?: boolean;
	readonly notComparable: boolean;
}

/** Undefined if no sample ran on a phone. */
export function summarizeDevice({ header, samples }: EvaluatedRun): DeviceSummary | undefined {
	const timings = samples.map(({ timings }) => timings).filter(({ device }) => device !== undefined);
	if (timings.length === 0) return undefined;
	const devices = timings.flatMap(({ device }) => device ?? []);
	const inits = devices.flatMap(({ initMs }) => initMs ?? []);
	const bytes = devices.flatMap(({ states }) => states.flatMap(({ memoryBytes }) => memoryBytes ?? []));
	const doubts = Map.groupBy(
		devices.flatMap(({ notComparable = [] }) => notComparable),
		english,
	);
	const kills = samples.filter(({ transcript }) => transcript.failure === KILLED);
	const [firstInitMs = header.loadMs, ...laterInitMs] = inits;
	return {
		firstInitMs,
		laterInitMs,
		peakBytes: largest(bytes),
		samples: timings.length,
		askedAgain: timings.filter(({ attempts = 1 }) => attempts > 1).length,
		exits: distinct(timings.flatMap(({ attempts = 1, device }) => (attempts > 1 ? exitMessage(device?.exit) : []))),
		killed: kills.length,
		killedBy: distinct(kills.flatMap(killReasons)),
		notComparable: devices.filter(({ notComparable }) => notComparable !== undefined).length,
		doubts: Array.from(doubts.values(), (all) => ({ why: all[0] ?? '', samples: all.length })),
		strays: devices.reduce((sum, { strays = 0 }) => sum + strays, 0),
		states: samples.flatMap((sample) => (sample.timings.device ? stateOf(sample, sample.timings.device) : [])),
	};
}

function exitMessage(exit: DeviceTimeline['exit']): readonly Message[] {
	return exit === undefined ? [] : [{ code: `device.exit-${exit.reason}`, params: {} }];
}

function killReasons({ transcript: { failureDetail } }: SampleResult): readonly Message[] {
	if (typeof failureDetail !== 'object') return [];
	const { why } = failureDetail.params;
	return Array.isArray(why) ? why.filter((reason) => typeof reason === 'object') : [];
}

function stateOf({ suite, sampleId }: SampleResult, { states, notComparable }: DeviceTimeline): SampleState {
	const bytes = states.flatMap(({ memoryBytes }) => memoryBytes ?? []);
	const heats = states.map(({ thermal }) => thermalLevel(thermal) ?? -1);
	const saves = states.flatMap(({ powerSave }) => powerSave ?? []);
	return {
		suite,
		sampleId,
		thermal: THERMAL_STATUSES[heats.reduce((most, one) => Math.max(most, one), -1)],
		memoryBytes: largest(bytes),
		battery: states.findLast(({ battery }) => battery !== undefined)?.battery,
		powerSave: saves.length === 0 ? undefined : saves.includes(true),
		notComparable: notComparable !== undefined,
	};
}

/** Not `Math.max(...)`, which a long list overflows. */
function largest(values: readonly number[]): number | undefined {
	return values.length === 0 ? undefined : values.reduce((most, one) => Math.max(most, one));
}
