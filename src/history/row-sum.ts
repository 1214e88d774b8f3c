import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

const KEPT = `
	SELECT runs.*, (SELECT group_concat(name || ' ' || series, char(10) ORDER BY name) FROM metrics WHERE run = runs.id) AS series
	FROM runs
`;

/** Gives what is kept of a run a checksum, by which edits and damage are told; whoever means to can make it as well. */
export function sealRow(database: DatabaseSync, id: string): void {
	const kept = database.prepare(`${KEPT} WHERE id = ?`).get(id);
	if (kept !== undefined) database.prepare('UPDATE runs SET sum = ? WHERE id = ?').run(sumOf(kept), id);
}

/** Takes away what does not bear the checksum of what it says, so that its log is read again. */
export function dropAltered(database: DatabaseSync): void {
	const altered = Array.from(database.prepare(KEPT).iterate()).flatMap((kept) =>
		kept.sum === sumOf(kept) ? [] : (kept.id ?? []),
	);
	const drop = database.prepare('DELETE FROM runs WHERE id = ?');
	for (const id of altered) drop.run(id);
	database.exec('DELETE FROM runs WHERE id IS NULL; DELETE FROM metrics WHERE run NOT IN (SELECT id FROM runs)');
}

function sumOf({ sum: _, ...kept }: Readonly<Record<string, SQLOutputValue>>): string {
	const values = Object.values(kept).map(String);
	// With their lengths, so that no text goes on in the next.
	const hash = createHash('sha256').update(values.map(({ length }) => length).join());
	return hash.update(values.join('')).digest('hex');
}
