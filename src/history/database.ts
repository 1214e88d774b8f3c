import { closeSync, constants, lstatSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite keeps beside a database. */
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const MAGIC = 'SQLite format 3\0';
/** Where a database's header says whose it is. */
const APPLICATION_AT = 68;
const HEADER_BYTES = 100;

/** `gmrk`: distinguishes our databases from those of other programs. */
const INDEX_APPLICATION = 0x67_6d_72_6b;

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

/** Rises with the shape of rows, and with what they contain of a log: an index of another shape is made again. */
const SHAPE = 11;
/** Another view of the same folder may be writing. */
const BUSY_MS = 5000;
/** SQLite's own numbers for statements that do not fit the tables, for a file that is damaged, and for one that is no database. */
const UNUSABLE: ReadonlySet<number> = new Set([1, 11, 26]);
const DAMAGED = 11;

const TABLES = `
	CREATE TABLE IF NOT EXISTS runs (
		id TEXT PRIMARY KEY, mtime REAL, size INTEGER, labels TEXT, started TEXT,
		model TEXT, engine TEXT, device TEXT, suites TEXT, row TEXT
	);
	CREATE INDEX IF NOT EXISTS by_time ON runs (started);
	CREATE TABLE IF NOT EXISTS metrics (name TEXT, run TEXT, series TEXT, PRIMARY KEY (name, run)) WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS by_run ON metrics (run);
`;

/** In one transaction, so that another process finds either nothing or a whole index. */
const CREATION = `
	BEGIN IMMEDIATE;
	PRAGMA application_id = ${INDEX_APPLICATION};
	PRAGMA user_version = ${SHAPE};
	${TABLES}
	COMMIT;
`;

interface IndexDatabase {
	readonly database: DatabaseSync;
	/** Whether it is in memory because the name is taken by a link or by a file of another program. */
	readonly taken: boolean;
}

/**
 * Opens the database of an index. It is made of the logs, so one that does not fit is made again; where the folder cannot be
 * written to, or the name is taken, it is in memory.
 */
export function openIndexDatabase(file: string): IndexDatabase {
	try {
		const own = isOwnIndexFile(file);
		return { database: own ? fitting(file) : prepared(':memory:'), taken: !own };
	} catch {
		dropEmpty(file);
		return { database: prepared(':memory:'), taken: false };
	}
}

function fitting(file: string): DatabaseSync {
	try {
		return prepared(file);
	} catch (error) {
		// The lowest byte is the kind, what stands above it is finer.
		if (!UNUSABLE.has(((error as { readonly errcode?: number }).errcode ?? 0) & 0xff)) throw error;
		removeIndexFile(file);
		return prepared(file);
	}
}

/** What a disk without room leaves of a new database. */
function dropEmpty(file: string): void {
	try {
		const stats = lstatSync(file);
		if (stats.isFile() && stats.size === 0) rmSync(file);
	} catch {
		// There is none, or the folder cannot be written to.
	}
}

function prepared(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { timeout: BUSY_MS });
	try {
		const [shape] = Object.values(database.prepare('PRAGMA user_version').get() ?? {});
		if (shape !== 0 && shape !== SHAPE) throw damaged(`shape ${shape}`);
		if (shape === 0) database.exec(CREATION);
		database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
		const [found] = Object.values(database.prepare('PRAGMA quick_check').get() ?? {});
		if (found !== 'ok') throw damaged(String(found));
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function damaged(message: string): Error {
	return Object.assign(new Error(message), { errcode: DAMAGED });
}
