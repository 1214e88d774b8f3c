import { createHash, randomBytes } from 'node:crypto';
import {
	appendFileSync,
	closeSync,
	existsSync,
	fstatSync,
	fsyncSync,
	lstatSync,
	openSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive } from './file-lock.ts';
import { systemCode } from './read-file.ts';

/** File system calls of a write; a double can simulate a full disk. */
export interface Disk {
	readonly writeSync: (file: number, bytes: Uint8Array, offset: number) => number;
	readonly fsyncSync: (file: number) => void;
}

const DISK: Disk = { writeSync, fsyncSync };

interface WriteOptions {
	/**
	 * `replace` (default): a link in a run folder must not lead out of it. `follow`: the user named the path, which may also be
	 * this program's output or a device, such as `/dev/stdout` or `/dev/null`.
	 */
	readonly links?: 'replace' | 'follow';
	readonly disk?: Disk;
}

/**
 * Writes a file atomically: beside it, complete and synced, then renamed. Throws the system's error, or `not a file`
 * for a pipe, a device or a folder, and leaves the old file unchanged. Removes temporary files of killed processes.
 */
export function writeWhole(
	path: string,
	content: Iterable<string | Uint8Array>,
	{ links = 'replace', disk = DISK }: WriteOptions = {},
): void {
	if (links === 'follow' && writeStream(path, content)) return;
	const target = links === 'follow' && existsSync(path) ? realpathSync(path) : path;
	const there = lstatSync(target, { throwIfNoEntry: false });
	if (there !== undefined && !there.isFile() && !there.isSymbolicLink()) {
		throw Object.assign(new Error('not a file'), { code: there.isDirectory() ? 'EISDIR' : 'not a file' });
	}
	removeUnfinished(dirname(target));
	const next = unfinishedName(dirname(target));
	const file = openSync(next, 'wx', there?.isFile() === true ? there.mode : 0o666);
	try {
		writeInto(file, content, disk);
		renameSync(next, target);
	} catch (error) {
		rmSync(next, { force: true });
		throw error;
	}
	syncFolder(dirname(target));
}

/** Whether something has the path, also a link that leads nowhere, whose target a write would create. */
export function isThere(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// A file stands in place of a folder.
		return false;
	}
}

/** Whether the path is no file but takes what is written to it. */
function writeStream(path: string, content: Iterable<string | Uint8Array>): boolean {
	const descriptor = /^\/(?:dev|proc\/self)\/(?:fd\/)?(stdout|stderr|[12])$/u.exec(path)?.[1];
	if (descriptor !== undefined) {
		const stream = descriptor === 'stderr' || descriptor === '2' ? process.stderr : process.stdout;
		for (const part of content) stream.write(part);
		return true;
	}
	if (statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() !== true) return false;
	for (const part of content) appendFileSync(path, part);
	return true;
}

/** Writes all bytes despite short writes. Throws the system's error. */
export function writeAll(file: number, content: string | Uint8Array, disk: Disk = DISK): number {
	const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	for (let written = 0; written < bytes.length; ) {
		const more = disk.writeSync(file, bytes, written);
		// A write of 0 bytes would repeat forever.
		if (more <= 0) throw Object.assign(new Error('nothing more can be written'), { code: 'ENOSPC' });
		written += more;
	}
	return bytes.length;
}

function writeInto(file: number, content: Iterable<string | Uint8Array>, disk: Disk): void {
	try {
		let size = 0;
		for (const part of content) size += writeAll(file, part, disk);
		disk.fsyncSync(file);
		const there = fstatSync(file).size;
		if (there !== size) throw Object.assign(new Error(`${there} of ${size} bytes are there`), { code: 'EIO' });
	} finally {
		closeSync(file);
	}
}

/** Makes the new name survive a power loss; some systems cannot sync a folder. */
function syncFolder(folder: string): void {
	try {
		const file = openSync(folder, 'r');
		try {
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
	} catch {
		// The file is on the disk.
	}
}

/** Name of a temporary file, which contains its owner. */
function unfinishedName(folder: string): string {
	return join(folder, `.gemmark-${MACHINE}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

/** Removes temporary files of killed processes: of this machine at once, of others after an hour. */
function removeUnfinished(folder: string): void {
	try {
		for (const name of readdirSync(folder)) if (isLeft(folder, name)) rmSync(join(folder, name), { force: true });
	} catch {
		// The rest may stay.
	}
}

const LEFT_MS = 3_600_000;

/** Several machines may share a folder; process ids are per machine. */
const MACHINE: string = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const NAME = /^\.gemmark-(?<machine>[\da-f]{8})-(?<pid>\d+)-[\da-f]{8}\.tmp$/u;

function isLeft(folder: string, name: string): boolean {
	const { machine, pid } = NAME.exec(name)?.groups ?? {};
	if (pid === undefined) return false;
	const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
	if (stats?.isFile() !== true) return false;
	return (machine === MACHINE && !isAlive(Number(pid))) || Date.now() - stats.mtimeMs > LEFT_MS;
}

/** The remedy for a failed write; undefined if the error code gives none. */
export function writeRemedy(error: unknown): string | undefined {
	return REMEDIES.get(systemCode(error));
}

const REMEDIES: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'Free some disk space'],
	['EDQUOT', 'Free some of your disk quota'],
	['EROFS', 'Mount its disk for writing'],
	['EACCES', 'Grant write permission there'],
	['EPERM', 'Grant write permission there'],
	['EIO', 'See whether its disk fails'],
	['EFBIG', 'Allow files of that size, or use another file system'],
]);
