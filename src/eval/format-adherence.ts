import type { Rate } from '../stats/rate.ts';
import type { EvaluatedRun } from './evaluated-run.ts';
import type { ReasonCounts } from './reason-counts.ts';

/** How cleanly one suite and arm wrote its calls. */
export interface FormatAdherence {
	readonly suite: string;
	readonly arm: string;
	/** Calls that needed no repair, of all that opened like a call. */
	readonly strict: Rate;
	/** Repairs the lenient reading made; a call may need several. */
	readonly repairs: ReasonCounts;
	/** Why text that opened like a call was none. */
	readonly malformed: ReasonCounts;
}

/** Share of calls that needed no repair, for every suite and arm with at least one call. */
export function formatAdherence(_run: EvaluatedRun): readonly FormatAdherence[] {
	throw new Error('not written yet');
}
