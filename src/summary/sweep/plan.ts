import type { Said } from '../../base/message.ts';
import type { Margins } from '../compare/answer.ts';
import type { Drop, SweepLimits } from './drops.ts';

/** What a sweep was to try, and how far it came: all that its logs do not have. */
export interface SweepPlan {
	readonly version: 1;
	/** ISO 8601. */
	readonly startedAt: string;
	/** Of the machine. */
	readonly timeZone?: string;
	/** The one command that repeats it. */
	readonly command: string;
	/** The mark of its logs. */
	readonly interleaved: string;
	readonly suites: readonly string[];
	/** Samples of a cell that answers all of them. */
	readonly planned: number;
	readonly margins?: Margins;
	readonly limits: SweepLimits;
	readonly budgetMs?: number;
	/** Spent in all its processes. */
	readonly usedMs: number;
	/** `settled`: nothing was left to tell. Absent: it runs, or was killed. */
	readonly outcome?: 'complete' | 'settled' | 'budget' | 'interrupted';
	readonly cells: readonly PlannedCell[];
}

/** Settings of an engine that cells can differ in, in the order of tables. */
export const SETUP = ['threads', 'kvCacheType', 'contextSize', 'flashAttention'] as const;

export interface CellSetup {
	readonly threads?: number;
	readonly kvCacheType?: string;
	readonly contextSize?: number;
	readonly flashAttention?: boolean;
}

/** A cell of a sweep as it was asked for. */
export interface PlannedCell extends CellSetup {
	readonly name: string;
	/** Folder of its run, in that of the sweep. */
	readonly folder: string;
	/** Hash of its target: equal for the same cell. */
	readonly key: string;
	readonly runner: string;
	readonly model?: string;
	/** Why its engine cannot do it. */
	readonly refused?: Said;
	/** Why it ended early, with the samples that it has. */
	readonly drop?: Drop;
	/** Sample keys that it was asked outside of a block. */
	readonly apart: readonly string[];
}
