import type { HostIdentity, LogHeader } from '../log/record.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import type { SideBySide, SpeedRow } from './speed-row.ts';

/** Everything `gemmark bench` measured at once. A section that was not requested is absent. */
export interface BenchReport {
	readonly gemmark: string;
	/** ISO 8601. */
	readonly startedAt: string;
	readonly host: HostIdentity;
	readonly git?: NonNullable<LogHeader['git']>;
	/** Load average of the minute before. Absent on Windows. */
	readonly loadBefore?: number;
	readonly startup?: readonly StartupTiming[];
	readonly overhead?: OverheadResult;
	readonly engine?: EngineSpeed;
}

/** Start-up of a command next to that of Node itself, milliseconds. */
export interface StartupTiming {
	readonly command: string;
	/** First is bare Node, the same turns for all commands. */
	readonly times: SideBySide;
	readonly budgetMs: number;
}

/** A bare loop over the engine's binding next to gemmark on the same binding. */
export interface OverheadResult {
	readonly model: string;
	readonly threads: number;
	/** Tokens of each turn. */
	readonly outputTokens: number;
	/** Decode tokens per second; first is the bare loop. */
	readonly decode: SideBySide;
	/** Milliseconds of the whole request, prompt and messages between processes included; first is the bare loop. */
	readonly request: SideBySide;
	/** Turns in which both gave the same tokens. */
	readonly identical: number;
	/** Lowest acceptable ratio of decode speeds. */
	readonly target: number;
}

/** Runs of a fixed length, and the same tests by llama-bench if it is installed. */
export interface EngineSpeed {
	readonly rows: readonly SpeedRow[];
	readonly llamaBench?: readonly LlamaBenchRow[];
	/** Why llama-bench's figures are missing. */
	readonly withoutLlamaBench?: string;
}
