import { rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Rises with the shape of rows, and with what they say of a log: an index of another shape is made anew. */
const SHAPE = 4;
/** Another view of the same folder may be writing. */
const BUSY_MS = 5000;
/** SQLite's own numbers for a file that is damaged, and for one that is no database. */
const UNUSABLE = new Set([11, 26]);

/**
 * The database of an index. It is made of the logs, so one that is broken is made anew, and a folder that cannot be
 * written to has one in memory.
 */
export function openIndexDatabase(file: string): DatabaseSync {
	try {
		try {
			return prepared(file);
		} catch (error) {
			if (!UNUSABLE.has((error as { readonly errcode?: number }).errcode ?? 0)) throw error;
			for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
			return prepared(file);
		}
	} catch {
		dropEmpty(file);
		return prepared(':memory:');
	}
}

/** What a disk without room leaves of a new database. */
function dropEmpty(file: string): void {
	try {
		if (statSync(file).size === 0) rmSync(file);
	} catch {
		// There is none, or the folder cannot be written to.
	}
}

function prepared(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { timeout: BUSY_MS });
	try {
		const [shape] = Object.values(database.prepare('PRAGMA user_version').get() ?? {});
		if (shape !== SHAPE) database.exec('DROP TABLE IF EXISTS runs; DROP TABLE IF EXISTS metrics');
		database.exec(`
			PRAGMA journal_mode = WAL;
			PRAGMA synchronous = NORMAL;
			PRAGMA user_version = ${SHAPE};
			CREATE TABLE IF NOT EXISTS runs (
				id TEXT PRIMARY KEY, mtime REAL, size INTEGER, started TEXT,
				model TEXT, engine TEXT, device TEXT, suites TEXT, row TEXT
			);
			CREATE INDEX IF NOT EXISTS by_time ON runs (started);
			CREATE TABLE IF NOT EXISTS metrics (name TEXT, run TEXT, series TEXT, PRIMARY KEY (name, run)) WITHOUT ROWID;
			CREATE INDEX IF NOT EXISTS by_run ON metrics (run);
		`);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
