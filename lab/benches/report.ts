import type { LoadResult } from './bench-load.ts';
import type { OverheadResult, StartupTiming } from './bench-overhead.ts';
import type { RescoreResult } from './bench-rescore.ts';
import type { RunsRow } from './bench-runs.ts';
import type { ThreadsResult } from './bench-threads.ts';
import type { CoreTiming } from './core-bench.ts';
import type { ErrorRate } from './error-rates.ts';
import type { IntervalCoverage } from './interval-coverage.ts';
import type { MemoryGrowth } from './memory-growth.ts';
import type { PromptTokens } from './prompt-tokens.ts';

/** Everything the lab's benches measured at once. A section that was not requested is absent. */
export interface LabReport {
	readonly core?: readonly CoreTiming[];
	readonly startup?: readonly StartupTiming[];
	readonly overhead?: OverheadResult;
	readonly runs?: readonly RunsRow[];
	readonly sharing?: SharingResults;
	readonly load?: LoadResult;
	readonly threads?: ThreadsResult;
	readonly install?: readonly InstallSize[];
	readonly scale?: ScaleResult;
	readonly view?: ViewResult;
	readonly memory?: MemoryResult;
	/** Coverage of intervals, and error rates of answers. */
	readonly statistics?: { readonly coverage: readonly IntervalCoverage[]; readonly errors: readonly ErrorRate[] };
}

export interface SharingResults {
	readonly compared: readonly SharingResult[];
	readonly evaluated: readonly EvaluatedTokens[];
}

/** A run's prompt tokens. */
export interface EvaluatedTokens extends PromptTokens {
	readonly name: string;
	readonly samples: number;
	/** Of the whole run, after loading. */
	readonly ms: number;
	/** Evaluated tokens by the minimum, at most; absent without a limit. */
	readonly most?: number;
}

/** A quality run with each prompt evaluated once, and with every prompt evaluated from its first token. */
export interface SharingResult {
	readonly model: string;
	readonly samples: number;
	/** Samples whose outputs are the same token by token. */
	readonly identical: number;
	readonly sharedMs: number;
	readonly anewMs: number;
	/** How often as fast. */
	readonly factor: number;
	/** Lowest acceptable factor, where one is set. */
	readonly target?: number;
	/** 95 % interval of a prompt's factor; absent where the prompts are too few for one. */
	readonly interval?: readonly [number, number];
	/** The prefill of both, which is all that sharing saves. */
	readonly prefillMs?: { readonly shared: number; readonly anew: number };
	/** Prompt tokens of an average generation, and how many of them were in the cache when shared. */
	readonly promptTokens?: number;
	readonly cachedPromptTokens?: number;
}

/** Bytes on disk of a part of what npm installed. */
export interface InstallSize {
	readonly part: string;
	readonly packages: number;
	readonly bytes: number;
	/** The limit, where there is one. */
	readonly mostBytes?: number;
}

/** What a long log costs. */
export interface ScaleResult {
	readonly samples: number;
	readonly logBytes: number;
	readonly readMs: number;
	/** Reading, scoring again, writing the log. */
	readonly rescoreMs: number;
	/** The whole command. */
	readonly rescored: readonly RescoreResult[];
	readonly htmlMs: number;
	readonly htmlBytes: number;
	/** The limit: bytes of the report for each sample. */
	readonly allowed: { readonly htmlBytes: number };
}

/** What the list of many runs costs. */
export interface ViewResult {
	readonly runs: number;
	/** The first page without an index, which the folder gets meanwhile. */
	readonly firstMs: number;
	/** Reading the other logs into the index. */
	readonly readMs: number;
	/** Median of a page by the query of its address. */
	readonly pages: readonly (readonly [query: string, ms: number])[];
	/** The limit of a page. */
	readonly mostMs: number;
}

/** Resident memory of a run's process, bytes. */
export interface MemoryResult extends MemoryGrowth {
	readonly samples: number;
	/** Allowed growth, as a share. */
	readonly mostGrowth: number;
}

/** The options of the lab's benches. */
export interface LabBenchRequest {
	/** Another checkout to measure beside this one. */
	readonly checkout?: string;
	readonly runnerOptions: { readonly threads?: number };
	/** Repeats of each prompt in `sharing`. */
	readonly epochs: number;
	/** Also a random model of a real Gemma's size in `sharing`: ~300 MB of disk, and minutes. */
	readonly large: boolean;
}
