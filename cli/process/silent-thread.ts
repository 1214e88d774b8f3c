import { once } from 'node:events';
import { url as debugged } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Longest that the main thread may give no sign, milliseconds: behind every limit that ends an operator's code gently. */
export const MOST_SILENT_MS = 60_000;
const BEAT_MS = 1000;

/**
 * Does work during which an operator's code runs in this thread. Where it computes without end behind an await, nothing
 * here runs any more, Ctrl-C neither: another thread then says so and kills the process. What is logged is on the disk.
 */
export async function whileWatched<T>(
	work: () => Promise<T>,
	mostSilentMs: number = MOST_SILENT_MS,
	beatMs: number = BEAT_MS,
): Promise<T> {
	// A breakpoint is silent too.
	if (debugged() !== undefined) return work();
	const beats = new Int32Array(new SharedArrayBuffer(4));
	// From source it is a .ts file, from the package a .js file.
	const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
	const watch = new Worker(new URL(`silent-thread-watch${ending}`, import.meta.url), {
		execArgv: [],
		workerData: { beats, beatMs, mostBeats: Math.ceil(mostSilentMs / beatMs) },
	});
	// A thread begins with the help of this one. Who cannot watch must not end what works.
	await once(watch, 'message').catch(() => undefined);
	watch.on('error', () => undefined);
	watch.unref();
	const beating = setInterval(() => Atomics.add(beats, 0, 1), beatMs);
	beating.unref();
	try {
		return await work();
	} finally {
		clearInterval(beating);
		await watch.terminate();
	}
}
