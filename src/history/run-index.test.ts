import {
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { writeLogFile } from '../log/write-log.ts';
import { RunIndex } from './run-index.ts';
import { runRow } from './run-row.ts';

let folder: string;
let elsewhere: string;
let file: string;
beforeEach(() => {
	[folder, elsewhere] = [mkdtempSync(join(tmpdir(), 'gemmark-index-')), mkdtempSync(join(tmpdir(), 'gemmark-else-'))];
	file = join(folder, '.gemmark-index.sqlite');
	mkdirSync(join(folder, 'run'));
	writeLogFile(join(folder, 'run', 'log.jsonl'), fixtureLog());
});
afterEach(() => {
	for (const path of [folder, elsewhere]) rmSync(path, { recursive: true });
});

/** Reads what is unread, shows the rows and ends. Returns how many logs it had to read. */
function look(): number {
	const index = new RunIndex(folder);
	try {
		index.refresh();
		const read = index.stale.length;
		for (const log of index.stale) index.put(log, runRow(log.id, reportedRun(fixtureLog())));
		expect(index.rows().map(({ id, done }) => [id, done])).toEqual([['run', fixtureLog().samples.length]]);
		expect(index.row('run')?.metrics.length).toBeGreaterThan(0);
		return read;
	} finally {
		index.close();
	}
}

function edited(sql: string): void {
	const database = new DatabaseSync(file);
	database.exec(sql);
	database.close();
}

it('a trend has an alarm where the last three of six runs are lower, and rows are kept without prompts', () => {
	const index = new RunIndex(folder);
	const log = fixtureLog();
	const missed = log.samples.map((sample) => ({
		...sample,
		scores: { ...sample.scores, ...(sample.scores.meaningful && { meaningful: { value: false, reason: 'empty' } }) },
	}));
	for (const run of [1, 2, 3, 4, 5, 6]) {
		const samples = run > 3 ? missed : log.samples;
		index.put({ id: `r${run}`, file: '', mtimeMs: run, size: 1 }, runRow(`r${run}`, reportedRun({ ...log, samples })));
	}
	const trend = index.trend('prefix.free.meaningful', {}, { points: 200, series: 6, others: 1 });
	expect(trend?.drawn[0]?.change).toMatchObject({ now: 0, gained: 0, alarm: true });
	expect(index.row('r1')?.metrics.some(({ prompts }) => prompts !== undefined)).toBe(false);
	index.close();
});

describe('the file of an index', () => {
	it('reads a run with changed labels again', () => {
		expect([look(), look()]).toEqual([1, 0]);
		writeFileSync(join(folder, 'run', 'labels.csv'), 'labels');
		expect([look(), look()]).toEqual([1, 0]);
	});

	/** A database of another program that has a table of a name that ours have, too. */
	function otherDatabase(path: string): Buffer {
		const database = new DatabaseSync(path);
		database.exec("CREATE TABLE runs (mine TEXT); INSERT INTO runs VALUES ('kept')");
		database.close();
		return readFileSync(path);
	}

	it('is reused', () => {
		expect([look(), look()]).toEqual([1, 0]);
	});

	it('is never another program’s database, also through a link', () => {
		const other = join(elsewhere, 'other.db');
		const before = otherDatabase(other);
		symlinkSync(other, file);
		look();
		rmSync(file);
		linkSync(other, file);
		look();
		expect(readFileSync(other)).toEqual(before);
		rmSync(file);
		writeFileSync(file, before);
		look();
		expect(readFileSync(file)).toEqual(before);
	});

	it.each(['no database', 'SQLite format 3\0'])('is not another file with its name: %j', (content) => {
		writeFileSync(file, content);
		look();
		expect(readFileSync(file, 'utf8')).toBe(content);
	});

	it.each(['', '-wal', '-shm', '-journal'])(
		'makes and changes nothing through a link in place of itself%s',
		(ending) => {
			const target = join(elsewhere, 'target');
			symlinkSync(target, `${file}${ending}`);
			look();
			expect(existsSync(target)).toBe(false);
			writeFileSync(target, 'precious');
			look();
			expect(readFileSync(target, 'utf8')).toBe('precious');
		},
	);

	it('is rebuilt if it has another shape', () => {
		look();
		edited('PRAGMA user_version = 3');
		expect([look(), look()]).toEqual([1, 0]);
	});

	it('is rebuilt if it is damaged', () => {
		look();
		const bytes = readFileSync(file);
		writeFileSync(file, bytes.fill(0x55, 100));
		expect([look(), look()]).toEqual([1, 0]);
	});
});
