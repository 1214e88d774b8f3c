import type { GenerationTimings, Usage } from '../generation.ts';
import { possibleSpeeds, possibleTimings, possibleUsage } from '../possible-measures.ts';
import type { OwnClock } from './own-clock.ts';
import type { Teller } from './told-events.ts';

/** What a generation's counts and times are held against. */
export interface HeldLimits {
	readonly clock: OwnClock;
	readonly maxTokens: number;
	readonly teller: Teller;
}

interface Measures {
	readonly usage: Usage;
	readonly timings: GenerationTimings;
}

/** Counts and times of a generation that told this text, as far as they can be; of what is left out its teller is told. */
export function heldMeasures(
	told: Measures,
	text: string,
	pieceAtMs: readonly number[],
	{ clock, maxTokens, teller }: HeldLimits,
): Measures {
	const { measures: usage, leftOut: counts } = possibleUsage(told.usage, text, maxTokens);
	for (const how of counts) teller.leaveOut('count', `tells ${how}; left out, as is what else cannot be`);
	const refused = clock.refused(told.timings.refused);
	const refusedMs = refused?.ms ?? 0;
	const contradiction = clock.contradictionOf(told.timings.totalMs, refusedMs);
	if (contradiction !== undefined) {
		teller.leaveOut('clock', `tells ${contradiction}; left out, as is what else cannot be`);
		const totalMs = Math.max(0, clock.nowMs - refusedMs);
		return { usage, timings: { source: 'wall-clock', totalMs, refuted: true, ...(refused && { refused }) } };
	}
	const { refused: _, refuted: __, ...clocked } = told.timings;
	const within = possibleTimings({ ...clocked, ...(refused && { refused }) }, pieceAtMs);
	const { measures: timings, leftOut: times } = possibleSpeeds(within.measures, usage);
	for (const how of [...within.leftOut, ...times]) {
		teller.leaveOut('time', `tells ${how}; left out, as is what else cannot be`);
	}
	return { usage, timings };
}
