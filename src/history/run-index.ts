import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../base/json.ts';
import { isOwnIndexFile, openIndexDatabase, removeIndexFile } from './database.ts';
import {
	filterSql,
	NEWEST_FIRST,
	orderSql,
	type RunFilter,
	type RunOrder,
	readRow,
	readTrend,
	type TrendBounds,
} from './reading.ts';
import { type RunLog, runLogs } from './run-logs.ts';
import type { RowFields, RunRow } from './run-row.ts';
import { seriesFields, type Trend } from './series.ts';

/** A key of the known fields. */
export function seriesKey(fields: RowFields): string {
	const known = Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] as const],
	);
	return createHash('sha256')
		.update(canonicalJson(Object.fromEntries(known)))
		.digest('hex')
		.slice(0, 12);
}

const INDEX_NAME = '.gemmark-index.sqlite';

/**
 * Rows of the runs under a folder, cached in SQLite next to them. A changed log is read again; an index that is missing,
 * damaged or of another version is rebuilt.
 */
export class RunIndex {
	readonly folder: string;
	/** The index's path if a link or another program's file has it, and the index is in memory. */
	readonly taken: string | undefined;
	#database: DatabaseSync;
	#rebuilt = false;
	#logs: readonly RunLog[] = [];
	#stale = new Map<string, RunLog>();

	constructor(folder: string) {
		this.folder = folder;
		const { database, taken } = openIndexDatabase(this.#file);
		this.#database = database;
		this.taken = taken ? this.#file : undefined;
	}

	/** Finds the runs, and those whose row is missing or stale. */
	refresh(): void {
		this.#logs = runLogs(this.folder);
		const known = new Map(
			this.#database
				.prepare('SELECT id, mtime, size, beside FROM runs')
				.all()
				.map(({ id, mtime, size, beside }) => [String(id), `${mtime} ${size} ${beside ?? ''}`]),
		);
		this.#stale = new Map(
			this.#logs
				.filter(({ id, mtimeMs, size, beside = '' }) => known.get(id) !== `${mtimeMs} ${size} ${beside}`)
				.map((log) => [log.id, log]),
		);
		const there = new Set(this.#logs.map(({ id }) => id));
		for (const id of known.keys()) if (!there.has(id)) this.#remove(id);
	}

	/** Newest first. */
	get logs(): readonly RunLog[] {
		return this.#logs;
	}

	/** Logs to read, newest first. */
	get stale(): readonly RunLog[] {
		return [...this.#stale.values()];
	}

	/** Stores the row of a log, with the log's state when it was found. */
	put({ id, mtimeMs, size, beside }: RunLog, row: RunRow): void {
		const { title, app, model, quantization, engine, device, commit, startedAt = '', tookMs, gate, suites } = row;
		const metrics = row.metrics.map(({ prompts: _, ...metric }) => metric);
		const [decision] = row.decisions;
		const share = decision === undefined || decision.n === 0 ? undefined : decision.hits / decision.n;
		const words = [id, title, app, model, quantization, engine, device, commit].join(' ').toLowerCase();
		this.#database.exec('BEGIN IMMEDIATE');
		try {
			this.#remove(id);
			const columns = [id, mtimeMs, size, beside, startedAt, tookMs, app, model, engine, device, decision?.path, share];
			this.#database
				.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
				.run(
					...[...columns, gate?.result].map((value) => value ?? null),
					...[JSON.stringify(suites), words, JSON.stringify({ ...row, metrics })],
				);
			const insert = this.#database.prepare('INSERT OR IGNORE INTO metrics VALUES (?, ?, ?, ?, ?)');
			for (const metric of row.metrics) {
				const prompts = metric.prompts === undefined ? null : JSON.stringify(metric.prompts);
				insert.run(metric.name, id, seriesKey(seriesFields(row, metric)), metric.value, prompts);
			}
			this.#database.exec('COMMIT');
		} catch (error) {
			this.#database.exec('ROLLBACK');
			throw error;
		}
		this.#stale.delete(id);
	}

	row(id: string): RunRow | undefined {
		return readRow(this.#database, id);
	}

	/** Known rows, newest first unless `order` is another. */
	rows(
		filter: RunFilter = {},
		limit: number = Number.MAX_SAFE_INTEGER,
		order: RunOrder = NEWEST_FIRST,
	): readonly RunRow[] {
		const [where, by] = [filterSql(filter), orderSql(order)];
		return this.#database
			.prepare(`SELECT row FROM runs WHERE true ${where.sql} ORDER BY ${by.sql} LIMIT ?`)
			.all(...where.values, ...by.values, limit)
			.map(({ row }) => JSON.parse(String(row)) as RunRow);
	}

	count(filter: RunFilter = {}): number {
		const { sql, values } = filterSql(filter);
		return Number(this.#database.prepare(`SELECT count(*) AS n FROM runs WHERE true ${sql}`).get(...values)?.n ?? 0);
	}

	/** Values of a facet with their number of runs, the most frequent first. */
	values(facet: Exclude<keyof RunFilter, 'find'>): readonly { readonly value: string; readonly count: number }[] {
		const source = facet === 'suite' ? 'runs, json_each(runs.suites) AS suite' : 'runs';
		const column = facet === 'suite' ? 'suite.value' : facet;
		return this.#database
			.prepare(
				`SELECT ${column} AS value, count(*) AS n FROM ${source} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1`,
			)
			.all()
			.map(({ value, n }) => ({ value: String(value), count: Number(n) }));
	}

	/** One metric over time: the newest series of several runs before those of one, or the chosen one; undefined if no run has it. */
	trend(name: string, filter: RunFilter, most: TrendBounds, chosen?: string): Trend | undefined {
		return readTrend(this.#database, name, { filter, most, chosen });
	}

	/** Rebuilds an unusable index, once. Returns whether to try again. */
	rebuild(): boolean {
		if (this.#rebuilt) return false;
		this.#rebuilt = true;
		this.#database.close();
		if (isOwnIndexFile(this.#file)) removeIndexFile(this.#file);
		this.#database = openIndexDatabase(this.#file).database;
		return true;
	}

	close(): void {
		// A page in the making must not rebuild an index that was closed under it.
		this.#rebuilt = true;
		this.#database.close();
	}

	get #file(): string {
		return join(this.folder, INDEX_NAME);
	}

	#remove(id: string): void {
		for (const sql of ['DELETE FROM metrics WHERE run = ?', 'DELETE FROM runs WHERE id = ?']) {
			this.#database.prepare(sql).run(id);
		}
	}
}
