import type { ChildProcess } from 'node:child_process';

/** Windows has none: there a program ends alone. */
export const HAS_GROUPS: boolean = process.platform !== 'win32';

/** Process groups that end with gemmark, however it ends. */
const open = new Set<ChildProcess>();

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** From now on the child, which leads a process group, does not outlive gemmark; a kill -9 of gemmark closes its input. */
export function endWithUs(child: ChildProcess): void {
	if (open.size === 0) {
		process.on('exit', killAll);
		for (const signal of SIGNALS) process.on(signal, endBySignal);
	}
	open.add(child);
	child.once('close', () => forget(child));
	child.once('error', () => forget(child));
}

/** Kills a child with all that it has started, such as the server behind an `npx`. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	if (!HAS_GROUPS) {
		child.kill(signal);
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The whole group has ended.
	}
}

function forget(child: ChildProcess): void {
	if (!open.delete(child) || open.size > 0) return;
	process.off('exit', killAll);
	for (const signal of SIGNALS) process.off(signal, endBySignal);
}

function killAll(): void {
	for (const child of open) killGroup(child, 'SIGKILL');
}

/** Where a run is under way it stops by itself, and ends its servers; elsewhere the signal ends gemmark as it always does. */
function endBySignal(signal: NodeJS.Signals): void {
	if (process.listenerCount(signal) > 1) return;
	killAll();
	process.off(signal, endBySignal);
	process.kill(process.pid, signal);
}
