import type { RunnerChoice } from '../runner-flags.ts';

export const SUITE_NAMES = ['prefix', 'frame', 'tools'] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** `gemmark run` as asked for on the command line, checked. Defaults are filled in by commander. */
export interface RunRequest extends RunnerChoice {
	readonly suite: readonly SuiteName[];
	/** Absent: the bundled miniature. */
	readonly model?: readonly string[];
	readonly out?: string;
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number;
	readonly topP?: number;
	readonly policy: 'push' | 'discard';
	readonly reading: 'strict' | 'lenient';
	readonly dialect?: string;
	readonly reflection: boolean;
	readonly maxTokens: number;
	/** Seconds for one generation. */
	readonly deadline: number;
	readonly limit?: number;
	readonly filter?: string;
	readonly shard?: { readonly index: number; readonly count: number };
	/** End a suite as soon as nothing could change what it decides. */
	readonly earlyStop: boolean;
	readonly resume: boolean;
	/** Repeats at temperature 0 are pointless, unless they check that the engine is deterministic. */
	readonly determinism: boolean;
	readonly gate?: string;
	/** Run that the gate compares with. */
	readonly baseline?: string;
	/** Fields in which compared models may differ beyond what comparing them means. */
	readonly allow?: readonly string[];
	/** Ask the compared models again, token by token. */
	readonly divergence?: boolean;
	/** Address of a Redis, when workers on other devices do the work. */
	readonly queue?: string;
	/** File that takes the turns of the prefix suite as an app's logger would write them. */
	readonly capture?: string;
	readonly json: boolean;
	readonly lang: 'en' | 'ko';
}
