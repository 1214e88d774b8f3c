import { setTimeout as delay } from 'node:timers/promises';

/** What it comes to, or LATE: a timer keeps the process alive, which a promise that nobody settles does not. */
export async function within<T>(
	answer: Promise<T> | undefined,
	ms: number,
): Promise<Awaited<T> | undefined | typeof LATE> {
	const over = new AbortController();
	try {
		return await Promise.race([answer, delay(ms, LATE, { signal: over.signal })]);
	} finally {
		over.abort();
	}
}

export const LATE: unique symbol = Symbol('late');
