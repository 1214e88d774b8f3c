import type { Lab, Said } from './lab.ts';

/** Something that was seen to say more than it knew, and what says so now. */
export interface EvidenceRow {
	readonly seen: string;
	/** What commit 6b7590c said. */
	readonly before: string;
	/** A unit test of the house covers it too: the engine test leaves it to the campaign. */
	readonly tested?: true;
	run(lab: Lab): Promise<Said>;
	/** What must be there now, each in some line. Verdicts are matched as facts, not as sentences. */
	readonly says: readonly RegExp[];
	/** What no line may say: a path where there is no evidence. */
	readonly never?: RegExp;
	/** Absent where nothing is run as a process. */
	readonly exitCode?: number;
}

/** `run` of the prefix suite with one thread: what is shown here is no question of speed. */
export const RUN: readonly string[] = ['run', '--suite', 'prefix', '--threads', '1'];

export { ANY_PATH } from '../trial/verdicts.ts';
