import { readFileSync } from 'node:fs';

/** Highest resident set of a process, where the system tells it of another process (Linux); absent elsewhere. */
export function peakResidentBytes(pid: number): number | undefined {
	try {
		const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}
