import type { LlamaCppOptions } from '../../runners/llama-cpp/options.ts';

export const BENCH_SECTIONS = [
	'core',
	'startup',
	'overhead',
	'engine',
	'sharing',
	'install',
	'scale',
	'memory',
	'statistics',
] as const;
export type BenchSection = (typeof BENCH_SECTIONS)[number];

/** What runs when nothing is named: under 90 seconds on the miniature. */
export const DEFAULT_SECTIONS: readonly BenchSection[] = ['core', 'startup', 'overhead', 'engine'];

/** `gemmark bench` as asked for on the command line, checked. Lists follow llama-bench: every combination is a test. */
export interface BenchRequest {
	/** Absent: the bundled miniature. */
	readonly model?: string;
	readonly nPrompt: readonly number[];
	readonly nGen: readonly number[];
	readonly nDepth: readonly number[];
	readonly repetitions: number;
	/** Do the work once before it counts, as llama-bench does. */
	readonly warmup: boolean;
	readonly runnerOptions: Pick<LlamaCppOptions, 'threads' | 'flashAttention'>;
	/** Repeats of each prompt in `sharing`. */
	readonly epochs: number;
	/** Also a random model of a real Gemma's size in `sharing`: ~300 MB of disk, and minutes. */
	readonly large: boolean;
	readonly format: 'md' | 'json' | 'jsonl' | 'csv';
	readonly out?: string;
}
