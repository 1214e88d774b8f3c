import { isBudgeted, type TimeBudget } from '../../app.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';
import { userTurns } from '../../turn.ts';
import { oncePerRun } from '../once-per-run.ts';
import { hasComparableTimes, wasCut } from './comparable-times.ts';
import { turnEndToEnd } from './generation-speed.ts';
import { type LatencyRow, partOf, waitedFor } from './latency-row.ts';
import { type UnreachedTime, unreachedTimes } from './unreached-times.ts';

/** Whether a time of a sample, told by suite and prompt, is one that a budget is for. */
export function isHeldAgainst(
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

/** A sample is of the same groups in every arm and epoch. */
const groupsBySample: (run: EvaluatedRun) => ReadonlyMap<string, SampleResult['groups']> = oncePerRun(
	({ samples }) => new Map(samples.map(({ suite, sampleId, groups }) => [sampleName(suite, sampleId), groups])),
);

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

/** Whether a sample leaves open if a budget was kept: its times stand beside no others, or a turn was cut before it was told. */
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
