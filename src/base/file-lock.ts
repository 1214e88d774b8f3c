import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from './errors.ts';
import { message } from './message.ts';
import { readRegularFile, systemCode } from './read-file.ts';

/** A lock file that is this process's. */
export interface FileLock {
	/** Whether it still is: another machine may have taken it over while this one slept. */
	isHeld(): boolean;
	/** Who has it, this process or another; absent where the file is gone, or holds nothing that a lock does. */
	holder(): LockHolder | undefined;
	release(): void;
}

/** Who has a lock file, as a person may look for it: `process 4711`, with its machine where that is another. */
type LockHolder = string;

/**
 * Takes a lock file, or tells who has it. What a process that was killed has left is taken over: at once on its own
 * machine, elsewhere once it has not been renewed for half a minute. Throws what the system says of a file that cannot be
 * made, and {@link EnvironmentError} where a link, a pipe or a folder has its name.
 */
export function takeFileLock(path: string): FileLock | LockHolder {
	const own = [process.pid, hostname(), randomBytes(8).toString('hex'), startOf(process.pid)].join(' ');
	for (let tries = 0; !made(path, own); tries += 1) {
		requireFile(path);
		const other = read(path);
		// One that changes hands at each look, or that another user hides, is in use.
		if (tries > 10 || (other !== undefined && !isLeft(path, other))) return named(other ?? '');
		if (other !== undefined) moveAway(path, other);
	}
	const renewing = setInterval(() => renew(path), RENEW_MS);
	renewing.unref();
	const isHeld = (): boolean => read(path) === own;
	return {
		isHeld,
		holder() {
			const there = read(path) ?? '';
			return HOLDER.test(there) ? named(there) : undefined;
		},
		release() {
			clearInterval(renewing);
			if (isHeld()) rmSync(path, { force: true });
		},
	};
}

/**
 * Does the work while no other process does it that names the same lock file; waits for one that does. Rejects with the
 * signal's reason when it is aborted while it waits.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	let lock = takeFileLock(path);
	while (typeof lock === 'string') {
		signal?.throwIfAborted();
		await delay(LOOK_AGAIN_MS, undefined, { ref: true });
		lock = takeFileLock(path);
	}
	try {
		return await work();
	} finally {
		lock.release();
	}
}

/** As {@link takeFileLock} writes it: process, machine, token, and its start where that is known. */
const HOLDER = /^\d+ \S+ [\da-f]{16} \d*$/u;

const LOOK_AGAIN_MS = 100;
const RENEW_MS = 5000;
/** Far more than a lock has. */
const MAX_BYTES = 65_536;
export const STALE_MS = 30_000;

function made(path: string, own: string): boolean {
	try {
		writeFileSync(path, own, { flag: 'wx' });
		return true;
	} catch (error) {
		if (systemCode(error) === 'EEXIST') return false;
		// On a full disk the name is there, with nothing in it.
		if (read(path) === '') rmSync(path, { force: true });
		throw error;
	}
}

/** Nothing else was made by a lock: who made it never takes it away, and a pipe is waited for. */
function requireFile(path: string): void {
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
	throw new EnvironmentError(message('environment.not-a-lock', { path }));
}

function isLeft(path: string, other: string): boolean {
	const [pid, host, , start = ''] = other.split(' ');
	// A number may have become another process's.
	if (host === hostname() && /^\d+$/u.test(pid ?? '')) return !isAlive(Number(pid)) || startOf(Number(pid)) !== start;
	const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
	return Date.now() - since > STALE_MS;
}

/** When a process began, in the system's own ticks; empty where the system does not tell. */
function startOf(pid: number): string {
	return processStat(pid)[19] ?? '';
}

function named(other: string): LockHolder {
	const [pid, host] = other.split(' ');
	if (host === undefined) return 'another process';
	return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

/** Of several that see it, one moves it away; a lock that somebody made meanwhile is put back. */
function moveAway(path: string, other: string): void {
	const gone = `${path}.${randomBytes(4).toString('hex')}`;
	try {
		renameSync(path, gone);
		if (read(gone) !== other) linkSync(gone, path);
	} catch {
		// Another was faster.
	}
	rmSync(gone, { force: true });
}

function read(path: string): string | undefined {
	try {
		return readRegularFile(path, MAX_BYTES).toString('utf8');
	} catch {
		return undefined;
	}
}

function renew(path: string): void {
	try {
		utimesSync(path, new Date(), new Date());
	} catch {
		// Whoever holds it looks whether it does.
	}
}

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
