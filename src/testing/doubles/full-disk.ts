import { fsyncSync, writeSync } from 'node:fs';
import type { Disk } from '../../base/write-file.ts';

/** Double: a disk of limited size. Like a real one, it writes what fits and fails at the next write. */
export function fullDisk(room: number, most: number = Number.POSITIVE_INFINITY): Disk {
	let left = room;
	return {
		writeSync(file, bytes, offset) {
			const size = Math.min(bytes.length - offset, left, most);
			if (size === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
			left -= size;
			return writeSync(file, bytes, offset, size);
		},
		fsyncSync,
	};
}
