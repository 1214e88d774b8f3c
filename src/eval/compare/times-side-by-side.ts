import { counted, plural } from '../../base/message.ts';
import type { EvaluatedRun } from '../run.ts';
import { type SampleResult, sampleKey } from '../sample.ts';
import { hasComparableTimes, wasCut } from '../summary/speed/comparable-times.ts';
import type { LatencyMetric } from '../summary/speed/latency-row.ts';
import { type LatencySummary, latenciesOf, summarizeLatencies } from '../summary/speed/latency-summary.ts';
import type { LeavesOut } from '../summary/speed/measured-rows.ts';
import { type UnreachedTime, unreachedTimes } from '../summary/speed/unreached-times.ts';
import { userTurns } from '../turn.ts';

/** Times of several runs as they can stand beside each other. */
export interface TimesSideBySide {
	/** Of one of the runs; what a turn was cut before in any of them, and the whole of it, is in none. */
	readonly of: (run: EvaluatedRun) => LatencySummary;
	/** Warm user turns that were cut in one of the runs or more. */
	readonly cut: number;
}

export function timesSideBySide(runs: readonly EvaluatedRun[]): TimesSideBySide {
	const samples = runs.flatMap((run) => run.samples);
	const cut = new Set(
		samples
			.filter(hasComparableTimes)
			.flatMap((sample) => cutTimes(sample).map(({ turn, metric }) => keyOf(sample, turn, metric))),
	);
	const isLeftOut: LeavesOut = (sample, turn, metric) => cut.has(keyOf(sample, turn, metric));
	return {
		of: (run) => (cut.size === 0 ? summarizeLatencies(run) : latenciesOf(run, isLeftOut)),
		cut: warmCutTurns(samples),
	};
}

/** How many warm user turns of comparable times were cut in one of the samples' runs or more. */
export function warmCutTurns(samples: readonly SampleResult[]): number {
	const cut = samples.filter(hasComparableTimes).flatMap((sample) =>
		userTurns(sample.timings).flatMap((turn, place) => {
			const isCold = sample.timings.cold && place === 0;
			return wasCut(turn, sample) && !isCold ? [keyOf(sample, place, 'endToEndMs')] : [];
		}),
	);
	return new Set(cut).size;
}

/** Why times beside each other are of fewer turns; `count` is 1 at least. */
export function cutTurnsText(count: number): string {
	const was = counted(count, 'turn was', 'turns were');
	return `${was} cut in a run: the times that ${plural(count, 'it was', 'they were')} cut before are left out of every run.`;
}

/** Of the turns of a sample of comparable times that were cut, the times that the whole turn would tell. */
export function cutTimes(sample: SampleResult): readonly Pick<UnreachedTime, 'turn' | 'metric' | 'state'>[] {
	return [
		...unreachedTimes(sample),
		...userTurns(sample.timings).flatMap((turn, place) => {
			if (!wasCut(turn, sample)) return [];
			const state = sample.timings.cold && place === 0 ? ('cold' as const) : ('warm' as const);
			return (['endToEndMs', 'turnMs'] as const).map((metric) => ({ turn: place, metric, state }));
		}),
	];
}

function keyOf(sample: SampleResult, turn: number, metric: LatencyMetric): string {
	return `${sampleKey(sample)} ${turn} ${metric}`;
}
