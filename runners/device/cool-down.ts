import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceLog } from './device-log.ts';

const POLL_MS = 500;
/** A phone that lies in the sun never becomes nominal. */
const LONGEST_MS = 600_000;

/** A device tells its status when it likes, mostly every second or two. */
const FIRST_STATUS_MS = 5000;

/** Devices that told none in that time. */
const silent = new WeakSet<DeviceLog>();

/** Waits so many seconds (`30s`), or until the device's thermal status is nominal; of one that tells none only that it does. */
export async function coolDown(
	wanted: string,
	log: DeviceLog,
	{ signal, say }: { readonly signal: AbortSignal | undefined; readonly say: (line: string) => void },
): Promise<void> {
	if (wanted !== 'nominal') return await rest(Number.parseFloat(wanted) * 1000, signal);
	await firstStatus(log, { signal, say });
	const until = performance.now() + LONGEST_MS;
	while (log.latest?.thermal !== undefined && log.latest.thermal !== 'nominal' && signal?.aborted !== true) {
		if (performance.now() > until) {
			return say(`the thermal status is still ${log.latest.thermal} after ${LONGEST_MS / 60_000} minutes: going on`);
		}
		await rest(POLL_MS, signal);
	}
}

async function firstStatus(log: DeviceLog, { signal, say }: Parameters<typeof coolDown>[2]): Promise<void> {
	if (silent.has(log)) return;
	const until = performance.now() + FIRST_STATUS_MS;
	while (log.latest?.thermal === undefined && signal?.aborted !== true && performance.now() < until) {
		await rest(POLL_MS / 5, signal);
	}
	if (log.latest?.thermal !== undefined || signal?.aborted === true) return;
	silent.add(log);
	say('the app tells no thermal status: --cool-down nominal has nothing to wait for');
}

async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
	// An abort ends the rest; what was asked for is told by the sample that is not begun.
	await sleep(ms, undefined, signal && { signal }).catch(() => undefined);
}
