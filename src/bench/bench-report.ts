import type { CoreTiming } from '../../lab/benches/core-bench.ts';
import type { IntervalCoverage } from '../../lab/benches/interval-coverage.ts';
import type { MemoryGrowth } from '../../lab/benches/memory-growth.ts';
import type { HostIdentity, LogHeader } from '../log/record.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import type { SideBySide } from './side-by-side.ts';
import type { SpeedRow } from './speed-row.ts';

/** Everything `gemmark bench` measured in one go; a section that was not asked for is absent. */
export interface BenchReport {
	readonly gemmark: string;
	/** ISO 8601. */
	readonly startedAt: string;
	readonly host: HostIdentity;
	readonly git?: NonNullable<LogHeader['git']>;
	/** Processes that wanted to run, averaged over the minute before; absent where the system does not tell. */
	readonly loadBefore?: number;
	readonly core?: readonly CoreTiming[];
	readonly startup?: readonly StartupTiming[];
	readonly overhead?: OverheadResult;
	readonly engine?: EngineSpeed;
	readonly sharing?: readonly SharingResult[];
	readonly install?: readonly InstallSize[];
	readonly scale?: ScaleResult;
	readonly memory?: MemoryResult;
	readonly statistics?: readonly IntervalCoverage[];
}

/** Start-up of a command beside that of Node itself, milliseconds. */
export interface StartupTiming {
	readonly command: string;
	/** First is bare Node, the same turns for all commands. */
	readonly times: SideBySide;
	readonly budgetMs: number;
}

/** A bare loop over the engine's binding beside gemmark on the same binding. */
export interface OverheadResult {
	readonly model: string;
	readonly threads: number;
	/** Tokens of each turn. */
	readonly outputTokens: number;
	/** Decode tokens per second; first is the bare loop. */
	readonly decode: SideBySide;
	/** Milliseconds of the whole request, prompt and messages between processes included; first is the bare loop. */
	readonly request: SideBySide;
	/** Turns in which both said the same tokens. */
	readonly identical: number;
	/** Lowest ratio of decode speeds that is good enough. */
	readonly target: number;
}

/** Fixed-length runs, and the same by llama-bench where it is at hand. */
export interface EngineSpeed {
	readonly rows: readonly SpeedRow[];
	readonly llamaBench?: readonly LlamaBenchRow[];
	/** Why there is no llama-bench to compare with. */
	readonly withoutLlamaBench?: string;
}

/** A quality run with the prefix shared between samples, and with every prompt evaluated from its first token. */
export interface SharingResult {
	readonly model: string;
	readonly samples: number;
	/** Samples whose outputs are the same token by token. */
	readonly identical: number;
	readonly sharedMs: number;
	readonly anewMs: number;
	/** How often as fast. */
	readonly factor: number;
	/** Lowest factor that is good enough, where one is set. */
	readonly target?: number;
	/** 95 % interval of an epoch's factor; absent where the epochs are too few for one. */
	readonly interval?: readonly [number, number];
	/** What of both was prefill, which is all that sharing saves. */
	readonly prefillMs?: { readonly shared: number; readonly anew: number };
	/** Prompt tokens of an average generation, and how many of them lay in the cache when shared. */
	readonly promptTokens?: number;
	readonly cachedPromptTokens?: number;
}

/** Bytes on disk of a part of what npm installed. */
export interface InstallSize {
	readonly part: string;
	readonly packages: number;
	readonly bytes: number;
	/** What it may have, where that is limited. */
	readonly mostBytes?: number;
}

/** What a long log costs. */
export interface ScaleResult {
	readonly samples: number;
	readonly logBytes: number;
	readonly readMs: number;
	/** Reading, scoring again, writing the log. */
	readonly rescoreMs: number;
	/** The whole command, its reports included; the fastest of a few runs. */
	readonly commandMs: number;
	readonly htmlMs: number;
	readonly htmlBytes: number;
	/** What it may cost: milliseconds of the command, bytes of the report for each sample. */
	readonly allowed: { readonly commandMs: number; readonly htmlBytes: number };
}

/** Resident memory of a run's own process, bytes. */
export interface MemoryResult extends MemoryGrowth {
	readonly samples: number;
	/** Share by which the second may be more. */
	readonly mostGrowth: number;
}
