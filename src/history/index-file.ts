import { closeSync, constants, lstatSync, openSync, readSync, rmSync } from 'node:fs';

/** What SQLite keeps beside a database. */
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const MAGIC = 'SQLite format 3\0';
/** Where a database's header tells whose it is. */
const APPLICATION_AT = 68;
const HEADER_BYTES = 100;

/** `gmrk`: tells our databases from those of other programs. */
export const INDEX_APPLICATION = 0x67_6d_72_6b;

/**
 * Whether an index may be written under a name: nothing has it yet, or an index of ours has. SQLite writes through links,
 * also through those that stand in place of its own files beside a database.
 */
export function isOwnIndexFile(file: string): boolean {
	return ENDINGS.every((ending) => isPlainFile(`${file}${ending}`)) && isOwnDatabase(file);
}

/** Takes an index away that cannot be used, with what stands beside it. */
export function removeIndexFile(file: string): void {
	for (const ending of ENDINGS) rmSync(`${file}${ending}`, { force: true });
}

/** Or nothing at all. A file with another name besides may be somebody's under that name. */
function isPlainFile(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats === undefined || (stats.isFile() && stats.nlink === 1);
}

/** Or an empty one. One that cannot be opened is not ours to change either. */
function isOwnDatabase(file: string): boolean {
	if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return true;
	const header = Buffer.alloc(HEADER_BYTES);
	const opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
	try {
		const read = readSync(opened, header, 0, HEADER_BYTES, 0);
		if (read === 0) return true;
		return (
			header.toString('latin1', 0, MAGIC.length) === MAGIC && header.readInt32BE(APPLICATION_AT) === INDEX_APPLICATION
		);
	} finally {
		closeSync(opened);
	}
}
