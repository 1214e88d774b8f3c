import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import type { Log } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { viewPages } from './pages.ts';
import { readRows } from './rows.ts';
import { startViewServer, type ViewServer } from './view.ts';

/** Fixture: an empty folder of runs with its index, served anew for each test of the file that imports it. */
export let results: string;
export let index: RunIndex;
export let server: ViewServer;
beforeEach(async () => {
	results = mkdtempSync(join(tmpdir(), 'gemmark-view-'));
	index = new RunIndex(results);
	server = await startViewServer(viewPages(index, 'en'), 0);
});
afterEach(async () => {
	await server.close();
	index.close();
	rmSync(results, { recursive: true });
});

/** Opens the index again, once it has been closed. */
export function renewIndex(): void {
	index = new RunIndex(results);
}

/** Writes a run that began then. */
export function logged(id: string, startedAt: string, change: (log: Log) => Log = (log) => log): void {
	const log = fixtureLog();
	mkdirSync(join(results, id), { recursive: true });
	writeLogFile(join(results, id, 'log.jsonl'), change({ ...log, header: { ...log.header, startedAt } }));
}

/** A page of the server, made after every log is read: how many a page reads by itself depends on the machine. */
export async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
	if (path === '') index.refresh();
	await readRows(index, Number.POSITIVE_INFINITY);
	const response = await fetch(new URL(path, server.url));
	return { status: response.status, text: await response.text() };
}
