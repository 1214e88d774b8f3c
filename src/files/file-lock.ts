import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './write-whole.ts';

/**
 * Does the work while no other process does it that names the same lock file; waits for one that does. What a process
 * that was killed has left is taken over: at once on its own machine, elsewhere once it has not been renewed. Rejects with
 * the signal's reason when it is aborted while it waits.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	const own = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`;
	while (!(await taken(path, own))) {
		signal?.throwIfAborted();
		await delay(LOOK_AGAIN_MS, undefined, { ref: true });
	}
	const renewing = setInterval(() => void renew(path), RENEW_MS);
	renewing.unref();
	try {
		return await work();
	} finally {
		clearInterval(renewing);
		if ((await holder(path)) === own) rmSync(path, { force: true });
	}
}

const LOOK_AGAIN_MS = 100;
const RENEW_MS = 5000;
const STALE_MS = 30_000;

async function taken(path: string, own: string): Promise<boolean> {
	try {
		await writeFile(path, own, { flag: 'wx' });
		return true;
	} catch (error) {
		if (systemCode(error) !== 'EEXIST') throw error;
	}
	const other = await holder(path);
	if (other === undefined || !(await isLeft(path, other))) return false;
	// Of several that see it, one moves it away; whoever comes next finds the lock of that one.
	if ((await holder(path)) === other) moveAway(path);
	return false;
}

async function isLeft(path: string, other: string): Promise<boolean> {
	const [pid, host] = other.split(' ');
	if (host === hostname() && /^\d+$/u.test(pid ?? '')) return !isAlive(Number(pid));
	const age = await stat(path)
		.then(({ mtimeMs }) => Date.now() - mtimeMs)
		.catch(() => 0);
	return age > STALE_MS;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return systemCode(error) === 'EPERM';
	}
}

function moveAway(path: string): void {
	const gone = `${path}.${randomBytes(4).toString('hex')}`;
	try {
		renameSync(path, gone);
		rmSync(gone, { force: true });
	} catch {
		// Another was faster.
	}
}

async function holder(path: string): Promise<string | undefined> {
	return readFile(path, 'utf8').catch(() => undefined);
}

async function renew(path: string): Promise<void> {
	const now = new Date();
	await utimes(path, now, now).catch(() => undefined);
}
