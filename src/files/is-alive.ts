import { processStat } from './process-stat.ts';

/** Whether a process of this machine runs, whosever it is. One that ended and that nobody has reaped does not. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
	}
	const [state = ''] = processStat(pid);
	// Zombie, and dead: a container without an init never reaps its orphans.
	return !/^[ZXx]$/u.test(state);
}
