import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a recorded moment of a generation; in the fast pace no moment is waited for. */
export type Pace = (atMs: number, signal: AbortSignal) => Promise<void>;

/** A pace for one generation, begun now. */
export function paceOf(realTime: boolean): Pace {
	if (!realTime) return async () => {};
	const started = performance.now();
	return async (atMs, signal) => {
		const left = atMs - (performance.now() - started);
		if (left > 0) await delay(left, undefined, { signal }).catch(() => {});
	};
}
