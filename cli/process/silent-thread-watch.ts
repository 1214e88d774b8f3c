import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

interface Watched {
	/** Counts up while the main thread lives. */
	readonly beats: Int32Array;
	readonly beatMs: number;
	readonly mostBeats: number;
}

const { beats, beatMs, mostBeats } = workerData as Watched;

parentPort?.postMessage('watching');
// Beats are counted, not time: a machine that slept has missed none.
let last = -1;
for (let missed = 0; missed < mostBeats; ) {
	await delay(beatMs);
	const now = Atomics.load(beats, 0);
	missed = now === last ? missed + 1 : 0;
	last = now;
}
const seconds = Math.round((mostBeats * beatMs) / 1000);
// The stream of a thread is written by the main one, which is silent.
writeSync(
	2,
	`gemmark: the code of the config has computed for ${seconds} s without an end, and nothing can interrupt it. Correct it, and go on with --resume.\n`,
);
process.kill(process.pid, 'SIGKILL');
