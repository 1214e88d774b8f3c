import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** What an index has of one run in its columns, and the series of each of its metrics by name. */
export type KeptRow = Readonly<Record<string, SQLOutputValue>>;

/** A checksum by which a row that was edited or damaged is told; whoever means to can make it as well. */
export function rowSum(columns: KeptRow, series: ReadonlyMap<string, string>): string {
	const kept = [Object.values(columns), [...series].sort(([one], [other]) => (one < other ? -1 : 1))];
	return createHash('sha256').update(JSON.stringify(kept)).digest('hex');
}

/** Takes away what does not bear the checksum of what it says, so that its log is read again. */
export function dropAltered(database: DatabaseSync): void {
	const series = new Map<string, Map<string, string>>();
	for (const { run, name, series: key } of database.prepare('SELECT run, name, series FROM metrics').iterate()) {
		const known = series.get(String(run)) ?? new Map<string, string>();
		series.set(String(run), known.set(String(name), String(key)));
	}
	const rows = database.prepare('SELECT * FROM runs').iterate();
	const altered = Array.from(rows).flatMap(({ sum, ...columns }) =>
		sum === rowSum(columns, series.get(String(columns.id)) ?? new Map()) ? [] : (columns.id ?? []),
	);
	const drop = database.prepare('DELETE FROM runs WHERE id = ?');
	for (const id of altered) drop.run(id);
	database.exec('DELETE FROM metrics WHERE run NOT IN (SELECT id FROM runs); DELETE FROM runs WHERE id IS NULL');
}
