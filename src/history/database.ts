import { closeSync, constants, lstatSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Endings of SQLite's files for a database. */
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const MAGIC = 'SQLite format 3\0';
/** Offset of the application id in a database's header. */
const APPLICATION_AT = 68;
const HEADER_BYTES = 100;

/** `gmrk`: distinguishes our databases from those of other programs. */
const INDEX_APPLICATION = 0x67_6d_72_6b;

/** Whether an index may be written to a path: free, or an index of ours. SQLite would write through links. */
export function isOwnIndexFile(file: string): boolean {
	return ENDINGS.every((ending) => isPlainFile(`${file}${ending}`)) && isOwnDatabase(file);
}

/** Removes an index and SQLite's files next to it. */
export function removeIndexFile(file: string): void {
	for (const ending of ENDINGS) rmSync(`${file}${ending}`, { force: true });
}

/** True also if there is none. A file with another hard link may belong to another program. */
function isPlainFile(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats === undefined || (stats.isFile() && stats.nlink === 1);
}

/** True also if it is missing or empty. Throws if it cannot be opened. */
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

/** Version of the rows and their content; an index with another is rebuilt. */
const SHAPE = 16;
/** Another view of the same folder may be writing. */
const BUSY_MS = 5000;
/** SQLITE_ERROR (other tables), SQLITE_CORRUPT and SQLITE_NOTADB. */
const UNUSABLE: ReadonlySet<number> = new Set([1, 11, 26]);
const DAMAGED = 11;

const TABLES = `
	CREATE TABLE IF NOT EXISTS runs (
		id TEXT PRIMARY KEY, mtime REAL, size INTEGER, beside TEXT, started TEXT, took REAL, app TEXT, model TEXT, engine TEXT,
		device TEXT, verdict TEXT, share REAL, gate TEXT, suites TEXT, words TEXT, row TEXT
	);
	CREATE INDEX IF NOT EXISTS by_time ON runs (started);
	CREATE TABLE IF NOT EXISTS metrics (name TEXT, run TEXT, series TEXT, value REAL, prompts TEXT, PRIMARY KEY (name, run)) WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS by_run ON metrics (run);
`;

/** In one transaction, so that another process never sees a partial index. */
const CREATION = `
	BEGIN IMMEDIATE;
	PRAGMA application_id = ${INDEX_APPLICATION};
	PRAGMA user_version = ${SHAPE};
	${TABLES}
	COMMIT;
`;

interface IndexDatabase {
	readonly database: DatabaseSync;
	/** Whether it is in memory because a link or another program's file has the path. */
	readonly taken: boolean;
}

/** Opens the database of an index; rebuilds an unusable one. In memory if the folder is read-only or the path is taken. */
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
		// The lowest byte is the primary code.
		if (!UNUSABLE.has(((error as { readonly errcode?: number }).errcode ?? 0) & 0xff)) throw error;
		removeIndexFile(file);
		return prepared(file);
	}
}

/** Removes the empty file that a full disk leaves. */
function dropEmpty(file: string): void {
	try {
		const stats = lstatSync(file);
		if (stats.isFile() && stats.size === 0) rmSync(file);
	} catch {
		// There is none, or the folder is read-only.
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
