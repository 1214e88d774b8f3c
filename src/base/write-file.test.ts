import { spawnSync } from 'node:child_process';
import {
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullDisk } from '../testing/doubles/full-disk.ts';
import { readRegularFile } from './read-file.ts';
import { writeWhole } from './write-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-files-'));
	file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeWhole', () => {
	it.each([0, 1, 5, 9])('leaves what was there, and nothing else, on a disk with room for %i of 10 bytes', (room) => {
		writeFileSync(file, 'before');
		expect(() => writeWhole(file, ['01234', '56789'], { disk: fullDisk(room) })).toThrow('no space left');
		expect(readFileSync(file, 'utf8')).toBe('before');
		expect(readdirSync(folder)).toEqual(['file']);
	});

	it('writes all of it where the system takes three bytes at a time', () => {
		writeWhole(file, ['한글 ', Buffer.from('bytes')], { disk: fullDisk(100, 3) });
		expect(readFileSync(file, 'utf8')).toBe('한글 bytes');
	});

	it('gives up where the system takes nothing and says nothing', () => {
		expect(() => writeWhole(file, ['a'], { disk: { writeSync: () => 0, fsyncSync: () => {} } })).toThrow(
			'nothing more',
		);
		expect(readdirSync(folder)).toEqual([]);
	});

	it('keeps what was there where the bytes do not reach the disk', () => {
		writeFileSync(file, 'before');
		const lying = { writeSync: (_: number, bytes: Uint8Array) => bytes.length, fsyncSync: () => {} };
		expect(() => writeWhole(file, ['0123456789'], { disk: lying })).toThrow('0 of 10 bytes are there');
		expect(readFileSync(file, 'utf8')).toBe('before');
	});

	it('removes temporary files of killed processes of this machine, and no others', async () => {
		const killed = `
			import { writeWhole } from ${JSON.stringify(join(import.meta.dirname, 'write-file.ts'))};
			writeWhole(${JSON.stringify(file)}, (function* () { yield 'half'; process.kill(process.pid, 'SIGKILL'); })());
		`;
		const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', killed]);
		const [left = ''] = readdirSync(folder);
		expect([signal, left]).toEqual(['SIGKILL', expect.stringMatching(/^\.gemmark-[\da-f]{8}-\d+-[\da-f]{8}\.tmp$/u)]);
		const elsewhere = left.replace(/-[\da-f]{8}-/u, '-00000000-');
		const running = left.replace(/-\d+-(?=[\da-f]{8}\.)/u, `-${process.pid}-`);
		for (const name of [elsewhere, running, '.gemmark-mine.tmp']) writeFileSync(join(folder, name), '');
		utimesSync(join(folder, '.gemmark-mine.tmp'), 0, 0);
		writeWhole(file, ['whole']);
		expect(readdirSync(folder).toSorted()).toEqual([elsewhere, running, '.gemmark-mine.tmp', 'file'].toSorted());
	});

	it('takes the place of a link, and leaves alone what that leads to', () => {
		writeFileSync(file, 'before');
		symlinkSync(file, join(folder, 'link'));
		writeWhole(join(folder, 'link'), ['after']);
		expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(false);
		expect(readFileSync(file, 'utf8')).toBe('before');
	});

	it('follows a link that the user named, and keeps the mode', () => {
		writeFileSync(file, 'before', { mode: 0o600 });
		symlinkSync(file, join(folder, 'link'));
		writeWhole(join(folder, 'link'), ['after'], { links: 'follow' });
		expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
		expect(readFileSync(file, 'utf8')).toBe('after');
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it.runIf(process.platform !== 'win32')('refuses a pipe and a device, which the reader refuses too', () => {
		spawnSync('mkfifo', [file]);
		for (const path of [file, '/dev/null']) {
			expect(() => writeWhole(path, ['gone'])).toThrow('not a file');
			expect(() => readRegularFile(path)).toThrow('not a file');
		}
		expect(() => writeWhole(file, ['gone'], { links: 'follow' })).toThrow('not a file');
	});

	it.runIf(process.platform !== 'win32')(
		'writes to a device and to the output of the program where the user names them',
		() => {
			writeWhole('/dev/null', ['gone'], { links: 'follow' });
			const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
			for (const path of ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) writeWhole(path, [path], { links: 'follow' });
			expect(write.mock.calls).toEqual([['/dev/stdout'], ['/dev/fd/1'], ['/proc/self/fd/1']]);
			write.mockRestore();
		},
	);
});

describe('a real disk that is full', () => {
	it('keeps what was there', (context) => {
		if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) {
			context.skip('a small file system can be mounted by root alone');
		}
		try {
			const before = 'x'.repeat(40_000);
			writeWhole(file, [before]);
			expect(() => writeWhole(file, ['y'.repeat(20_000), 'y'.repeat(30_000)])).toThrow('ENOSPC');
			expect(readFileSync(file, 'utf8')).toBe(before);
			expect(readdirSync(folder)).toEqual(['file']);
		} finally {
			spawnSync('umount', [folder]);
		}
	});
});
