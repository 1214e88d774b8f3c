import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from './errors.ts';
import { message } from './message.ts';
import { readRegularFile, systemCode } from './read-file.ts';

/** A lock file of this process. */
export interface FileLock {
	/** Whether it still is; another machine may have taken it over while this one slept. */
	isHeld(): boolean;
	/** The owner, this process or another; absent if the file is gone or is no lock. */
	holder(): LockHolder | undefined;
	release(): void;
}

/** The owner as a person may look for it: `process 4711`, with its machine if that is another. */
type LockHolder = string;

/**
 * Takes a lock file, or returns its owner. Takes over the lock of a killed process: at once on its own machine,
 * elsewhere after half a minute without renewal. Throws the system's error if the file cannot be made, and {@link
 * EnvironmentError} if a link, a pipe or a folder has its name.
 */
export function takeFileLock(path: string): FileLock | LockHolder {
	const own = [process.pid, hostname(), randomBytes(8).toString('hex'), startOf(process.pid)].join(' ');
	for (let tries = 0; !made(path, own); tries += 1) {
		requireFile(path);
		const other = read(path);
		// A lock that changes owners at each look, or that another user hides, is in use.
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
 * Runs the work while this process has the lock; waits for other owners. Rejects with the signal's reason if aborted
 * while waiting.
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

/** Process, machine, token, and start time if known. */
const HOLDER = /^\d+ \S+ [\da-f]{16} \d*$/u;

const LOOK_AGAIN_MS = 100;
const RENEW_MS = 5000;
/** Far more than a lock contains. */
const MAX_BYTES = 65_536;
export const STALE_MS = 30_000;

function made(path: string, own: string): boolean {
	try {
		writeFileSync(path, own, { flag: 'wx' });
		return true;
	} catch (error) {
		if (systemCode(error) === 'EEXIST') return false;
		// On a full disk the file exists but is empty.
		if (read(path) === '') rmSync(path, { force: true });
		throw error;
	}
}

/** Only regular files are locks; a pipe would block. */
function requireFile(path: string): void {
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
	throw new EnvironmentError(message('environment.not-a-lock', { path }));
}

function isLeft(path: string, other: string): boolean {
	const [pid, host, , start = ''] = other.split(' ');
	// The process id may be reused.
	if (host === hostname() && /^\d+$/u.test(pid ?? '')) return !isAlive(Number(pid)) || startOf(Number(pid)) !== start;
	const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
	return Date.now() - since > STALE_MS;
}

/** Start of a process in system ticks; empty if unknown. */
function startOf(pid: number): string {
	return processStat(pid)[19] ?? '';
}

function named(other: string): LockHolder {
	const [pid, host] = other.split(' ');
	if (host === undefined) return 'another process';
	return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

/** Of several processes that see it, one moves it away; a newer lock is put back. */
function moveAway(path: string, other: string): void {
	const gone = `${path}.${randomBytes(4).toString('hex')}`;
	try {
		renameSync(path, gone);
		if (read(gone) !== other) linkSync(gone, path);
	} catch {
		// Another process was faster.
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
		// The owner checks whether it still has it.
	}
}

/** Whether a process runs on this machine. A zombie does not. */
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
 * Fields of a Linux process from its state on: the state first, the start in ticks 20th. Empty if unknown. Source:
 * proc_pid_stat(5), 3 and 22.
 */
export function processStat(pid: number): readonly string[] {
	try {
		const stat = readRegularFile(`/proc/${pid}/stat`, MAX_BYTES).toString('utf8');
		// The name is in parentheses, and may contain some.
		return stat
			.slice(stat.lastIndexOf(')') + 2)
			.trim()
			.split(' ');
	} catch {
		return [];
	}
}
