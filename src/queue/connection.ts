import type { Redis, RedisOptions } from 'ioredis';
import { EnvironmentError, UsageError } from '../errors/gemmark-error.ts';
import { keepAddressSecrets } from '../text/secret/secret.ts';

/** Prefix of every key that gemmark's queues have in a Redis. */
export const QUEUE_PREFIX = 'gemmark';

/** A Redis that answers. Throws a typed error, with no password in it, when there is none. */
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
	let told: Error | undefined;
	probe.on('error', (error) => {
		told ??= error;
	});
	try {
		await probe.connect();
		await probe.ping();
	} catch (cause) {
		throw new EnvironmentError(`no Redis answers at ${shown} (${(told ?? (cause as Error)).message.slice(0, 200)})`, {
			hint: 'Start one with redis-server, or name another with --queue.',
			cause,
		});
	} finally {
		probe.disconnect();
	}
	return waitingConnection(Redis, address);
}

/** Once it has answered, a Redis that goes away for a while is waited for, until the connection is disconnected. */
function waitingConnection(Redis: typeof import('ioredis').Redis, address: string): Redis {
	let ended = false;
	const all: Redis[] = [];
	class WholeConnection extends Redis {
		/** BullMQ makes copies for itself; one that still tries would keep the process alive. */
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
			// Between two attempts ioredis would forget the commands that wait: the next attempt is the last, and fails them.
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

/** Throws at once where {@link connectRedis} would. */
export async function requireRedis(address: string): Promise<void> {
	(await connectRedis(address)).disconnect();
}

/** BullMQ, which is loaded only for a queue. */
export async function loadBullMq(): Promise<typeof import('bullmq')> {
	return queuePackage(() => import('bullmq'), 'bullmq');
}

/** The address without user and password. Throws {@link UsageError} for what is no address of a Redis. */
export function shownAddress(address: string): string {
	if (!URL.canParse(address) || !/^rediss?:$/u.test(new URL(address).protocol)) {
		throw new UsageError('--queue takes the address of a Redis', { hint: 'It looks like redis://127.0.0.1:6379.' });
	}
	const { protocol, host, pathname } = new URL(address);
	return `${protocol}//${host}${pathname}`;
}

async function queuePackage<T>(load: () => Promise<T>, name: string): Promise<T> {
	try {
		return await load();
	} catch (cause) {
		throw new EnvironmentError(`${name} is not installed, which a queue needs`, {
			hint: 'Add it with npm install bullmq ioredis.',
			cause,
		});
	}
}
