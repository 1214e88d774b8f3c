import { readRegularFile } from './read-regular.ts';

/**
 * What Linux tells of a process, from its state on: the state is the first, its start in the system's ticks the 20th. Empty
 * where the system does not tell. Source: proc_pid_stat(5), 3 and 22.
 */
export function processStat(pid: number): readonly string[] {
	try {
		const stat = readRegularFile(`/proc/${pid}/stat`, MAX_BYTES).toString('utf8');
		// The name stands in parentheses and may hold any.
		return stat
			.slice(stat.lastIndexOf(')') + 2)
			.trim()
			.split(' ');
	} catch {
		return [];
	}
}

/** Far more than such a line has. */
const MAX_BYTES = 65_536;
