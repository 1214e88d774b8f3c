import { fsyncSync, writeSync } from 'node:fs';
import type { Disk } from '../../base/write-file.ts';

/** Double: a disk with so much room. As a real one it takes what fits, says how much, and only then that it is full. */
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
