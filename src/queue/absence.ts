import type { Redis } from 'ioredis';
import { EnvironmentError, GemmarkError } from '../errors/gemmark-error.ts';

/** How long a Redis that went away is waited for: a restart takes seconds. */
export const PATIENCE_MS = 60_000;
/** How long after Ctrl-C what is still under way at the Redis is waited for. */
const LAST_WORDS_MS = 2000;

export interface AbsenceOptions {
	readonly redis: Redis;
	/** Without its password. */
	readonly shown: string;
	readonly signal: AbortSignal;
	readonly patienceMs?: number | undefined;
	/** The Redis is there again, perhaps without all that it held. */
	readonly onReturn?: () => void;
}

/**
 * Watches a connection: a Redis that stays away too long, or that is away when the operator stops, is cut off, so that
 * every command which waits for it fails instead of waiting for ever.
 */
export class Absence {
	readonly #options: AbsenceOptions;
	readonly #listeners: readonly (readonly ['close' | 'ready', () => void])[];
	readonly #onAbort = (): void => this.#endSoon();
	#timer: NodeJS.Timeout | undefined;
	#returnedAt = Number.NEGATIVE_INFINITY;
	#failure: EnvironmentError | undefined;

	constructor(options: AbsenceOptions) {
		this.#options = options;
		this.#listeners = [
			['close', () => this.#left()],
			['ready', () => this.#returned()],
		];
		for (const [event, listener] of this.#listeners) options.redis.on(event, listener);
		options.signal.addEventListener('abort', this.#onAbort, { once: true });
	}

	/** The Redis did not come back. */
	get failure(): EnvironmentError | undefined {
		return this.#failure;
	}

	/** Milliseconds since it came back; endless where it was never away. */
	get backForMs(): number {
		return performance.now() - this.#returnedAt;
	}

	release(): void {
		clearTimeout(this.#timer);
		for (const [event, listener] of this.#listeners) this.#options.redis.off(event, listener);
		this.#options.signal.removeEventListener('abort', this.#onAbort);
	}

	#left(): void {
		const { redis, shown, signal, patienceMs = PATIENCE_MS } = this.#options;
		if (signal.aborted) redis.disconnect();
		this.#timer ??= setTimeout(() => {
			this.#failure = new EnvironmentError(`the Redis at ${shown} went away, and did not come back`, {
				hint: 'Go on with --resume when it is well.',
			});
			redis.disconnect();
		}, patienceMs);
	}

	#returned(): void {
		const wasAway = this.#timer !== undefined;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (!wasAway) return;
		this.#returnedAt = performance.now();
		this.#options.onReturn?.();
	}

	#endSoon(): void {
		const { redis } = this.#options;
		if (redis.status !== 'ready') redis.disconnect();
		else setTimeout(() => redis.status !== 'ready' && redis.disconnect(), LAST_WORDS_MS).unref();
	}
}

/** What went wrong at the queue, as an operator reads it. */
export function queueFailure(error: unknown): GemmarkError {
	if (error instanceof GemmarkError) return error;
	return new EnvironmentError(`the queue failed: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown'}`, {
		hint: 'Go on with --resume when the Redis is well.',
		cause: error,
	});
}
