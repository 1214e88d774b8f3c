import { english, type Said } from '../base/message.ts';
import { isBudgeted, type TimeBudget } from '../eval/app.ts';
import type { EvaluatedRun } from '../eval/run.ts';
import type { SampleResult } from '../eval/sample.ts';
import { userTurns } from '../eval/turn.ts';
import { type DeviceTimeline, THERMAL_STATUSES, thermalLevel } from '../model/device-timeline.ts';
import { distribution } from '../stats/distribution.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../stats/rate.ts';
import { type LatencySummary, summarizeLatencies } from './speed.ts';
import { type SuiteSummary, summarizeSuites } from './suites.ts';
import {
	hasComparableTimes,
	type LatencyRow,
	partOf,
	turnEndToEnd,
	type UnreachedTime,
	unreachedTimes,
	waitedFor,
	wasCut,
} from './turn-times.ts';

/** Whether a time of a sample, given by suite and prompt, is one that a budget is for. */
function isHeldAgainst(
	run: EvaluatedRun,
	budget: TimeBudget,
): (time: Pick<UnreachedTime, 'metric' | 'suite' | 'state' | 'prompt'>) => boolean {
	const isOf = budgetsPrompt(run, budget);
	return (time) => isBudgetedTime(time, budget) && isOf(time.suite, time.prompt);
}

function isBudgetedTime({ metric, state }: Pick<LatencyRow, 'metric' | 'state'>, budget: TimeBudget): boolean {
	return metric === budget.metric && (budget.state === undefined || state === budget.state);
}

function budgetsPrompt(run: EvaluatedRun, budget: TimeBudget): (suite: string, prompt: string) => boolean {
	const isOf = isBudgeted(budget);
	const groups = groupsBySample(run);
	return (suite, prompt) => isOf({ suite, groups: groups.get(sampleName(suite, prompt)) });
}

/** A sample is of the same groups in every variant and epoch. */
function groupsBySample({ samples }: EvaluatedRun): ReadonlyMap<string, SampleResult['groups']> {
	return new Map(samples.map(({ suite, sampleId, groups }) => [sampleName(suite, sampleId), groups]));
}

function sampleName(suite: string, sampleId: string): string {
	return `${suite} ${sampleId}`;
}

/** The part of a row that a budget is for. Undefined where that is none of it. */
export function budgetedPart(run: EvaluatedRun, row: LatencyRow, budget: TimeBudget): LatencyRow | undefined {
	const { suite, prompts = [] } = row;
	if (!isBudgetedTime(row, budget)) return undefined;
	const isOf = budgetsPrompt(run, budget);
	const places = prompts.flatMap((prompt, place) => (isOf(suite, prompt) ? [place] : []));
	return places.length === prompts.length && places.length > 0 ? row : partOf(row, places);
}

/**
 * What of a row can be held against a limit in its unit: what a user waited for, and of turns that were cut only those that
 * were too long by then. Undefined where none is left.
 */
export function heldTimes(row: LatencyRow, atMost: number): LatencyRow | undefined {
	if (row.cut === undefined) return waitedFor(row);
	const cut = new Set(row.cut);
	return partOf(
		row,
		row.values.flatMap((value, place) => (cut.has(place) && value <= atMost ? [] : [place])),
	);
}

/** Whether a time that never came was too long all the same: a call that nothing had opened may not have been to come. */
export function isTooLong({ waited, underWay, atLeast }: UnreachedTime, atMost: number): boolean {
	return waited && underWay && atLeast > atMost;
}

/** Whether a sample leaves open if a budget was kept: its times stand beside no others, or a turn was cut before its time was known. */
export function leavesOpen(sample: SampleResult, { metric, atMost, state }: TimeBudget): boolean {
	if (!hasComparableTimes(sample)) return true;
	const isOf = (own: LatencyRow['state']): boolean => state === undefined || state === own;
	const isOpen = unreachedTimes(sample).some(
		(time) => time.metric === metric && time.waited && isOf(time.state) && !isTooLong(time, atMost),
	);
	if (isOpen || metric !== 'endToEndMs') return isOpen;
	const { timings } = sample;
	return userTurns(timings).some((turn, place) => {
		if (!isOf(timings.cold && place === 0 ? 'cold' : 'warm') || !wasCut(turn, sample)) return false;
		const endToEndMs = turnEndToEnd(turn, sample);
		return endToEndMs !== undefined && endToEndMs <= atMost;
	});
}

/** What a run came to against one of the app's declared budgets. */
export interface BudgetResult {
	readonly budget: TimeBudget;
	/**
	 * Measurements within it, of waits for a first token those of users, clustered by prompt; an interval only where all that it
	 * is held against ran whole, and none is left out.
	 */
	readonly within: Rate;
	/** The largest tenth begins here, ms; absent where every turn was cut before its time was known. */
	readonly p90?: number | undefined;
	/** Samples whose times are in none: their turn failed or was cut, or their device was not itself. */
	readonly leftOut: number;
}

/** Every declared budget that something was measured for, be it of turns that were cut. */
export function budgetResults(
	run: EvaluatedRun,
	{ rows, unreached }: LatencySummary = summarizeLatencies(run),
	suites: readonly SuiteSummary[] = summarizeSuites(run),
): readonly BudgetResult[] {
	const variants = suites.flatMap(({ suite, variants }) =>
		variants.map((variant) => ({ suite: suite.name, ...variant })),
	);
	return (run.header.app?.budgets ?? []).flatMap((budget) => {
		const measured = rows.flatMap((row) => budgetedPart(run, row, budget) ?? []);
		const never = unreached.filter(({ waited }) => waited).filter(isHeldAgainst(run, budget));
		if (measured.length + never.length === 0) return [];
		const held = [...measured.flatMap((row) => heldTimes(row, budget.atMost) ?? []), ...tooLong(run, never, budget)];
		const { p90 } = distribution(held.flatMap((row) => row.values));
		const within = rateOfClusters(withinByPrompt(held, budget));
		const whole = held.every((row) =>
			variants.some((one) => one.suite === row.suite && one.variant === row.variant && one.whole),
		);
		// What left them out may be why they were slow.
		const leftOut = run.samples.filter(isBudgeted(budget)).filter((sample) => leavesOpen(sample, budget)).length;
		return [{ budget, within: whole && leftOut === 0 ? within : withoutInterval(within), p90, leftOut }];
	});
}

type HeldTimes = Pick<LatencyRow, 'suite' | 'variant' | 'values' | 'prompts'>;

/** What did not come, and was too long by then, each as long as it had been waited for. */
export function tooLong(
	run: EvaluatedRun,
	unreached: readonly UnreachedTime[],
	budget: TimeBudget,
): readonly HeldTimes[] {
	return unreached
		.filter(isHeldAgainst(run, budget))
		.filter((time) => isTooLong(time, budget.atMost))
		.map(({ suite, variant, prompt, atLeast }) => ({ suite, variant, values: [atLeast], prompts: [prompt] }));
}

/** Repeats and variants of a prompt are not independent. */
function withinByPrompt(held: readonly HeldTimes[], { atMost }: TimeBudget): readonly (readonly boolean[])[] {
	const clusters = new Map<string, boolean[]>();
	for (const { suite, values, prompts = [] } of held) {
		for (const [place, value] of values.entries()) {
			const prompt = `${suite} ${prompts[place]}`;
			const cluster = clusters.get(prompt) ?? [];
			cluster.push(value <= atMost);
			clusters.set(prompt, cluster);
		}
	}
	return [...clusters.values()];
}

/** What a run on a device of its own went through. What the device did not tell is absent. */
export interface DeviceSummary {
	/** The model's initialisation in the first process, and in each that came after it, in their order. */
	readonly firstInitMs?: number | undefined;
	readonly laterInitMs: readonly number[];
	readonly peakBytes?: number | undefined;
	/** Samples of the run, and those that were asked again because the app was lost in them. */
	readonly samples: number;
	readonly askedAgain: number;
	/** Samples of which the times cannot be held against others, and why: each reason once, with its samples. */
	readonly notComparable: number;
	readonly doubts: readonly { readonly why: Said; readonly samples: number }[];
	/** Messages that answered nothing, or came twice. */
	readonly strays: number;
	/** Of each sample, in the order of the log. */
	readonly states: readonly SampleState[];
}

/** How a device was in one sample: at its hottest, with the most memory, and the battery at its end. Unrecorded is absent. */
interface SampleState {
	readonly suite: string;
	readonly sampleId: string;
	readonly thermal?: string | undefined;
	readonly memoryBytes?: number | undefined;
	/** Percent. */
	readonly battery?: number | undefined;
	readonly powerSave?: boolean | undefined;
	readonly notComparable: boolean;
}

/** Undefined where no sample ran on a device of its own. */
export function summarizeDevice({ header, samples }: EvaluatedRun): DeviceSummary | undefined {
	const timings = samples.map(({ timings: told }) => told).filter(({ device }) => device !== undefined);
	if (timings.length === 0) return undefined;
	const devices = timings.flatMap(({ device }) => device ?? []);
	const inits = devices.flatMap(({ initMs }) => initMs ?? []);
	const bytes = devices.flatMap(({ states }) => states.flatMap(({ memoryBytes }) => memoryBytes ?? []));
	const doubts = Map.groupBy(
		devices.flatMap(({ notComparable = [] }) => notComparable),
		english,
	);
	const [firstInitMs = header.loadMs, ...laterInitMs] = inits;
	return {
		firstInitMs,
		laterInitMs,
		peakBytes: bytes.length === 0 ? undefined : bytes.reduce((most, one) => Math.max(most, one)),
		samples: timings.length,
		askedAgain: timings.filter(({ attempts = 1 }) => attempts > 1).length,
		notComparable: devices.filter(({ notComparable }) => notComparable !== undefined).length,
		doubts: Array.from(doubts.values(), (all) => ({ why: all[0] ?? '', samples: all.length })),
		strays: devices.reduce((sum, { strays = 0 }) => sum + strays, 0),
		states: samples.flatMap((sample) => (sample.timings.device ? stateOf(sample, sample.timings.device) : [])),
	};
}

function stateOf({ suite, sampleId }: SampleResult, { states, notComparable }: DeviceTimeline): SampleState {
	const bytes = states.flatMap(({ memoryBytes }) => memoryBytes ?? []);
	const heats = states.map(({ thermal }) => thermalLevel(thermal) ?? -1);
	const saves = states.flatMap(({ powerSave }) => powerSave ?? []);
	return {
		suite,
		sampleId,
		thermal: THERMAL_STATUSES[heats.reduce((most, one) => Math.max(most, one), -1)],
		memoryBytes: bytes.length === 0 ? undefined : bytes.reduce((most, one) => Math.max(most, one)),
		battery: states.findLast(({ battery }) => battery !== undefined)?.battery,
		powerSave: saves.length === 0 ? undefined : saves.includes(true),
		notComparable: notComparable !== undefined,
	};
}
