import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { readRows } from './rows.ts';
import { get, index, logged, renewIndex, results } from './served-runs-fixture.ts';

describe('the index', () => {
	it.each([
		["UPDATE runs SET row = '{bad'", ''],
		["UPDATE runs SET row = 'null'", ''],
		["UPDATE runs SET suites = '[bad'", ''],
		["UPDATE runs SET row = '{}'", 'trend?metric=prefix.free.meaningful'],
	])('is made anew where a page cannot be made of it: %s', async (sql, path) => {
		logged('one', '2026-11-01T10:00:00Z');
		await get('');
		const database = new DatabaseSync(join(results, '.gemmark-index.sqlite'));
		database.exec(sql);
		database.close();
		const { status, text } = await get(path);
		expect([status, text.includes('one/report.html')]).toEqual([200, true]);
	});

	it('is in the folder of the runs, or in memory if that is read-only', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		await get('');
		expect(readdirSync(results)).toContain('.gemmark-index.sqlite');
		index.close();
		rmSync(join(results, '.gemmark-index.sqlite'));
		chmodSync(results, 0o555);
		// Root writes anywhere; a name that is taken by a folder is the same to SQLite.
		if (process.getuid?.() === 0) mkdirSync(join(results, '.gemmark-index.sqlite'));
		renewIndex();
		index.refresh();
		expect(await readRows(index, 1000)).toBe(0);
		expect(index.rows().map(({ id }) => id)).toEqual(['one']);
		chmodSync(results, 0o755);
	});
});
