import type { Redis, RedisOptions } from 'ioredis';
import { EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { keepAddressSecrets } from '../text/secrets.ts';

/** Prefix of the keys of gemmark's queues in a Redis. */
export const QUEUE_PREFIX = 'gemmark';

/** Connects to a Redis. Throws {@link EnvironmentError}, without the password, if it does not answer. */
export async function connectRedis(address: string): Promise<Redis> {
	const shown = shownAddress(address);
	keepAddressSecrets(address);
	const { Redis } = await queuePackage(() => import('ioredis'), 'ioredis');
	const probe = new Redis(address, {
		lazyConnect: true,
		connectTimeout: 5000,
		maxRetriesPerRequest: 0,
		retryStrategy: () => null,
	});
	let failure: Error | undefined;
	probe.on('error', (error) => {
		failure ??= error;
	});
	try {
		await probe.connect();
		await probe.ping();
	} catch (cause) {
		const text = (failure ?? (cause as Error)).message.slice(0, 200);
		throw new EnvironmentError(message('queue.no-redis', { address: shown, text }), { cause });
	} finally {
		probe.disconnect();
	}
	return waitingConnection(Redis, address);
}

/** Waits for a Redis that goes away, until it is disconnected. */
function waitingConnection(Redis: typeof import('ioredis').Redis, address: string): Redis {
	let ended = false;
	const all: Redis[] = [];
	class WholeConnection extends Redis {
		/** BullMQ makes copies; one that still tries would keep the process alive. */
		override duplicate(options?: RedisOptions): Redis {
			const copy = super.duplicate(options);
			copy.on('error', () => {});
			all.push(copy);
			return copy;
		}

		override disconnect(reconnect = false): void {
			if (reconnect) {
				super.disconnect(true);
				return;
			}
			ended = true;
			if (this.status !== 'reconnecting') super.disconnect();
			// Between two attempts ioredis would forget waiting commands: the next attempt is the last and fails them.
			for (const copy of all) if (copy.status !== 'reconnecting') copy.disconnect();
		}
	}
	const redis = new WholeConnection(address, {
		maxRetriesPerRequest: null,
		retryStrategy: (times) => (ended ? null : Math.min(times * 50, 1000)),
	});
	redis.on('error', () => {});
	redis.on('ready', () => ended && redis.disconnect());
	return redis;
}

/** Throws if {@link connectRedis} would. */
export async function requireRedis(address: string): Promise<void> {
	(await connectRedis(address)).disconnect();
}

export async function loadBullMq(): Promise<typeof import('bullmq')> {
	return queuePackage(() => import('bullmq'), 'bullmq');
}

/** The address without user and password. Throws {@link UsageError} for an invalid address. */
export function shownAddress(address: string): string {
	if (!URL.canParse(address) || !/^rediss?:$/u.test(new URL(address).protocol)) {
		throw new UsageError(message('usage.queue-address'));
	}
	const { protocol, host, pathname } = new URL(address);
	return `${protocol}//${host}${pathname}`;
}

async function queuePackage<T>(load: () => Promise<T>, name: string): Promise<T> {
	try {
		return await load();
	} catch (cause) {
		throw new EnvironmentError(message('queue.not-installed', { name }), { cause });
	}
}

/** How long to wait for a Redis that went away; a restart takes seconds. */
export const PATIENCE_MS = 60_000;
/** How long after Ctrl-C to wait for pending commands. */
const LAST_WORDS_MS = 2000;

interface AbsenceOptions {
	readonly redis: Redis;
	/** Without its password. */
	readonly shown: string;
	readonly signal: AbortSignal;
	readonly patienceMs?: number;
	/** Called when the Redis is back, perhaps without its data. */
	readonly onReturn?: () => void;
}

/** Disconnects from a Redis that stays away too long, or is away at Ctrl-C, so that pending commands fail. */
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

	/** Set if the Redis did not come back. */
	get failure(): EnvironmentError | undefined {
		return this.#failure;
	}

	/** Milliseconds since it came back; infinite if it was never away. */
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
			this.#failure = new EnvironmentError(message('queue.redis-gone', { address: shown }));
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

export function queueFailure(error: unknown): GemmarkError {
	if (error instanceof GemmarkError) return error;
	const text = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
	return new EnvironmentError(message('queue.failed', { text }), { cause: error });
}
