import type { LoggedTimings, SampleTimings } from '../sample.ts';

/** One turn of the user's in a sample. */
export interface UserTurn {
	/** Place of its first generation among the sample's. */
	readonly from: number;
	readonly generations: readonly LoggedTimings[];
	/** From the user's message to their next, or to the end of the sample; milliseconds. */
	readonly endToEndMs: number;
}

/** The user turns of a sample, in order: one of all its generations where the log tells of no others. */
export function userTurns({ generations, endToEndMs, userTurns: told }: SampleTimings): readonly UserTurn[] {
	let from = 0;
	return (told ?? [{ generations: generations.length, endToEndMs }]).map((turn) => {
		const own = { from, generations: generations.slice(from, from + turn.generations), endToEndMs: turn.endToEndMs };
		from += turn.generations;
		return own;
	});
}
