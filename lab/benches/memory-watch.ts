import { readFileSync } from 'node:fs';
import type { MemoryPoint } from './memory-growth.ts';

/** A process whose resident set is read four times a second. */
export interface MemoryWatch {
	readonly points: readonly MemoryPoint[];
	stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
	const points: MemoryPoint[] = [];
	const started = performance.now();
	const timer = setInterval(() => {
		const bytes = residentBytes(pid);
		if (bytes !== undefined) points.push({ seconds: (performance.now() - started) / 1000, bytes });
	}, EVERY_MS);
	return { points, stop: () => clearInterval(timer) };
}

const EVERY_MS = 250;

/** Resident set that a process has now; undefined once it is gone, and where the system does not tell (only Linux does). */
function residentBytes(pid: number): number | undefined {
	try {
		const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
	} catch {
		return undefined;
	}
}
