import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EnvironmentError } from './errors.ts';
import { type FileLock, processStat, takeFileLock, withFileLock } from './file-lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-lock-'));
	path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

function taken(): FileLock {
	const lock = takeFileLock(path);
	if (typeof lock === 'string') throw new Error(lock);
	return lock;
}

describe('a file lock', () => {
	it('names its owner, and disappears on release', () => {
		const lock = taken();
		expect(takeFileLock(path)).toBe(`process ${process.pid}`);
		expect(lock.isHeld()).toBe(true);
		lock.release();
		expect(readdirSync(folder)).toEqual([]);
	});

	it.each([
		['a process that is gone', `4194305 ${hostname()} token 1`],
		['a process whose number is now another’s', `${process.pid} ${hostname()} token 1`],
	])('of %s is taken over at once', (_, left) => {
		writeFileSync(path, left);
		taken().release();
		expect(readdirSync(folder)).toEqual([]);
	});

	it.runIf(process.platform === 'linux')('of a zombie process is taken over at once', async () => {
		// What execs in the shell's place does not know of the shell's child, and never asks how it ended.
		const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
		try {
			const [pid] = (await once(parent.stdout, 'data')).map((data) => Number(String(data)));
			if (pid === undefined) throw new Error('the shell gave no process id');
			writeFileSync(path, `${pid} ${hostname()} token ${processStat(pid)[19]}`);
			expect(takeFileLock(path)).toBe(`process ${pid}`);
			await vi.waitFor(() => expect(processStat(pid)[0]).toBe('Z'), { timeout: 30_000 });
			taken().release();
		} finally {
			parent.kill('SIGKILL');
		}
	});

	it('of another machine is taken over after half a minute without renewal', () => {
		writeFileSync(path, '1 elsewhere token 1');
		expect(takeFileLock(path)).toBe('process 1 on elsewhere');
		const old = new Date(Date.now() - 31_000);
		utimesSync(path, old, old);
		taken().release();
	});

	it.each<[string, () => void]>([
		['a pipe', () => void execFileSync('mkfifo', [path])],
		['a link to nowhere', () => symlinkSync('nowhere', path)],
		['a link to a lock', () => symlinkSync('other', path)],
		['a folder', () => mkdirSync(path)],
	])('rejects %s in its place', (_, make) => {
		writeFileSync(join(folder, 'other'), `4194305 ${hostname()} token 1`);
		make();
		expect(() => takeFileLock(path)).toThrow(EnvironmentError);
		expect(readdirSync(folder)).toEqual(['lock', 'other']);
	});

	it('that was taken over is not removed by its former owner', () => {
		const lock = taken();
		writeFileSync(path, '1 elsewhere token 1');
		expect(lock.isHeld()).toBe(false);
		lock.release();
		expect(readFileSync(path, 'utf8')).toBe('1 elsewhere token 1');
	});

	it('is waited for until the signal aborts', async () => {
		taken();
		await expect(withFileLock(path, async () => 1, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
	});
});
