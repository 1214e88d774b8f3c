import { type Rate, rateOf } from '../../stats/rate.ts';
import { countReasons, type ReasonCounts } from '../../stats/reason-counts.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';

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
export function formatAdherence({ samples }: EvaluatedRun): readonly FormatAdherence[] {
	const groups = new Map<string, Tally>();
	for (const { suite, arm, transcript } of samples) {
		const events = transcript.generations.flatMap((generation) => generation.events);
		for (const event of events) {
			if (event.type !== 'call' && event.type !== 'malformed') continue;
			// An app that was captured does not tell how its calls were written.
			if (event.type === 'call' && event.call.repairs === undefined) continue;
			const tally = groups.get(`${suite} ${arm}`) ?? { suite, arm, strict: 0, n: 0, repairs: [], malformed: [] };
			groups.set(`${suite} ${arm}`, tally);
			tally.n += 1;
			if (event.type === 'malformed') tally.malformed.push(event.reason);
			else if (event.call.repairs === undefined || event.call.repairs.length === 0) tally.strict += 1;
			else tally.repairs.push(...event.call.repairs);
		}
	}
	return Array.from(groups.values(), ({ suite, arm, strict, n, repairs, malformed }) => ({
		suite,
		arm,
		strict: rateOf(strict, n),
		repairs: countReasons(repairs),
		malformed: countReasons(malformed),
	}));
}

interface Tally {
	readonly suite: string;
	readonly arm: string;
	strict: number;
	n: number;
	readonly repairs: string[];
	readonly malformed: string[];
}
