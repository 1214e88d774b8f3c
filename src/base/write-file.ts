import { createHash, randomBytes } from 'node:crypto';
import {
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
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive } from './file-lock.ts';
import { systemCode } from './read-file.ts';

/** What a write needs of a file system; a double stands in for one whose disk is full. */
export interface Disk {
	readonly writeSync: (file: number, bytes: Uint8Array, offset: number) => number;
	readonly fsyncSync: (file: number) => void;
}

const DISK: Disk = { writeSync, fsyncSync };

interface WriteOptions {
	/**
	 * What becomes of a link that has the name: it is replaced (default), as what lies in a run folder must not lead out of
	 * it; or the file that it leads to is, where a person named the path.
	 */
	readonly links?: 'replace' | 'follow' | undefined;
	readonly disk?: Disk | undefined;
}

/**
 * Writes a file in place of what is there, or not at all: beside it, looped over short writes, on the disk and of the
 * right size before it takes the name. Throws what the system says, or `not a file` for the place of a pipe, a device or a
 * folder, and then leaves what was there as it was. What killed processes have left beside it is removed.
 */
export function writeWhole(
	path: string,
	content: Iterable<string | Uint8Array>,
	{ links = 'replace', disk = DISK }: WriteOptions = {},
): void {
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

/** Writes all of it, however little the system takes at a time. Throws what the system says. */
export function writeAll(file: number, content: string | Uint8Array, disk: Disk = DISK): number {
	const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	for (let written = 0; written < bytes.length; ) {
		const more = disk.writeSync(file, bytes, written);
		// A disk that takes nothing and says nothing would be asked for ever.
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

/** The new name outlives a loss of power; not every system lets a folder be synchronised. */
function syncFolder(folder: string): void {
	try {
		const file = openSync(folder, 'r');
		try {
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
	} catch {
		// The file itself is on the disk.
	}
}

/** A name in the folder for a file that is being written, which tells whose it is. */
function unfinishedName(folder: string): string {
	return join(folder, `.gemmark-${MACHINE}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

/**
 * Removes what processes that were killed were writing in the folder: at once where they were of this machine, elsewhere
 * what nobody has written to for an hour. What cannot be removed stays.
 */
function removeUnfinished(folder: string): void {
	try {
		for (const name of readdirSync(folder)) if (isLeft(folder, name)) rmSync(join(folder, name), { force: true });
	} catch {
		// It is in nobody's way.
	}
}

const LEFT_MS = 3_600_000;

/** Several machines may write into one folder, each with processes of its own numbers. */
const MACHINE: string = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Earlier versions did not name the machine. */
const NAME = /^\.gemmark-(?:(?<machine>[\da-f]{8})-)?(?<pid>\d+)-[\da-f]{8}\.tmp$/u;

function isLeft(folder: string, name: string): boolean {
	const { machine, pid } = NAME.exec(name)?.groups ?? {};
	if (pid === undefined) return false;
	const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
	if (stats?.isFile() !== true) return false;
	return (machine === MACHINE && !isAlive(Number(pid))) || Date.now() - stats.mtimeMs > LEFT_MS;
}

/** What to do about a file that cannot be written, as the beginning of a sentence; absent where the system's word tells nothing. */
export function writeRemedy(error: unknown): string | undefined {
	return REMEDIES.get(systemCode(error));
}

const REMEDIES: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'Free some disk space'],
	['EDQUOT', 'Free some of your disk quota'],
	['EROFS', 'Mount its disk for writing'],
	['EACCES', 'Give yourself the right to write there'],
	['EPERM', 'Give yourself the right to write there'],
	['EIO', 'See whether its disk fails'],
	['EFBIG', 'Allow files of that size, or use another file system'],
]);
