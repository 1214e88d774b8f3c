import type { Work } from '../eval/decision/judged.ts';
import type { LogHeader, LogWorker } from '../log/record.ts';

/** What a run leaves to workers. */
export interface QueuedWork extends Work {
	/** Address of the Redis. */
	readonly queue: string;
	/** Header of the log: tells workers what they must have and do. */
	readonly header: LogHeader;
	readonly signal: AbortSignal;
	/** How long a Redis that went away is waited for. */
	readonly patienceMs?: number | undefined;
	/** Told of samples that a Redis has lost, which are asked for again. */
	readonly onWarning?: ((line: string) => void) | undefined;
	/** Told of a worker before its first sample. */
	readonly onWorker: (worker: LogWorker) => void;
}
