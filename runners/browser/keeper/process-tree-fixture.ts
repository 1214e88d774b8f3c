import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine. */
export interface RunningProcess {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
}

/** The processes below `root` whose command line contains `text`. Linux only. */
export function descendants(root: number, text = ''): readonly RunningProcess[] {
	const all = runningProcesses();
	const below = new Set([root]);
	// Parents come before their children only mostly, so the list is gone through until nothing is added.
	for (let size = 0; size !== below.size; ) {
		size = below.size;
		for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
	}
	below.delete(root);
	return all.filter(({ pid, command }) => below.has(pid) && command.includes(text));
}

/** Every visible process except zombies. */
export function runningProcesses(): readonly RunningProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => processOf(Number(name)) ?? []);
}

function processOf(pid: number): RunningProcess | undefined {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		if (/^State:\s+Z/m.test(status)) return undefined;
		const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
		return { pid, parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), command };
	} catch {
		return undefined;
	}
}
