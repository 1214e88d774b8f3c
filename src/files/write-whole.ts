import { randomBytes } from 'node:crypto';
import {
	closeSync,
	fstatSync,
	fsyncSync,
	openSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What a write needs of a file system; a double stands in for one whose disk is full. */
export interface Disk {
	readonly writeSync: (file: number, bytes: Uint8Array, offset: number) => number;
	readonly fsyncSync: (file: number) => void;
}

const DISK: Disk = { writeSync, fsyncSync };

/**
 * Writes a file in place of what is there, or not at all: beside it, looped over short writes, on the disk and of the
 * right size before it takes the name. Pipes and devices are written to as they are. Throws what the system says, and
 * then leaves what was there as it was.
 */
export function writeWhole(path: string, content: Iterable<string | Uint8Array>, disk: Disk = DISK): void {
	const there = statSync(path, { throwIfNoEntry: false });
	if (there !== undefined && !there.isFile()) {
		writeInto(openSync(path, 'w'), content, disk);
		return;
	}
	const target = there === undefined ? path : realpathSync(path);
	const next = join(dirname(target), `.gemmark-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
	const file = openSync(next, 'wx', there?.mode ?? 0o666);
	try {
		writeInto(file, content, disk, true);
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

/** The system's name of what went wrong: `ENOSPC`. */
export function systemCode(error: unknown): string {
	const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : 'unknown';
}

function writeInto(file: number, content: Iterable<string | Uint8Array>, disk: Disk, sure = false): void {
	try {
		let size = 0;
		for (const part of content) size += writeAll(file, part, disk);
		if (!sure) return;
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
