import type { TimeBudget } from '../../app.ts';
import type { SampleResult } from '../../sample.ts';
import { waitingIn } from '../../turn/turn-reading.ts';
import { userTurns } from '../../turn/user-turns.ts';
import { hasComparableTimes, wasCut } from './comparable-times.ts';
import { turnEndToEnd } from './generation-speed.ts';
import { type LatencyRow, partOf, waitedFor } from './latency-row.ts';

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

/** Whether a sample leaves open if a budget was kept: its times stand beside no others, or a turn was cut before it was told. */
export function leavesOpen(sample: SampleResult, { metric, atMost, state }: TimeBudget): boolean {
	if (!hasComparableTimes(sample)) return true;
	const { timings } = sample;
	return userTurns(timings).some((turn, place) => {
		const isCold = timings.cold && place === 0;
		if (state !== undefined && isCold !== (state === 'cold')) return false;
		if (!wasCut(turn, sample)) return false;
		if (metric !== 'endToEndMs') return waitingIn(turn)[metric] === undefined;
		return (turnEndToEnd(turn, sample) ?? 0) <= atMost;
	});
}
