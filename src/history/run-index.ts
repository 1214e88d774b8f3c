import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RunLog, runLogs } from './run-logs.ts';
import type { RunRow } from './run-row.ts';
import type { TrendPoint } from './trend-point.ts';

/** What lists show of runs. Every name matches as a whole. */
export interface RunFilter {
	readonly model?: string | undefined;
	readonly engine?: string | undefined;
	readonly device?: string | undefined;
	readonly suite?: string | undefined;
}

const INDEX_NAME = '.gemmark-index.sqlite';
/** Rises with the shape of rows: an index of another shape is made anew. */
const SHAPE = 1;

/**
 * Rows of the runs under a folder, kept in SQLite beside them, so that a log is read once and not at each look. A log
 * that has changed since is read again; an index that is missing, broken or of another gemmark is made anew.
 */
export class RunIndex {
	readonly folder: string;
	readonly #database: DatabaseSync;
	#logs: readonly RunLog[] = [];
	#stale = new Map<string, RunLog>();

	constructor(folder: string) {
		this.folder = folder;
		this.#database = openDatabase(join(folder, INDEX_NAME));
	}

	/** Looks which runs there are, and which of them the index does not know as they are now. */
	refresh(): void {
		this.#logs = runLogs(this.folder);
		const known = new Map(
			this.#database
				.prepare('SELECT id, mtime, size FROM runs')
				.all()
				.map(({ id, mtime, size }) => [String(id), `${mtime} ${size}`]),
		);
		this.#stale = new Map(
			this.#logs.filter(({ id, mtimeMs, size }) => known.get(id) !== `${mtimeMs} ${size}`).map((log) => [log.id, log]),
		);
		const there = new Set(this.#logs.map(({ id }) => id));
		const remove = this.#database.prepare('DELETE FROM runs WHERE id = ?');
		for (const id of known.keys()) if (!there.has(id)) remove.run(id);
	}

	/** Runs that are there, newest first. */
	get logs(): readonly RunLog[] {
		return this.#logs;
	}

	/** Those that are still to be read, newest first. */
	get stale(): readonly RunLog[] {
		return [...this.#stale.values()];
	}

	/** Takes the row of a log as it was when it was found. */
	put({ id, mtimeMs, size }: RunLog, row: RunRow): void {
		const { model = null, engine = null, device = null, startedAt = '' } = row;
		const insert = this.#database.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
		insert.run(id, mtimeMs, size, startedAt, model, engine, device, JSON.stringify(row));
		this.#stale.delete(id);
	}

	row(id: string): RunRow | undefined {
		const found = this.#database.prepare('SELECT row FROM runs WHERE id = ?').get(id);
		return found === undefined ? undefined : (JSON.parse(String(found.row)) as RunRow);
	}

	/** Rows that are known, newest first. */
	rows(filter: RunFilter = {}, limit: number = Number.MAX_SAFE_INTEGER): readonly RunRow[] {
		const { clause, values } = whereOf(filter);
		return this.#database
			.prepare(`SELECT row FROM runs ${clause} ORDER BY started DESC, id DESC LIMIT ?`)
			.all(...values, limit)
			.map(({ row }) => JSON.parse(String(row)) as RunRow);
	}

	count(filter: RunFilter = {}): number {
		const { clause, values } = whereOf(filter);
		return Number(this.#database.prepare(`SELECT count(*) AS n FROM runs ${clause}`).get(...values)?.n ?? 0);
	}

	/** Every value of a facet with its runs, the most frequent first. */
	values(facet: keyof RunFilter): readonly { readonly value: string; readonly count: number }[] {
		const source = facet === 'suite' ? "runs, json_each(runs.row, '$.suites') AS suites" : 'runs';
		const column = facet === 'suite' ? 'suites.value' : facet;
		return this.#database
			.prepare(
				`SELECT ${column} AS value, count(*) AS n FROM ${source} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1`,
			)
			.all()
			.map(({ value, n }) => ({ value: String(value), count: Number(n) }));
	}

	/** One metric over time, oldest first. */
	trend(name: string, filter: RunFilter = {}): readonly TrendPoint[] {
		return this.rows(filter)
			.flatMap((row) => {
				const metric = row.metrics.find((one) => one.name === name);
				return metric === undefined ? [] : [{ row, metric }];
			})
			.reverse();
	}

	close(): void {
		this.#database.close();
	}
}

function whereOf({ model, engine, device, suite }: RunFilter): {
	readonly clause: string;
	readonly values: readonly string[];
} {
	const columns = Object.entries({ model, engine, device }).filter(([, value]) => value !== undefined);
	const where = [
		...columns.map(([name]) => `${name} = ?`),
		...(suite === undefined ? [] : ["EXISTS (SELECT 1 FROM json_each(row, '$.suites') WHERE value = ?)"]),
	];
	const values = [...columns.map(([, value]) => value ?? ''), ...(suite === undefined ? [] : [suite])];
	return { clause: where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`, values };
}

function openDatabase(file: string): DatabaseSync {
	try {
		return prepared(new DatabaseSync(file));
	} catch {
		// It is made of the logs: one that is broken is worth nothing.
		rmSync(file, { force: true });
	}
	try {
		return prepared(new DatabaseSync(file));
	} catch {
		// A folder that cannot be written to, or has no room, can be looked at all the same.
		dropEmpty(file);
		return prepared(new DatabaseSync(':memory:'));
	}
}

function dropEmpty(file: string): void {
	try {
		if (statSync(file).size === 0) rmSync(file);
	} catch {
		// There is none.
	}
}

function prepared(database: DatabaseSync): DatabaseSync {
	const [shape] = Object.values(database.prepare('PRAGMA user_version').get() ?? {});
	if (shape !== SHAPE) database.exec('DROP TABLE IF EXISTS runs');
	database.exec(`
		PRAGMA journal_mode = WAL;
		PRAGMA user_version = ${SHAPE};
		CREATE TABLE IF NOT EXISTS runs (
			id TEXT PRIMARY KEY, mtime REAL, size INTEGER, started TEXT, model TEXT, engine TEXT, device TEXT, row TEXT
		);
		CREATE INDEX IF NOT EXISTS by_time ON runs (started);
	`);
	return database;
}
