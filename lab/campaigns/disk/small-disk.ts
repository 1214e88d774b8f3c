import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A place that holds no more than it should, for as long as one command works in it. */
export interface SmallDisk {
	/** How it is small, for the table. */
	readonly kind: 'tmpfs' | 'file-size limit, a double of a full disk';
	readonly folder: string;
	/** What a command is started under to have so much room; nothing where the disk itself is small. */
	under(room: number): readonly string[];
	/** Leaves so many bytes, in whole pages, after what is there already. */
	fill(room: number): void;
	/** Gives everything back that {@link fill} took. */
	empty(): void;
	close(): void;
}

/** A file system in memory where this process may mount one; elsewhere a folder, whose files may not grow beyond the room. */
export function openSmallDisk(folder: string): SmallDisk {
	mkdirSync(folder);
	const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status === 0;
	const filler = join(folder, 'filler');
	return {
		kind: mounted ? 'tmpfs' : 'file-size limit, a double of a full disk',
		folder,
		under: (room) => (mounted ? [] : ['bash', '-c', `ulimit -f ${Math.ceil(room / 1024)}; exec "$@"`, 'bash']),
		fill(room) {
			if (!mounted) return;
			const { bavail, bsize } = statfsSync(folder);
			const taken = Math.max(0, bavail * bsize - room);
			if (taken > 0) writeFileSync(filler, Buffer.alloc(taken));
		},
		empty: () => rmSync(filler, { force: true }),
		close() {
			if (mounted) spawnSync('umount', ['-l', folder]);
		},
	};
}
