import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import type { Log } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/rewrite-log.ts';
import { packageRoot } from '../../src/package/package-root.ts';
import { readRows } from './read-rows.ts';
import { viewPages } from './view-pages.ts';
import { startViewServer, type ViewServer } from './view-server.ts';

let results: string;
let index: RunIndex;
let server: ViewServer;
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

function logged(id: string, startedAt: string, change: (log: Log) => Log = (log) => log): void {
	const log = fixtureLog();
	mkdirSync(join(results, id), { recursive: true });
	writeLogFile(join(results, id, 'log.jsonl'), change({ ...log, header: { ...log.header, startedAt } }));
}

async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
	const response = await fetch(new URL(path, server.url));
	return { status: response.status, text: await response.text() };
}

describe('the list of runs', () => {
	it('shows the newest first, with verdict, scores and the way to each report', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('both/2-two', '2026-11-02T10:00:00Z');
		const { text } = await get('');
		expect(text).toContain('>2 runs, the newest first.');
		expect(text.indexOf('href="both/2-two/report.html"')).toBeLessThan(text.indexOf('href="one/report.html"'));
		expect(text).toMatch(/class="path">A<\/b>/u);
		expect(text).toContain('title="prefix.free.meaningful">a meaningful prefix');
	});

	it('tells of a run under way how far it is, and of a broken log what is wrong', async () => {
		logged(
			'open',
			'2026-11-01T10:00:00Z',
			({ footer: _, ...log }) => ({ ...log, samples: log.samples.slice(0, 3) }) as Log,
		);
		mkdirSync(join(results, 'broken'));
		writeFileSync(join(results, 'broken', 'log.jsonl'), '{"type":"header"}\n{}\n');
		mkdirSync(join(results, 'none'));
		const { text } = await get('');
		expect(text).toMatch(/under way<\/span> · 3 of \d+ samples/u);
		expect(text).toMatch(/cannot be read · log\.jsonl:1/u);
		expect(text).toContain('>2 runs, the newest first.');
		expect([text.includes('data-watched'), text.includes('http-equiv="refresh"')]).toEqual([true, false]);
		expect((await get('open/report.html')).text).not.toMatch(/was (?:interrupted|cut)/u);
	});

	it('looks no further after a run whose log has not grown for days', async () => {
		logged('killed', '2026-11-01T10:00:00Z', ({ footer: _, ...log }) => log as Log);
		utimesSync(join(results, 'killed', 'log.jsonl'), new Date('2026-11-01'), new Date('2026-11-01'));
		const { text } = await get('');
		expect(text).toContain('ended without a last line');
		expect([text.includes('data-watched'), text.includes('<script>')]).toEqual([false, false]);
	});

	it('lists a log that is a pipe, a folder or a link to nothing as one that cannot be read', async () => {
		for (const id of ['pipe', 'folder', 'link']) mkdirSync(join(results, id));
		spawnSync('mkfifo', [join(results, 'pipe', 'log.jsonl')]);
		mkdirSync(join(results, 'folder', 'log.jsonl'));
		symlinkSync('nowhere', join(results, 'link', 'log.jsonl'));
		const { text } = await get('');
		expect(text.match(/cannot be read · log\.jsonl/gu)).toHaveLength(3);
	});

	it('reads and serves nothing behind a link, in whose place a file or its folder may come at any time', async () => {
		const secret = join(mkdtempSync(join(tmpdir(), 'gemmark-secret-')), 'secret');
		try {
			logged('theirs', '2026-11-01T10:00:00Z');
			renameSync(join(results, 'theirs'), secret);
			writeFileSync(join(secret, 'decision.md'), 'secret');
			for (const id of ['log', 'reports', 'folder']) logged(id, '2026-11-02T10:00:00Z');
			await get('');
			rmSync(join(results, 'log', 'log.jsonl'));
			symlinkSync(join(secret, 'log.jsonl'), join(results, 'log', 'log.jsonl'));
			for (const name of ['report.html', 'decision.md']) {
				symlinkSync(join(secret, 'decision.md'), join(results, 'reports', name));
			}
			renameSync(join(results, 'folder'), join(results, 'moved'));
			symlinkSync(secret, join(results, 'folder'));
			expect((await get('folder/decision.md')).text).not.toContain('secret');
			for (const path of [
				'folder/log.jsonl',
				'folder/report.csv',
				'log/log.jsonl',
				'log/report.html',
				'log/report.csv',
			]) {
				const { status, text } = await get(path);
				expect([path, status, text.includes('log.jsonl: it or a folder above it is a link')]).toEqual([
					path,
					400,
					true,
				]);
			}
			for (const path of ['reports/decision.md', 'reports/report.html']) {
				const { status, text } = await get(path);
				expect([path, status, text.includes('secret')]).toEqual([path, 200, false]);
			}
			expect((await get('compare?a=log&b=moved')).status).toBe(400);
			expect((await get('')).text).toMatch(/log\.jsonl: it or a folder above it is a link/u);
		} finally {
			rmSync(join(secret, '..'), { recursive: true });
		}
	});

	it('finds a run by its folder, whose name may be anything', async () => {
		logged('before', '2026-11-01T10:00:00Z');
		logged('50 %?#1', '2026-11-02T10:00:00Z');
		expect((await get('?find=BEF')).text).toContain('1 of 2 runs');
		const href = /href="([^"]*report\.html)"/u.exec((await get('?find=50')).text)?.[1] ?? '';
		const report = await get(href);
		expect([report.status, report.text.includes('<a href="../">All runs</a>')]).toEqual([200, true]);
	});

	it('shows a run as it is now: one that went on, one that is gone, an index that is broken', async () => {
		logged('one', '2026-11-01T10:00:00Z', ({ footer: _, ...log }) => log as Log);
		expect((await get('')).text).toContain('under way');
		appendFileSync(
			join(results, 'one', 'log.jsonl'),
			`${JSON.stringify({ type: 'footer', endedAt: '2026-11-01T10:05:00Z', outcome: 'complete' })}\n`,
		);
		expect((await get('')).text).not.toContain('under way');
		rmSync(join(results, 'one'), { recursive: true });
		expect((await get('')).text).toContain('There is no run here yet');
		index.close();
		writeFileSync(join(results, '.gemmark-index.sqlite'), 'no database');
		index = new RunIndex(results);
		expect(index.rows()).toEqual([]);
	});

	it('filters by model, and compares two runs by two clicks', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('two', '2026-11-02T10:00:00Z', (log) => ({
			...log,
			header: { ...log.header, model: { ...log.header.model, name: '다른 <모델>' } },
		}));
		const other = (await get(`?model=${encodeURIComponent('다른 <모델>')}`)).text;
		expect(other).toContain('1 of 2 runs');
		expect(other).toContain('다른 &lt;모델&gt;');
		expect((await get('?base=one')).text).toContain('href="compare?a=one&amp;b=two"');
		const { status, text } = await get('compare?a=one&b=two');
		expect([status, text.includes('comparison')]).toEqual([200, true]);
	});

	it('says beforehand and in place of the comparison why two runs cannot be compared', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('warm', '2026-11-02T10:00:00Z', (log) => ({
			...log,
			header: { ...log.header, settings: { ...log.header.settings, temperature: 1 } },
		}));
		expect((await get('?base=one')).text).toContain('not comparable: other Temperature');
		const { status, text } = await get('compare?a=one&b=warm');
		expect([status, text.includes('UsageError')]).toEqual([400, false]);
		expect(text).toContain('href="compare?a=one&amp;b=warm&amp;allow=settings.temperature"');
		expect((await get('compare?a=one&b=warm&allow=settings.temperature')).status).toBe(200);
	});

	it.each([
		['?base=nosuch', 404, 'There is no run nosuch here'],
		['?page=999999', 400, 'page=999999'],
		['?limit=many', 400, 'limit=many'],
		['trend?metric=nosuch', 404, 'No run here has nosuch'],
		['trend?metric=prefix.free.meaningful&series=nosuch', 404, 'There is no such series'],
		['compare?a=one&b=three', 404, 'There is no run three here'],
		['compare?a=one&b=broken', 400, 'The run broken cannot be read'],
		['broken/report.html', 400, 'The run broken cannot be read'],
		['?base=broken', 400, 'The run broken cannot be read'],
		['compare?a=one', 400, 'The address does not name two runs'],
		['compare?a=&b=one', 400, 'The address does not name two runs'],
		['trend', 400, 'The address names no score'],
		['trend?metric=', 400, 'The address names no score'],
		['nosuch/report.html', 404, 'There is no such page'],
		['%', 404, 'There is no such page'],
	])('answers %s with %i and a page that says why', async (path, status, said) => {
		logged('one', '2026-11-01T10:00:00Z');
		mkdirSync(join(results, 'broken'));
		writeFileSync(join(results, 'broken', 'log.jsonl'), '{"type":"header"}\n{}\n');
		await get('');
		const answer = await get(path);
		expect([answer.status, answer.text.includes(said), answer.text.includes('To all runs')]).toEqual([
			status,
			true,
			true,
		]);
		expect(answer.text).not.toMatch(/\w+Error:/u);
	});

	it.each([
		['an empty log', '', 'log.jsonl: the log is empty'],
		['half a header', '{"type":"hea', 'log.jsonl:1: not JSON'],
		[
			'a header without a model',
			'{"type":"header","version":2,"gemmark":"0","startedAt":"2026"}\n',
			'log.jsonl:1: model: ',
		],
		[
			'no header at all',
			'{"type":"footer","endedAt":"2026","outcome":"complete"}\n',
			'its header, this one is a footer',
		],
	])('names the run of which it says that it cannot be read: %s', async (_, log, said) => {
		mkdirSync(join(results, 'of today'));
		writeFileSync(join(results, 'of today', 'log.jsonl'), log);
		await get('');
		const { status, text } = await get('of%20today/report.html');
		expect([status, text.includes('<title>The run of today cannot be read'), text.includes(said)]).toEqual([
			400,
			true,
			true,
		]);
		expect((await get('')).text).toMatch(/of today.*cannot be read/u);
	});

	it('has a name for a run whose model has none, in list, report and comparison', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		const nameless = ({ header, ...log }: Log): Log => {
			const { title: _, ...model } = header.model;
			return { ...log, header: { ...header, model: { ...model, name: ' \u200b' }, target: '' } };
		};
		logged('nameless', '2026-11-02T10:00:00Z', nameless);
		expect((await get('')).text).toContain('unnamed model (1)');
		expect((await get('nameless/report.html')).text).toContain('<title>gemmark report: unnamed model</title>');
		expect((await get('compare?a=nameless&b=one')).text).toContain('as unnamed model is');
	});

	it('draws a score over time with its interval', async () => {
		for (const day of ['01', '02', '03']) logged(`run-${day}`, `2026-11-${day}T10:00:00Z`);
		await get('');
		const { text } = await get('trend?metric=prefix.free.meaningful');
		expect([text.match(/class="joined s0"/gu)?.length, text.match(/class="point"/gu)?.length]).toEqual([2, 3]);
		expect(text).toMatch(/\d+\.\d–\d+\.\d\s%/u);
	});

	it('joins no run of another corpus, nor one with a part of the samples, and says which is which', async () => {
		for (const day of ['01', '02']) logged(`run-${day}`, `2026-11-${day}T10:00:00Z`);
		logged('limited', '2026-11-03T10:00:00Z', (log) => ({ ...log, samples: log.samples.slice(0, 3) }));
		logged('other', '2026-11-04T10:00:00Z', (log) => ({
			...log,
			header: {
				...log.header,
				suites: log.header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, name: 'other' } })),
			},
		}));
		await get('');
		const { text } = await get('trend?metric=prefix.free.meaningful');
		expect([text.match(/class="joined/gu)?.length, text.match(/class="point"/gu)?.length]).toEqual([1, 4]);
		expect(text.match(/seriesmark s1 hollow/gu)).toHaveLength(1);
		expect(text).toContain('A hollow mark, 1 here');
		const [, series] = /href="([^"]*series=[^"]*)">corpus other/u.exec(text) ?? [];
		const alone = (await get((series ?? '').replaceAll('&amp;', '&'))).text;
		expect(alone.match(/class="point"/gu)).toHaveLength(1);
	});

	it('serves reports that are there, makes those that are not, and nothing else', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		writeFileSync(join(results, 'one', 'summary.md'), '# as written');
		writeFileSync(join(results, 'secret.txt'), 'secret');
		await get('');
		expect((await get('one/summary.md')).text).toBe('# as written');
		expect((await get('one/report.html')).text).toContain('<!doctype html>');
		for (const path of ['secret.txt', 'one/../secret.txt', 'one/%2e%2e/secret.txt', 'one/secret.txt', '../', '%']) {
			expect([path, (await get(path)).text.includes('secret')]).toEqual([path, false]);
		}
	});
});

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

	it('stands in the folder of the runs, and in memory where that cannot be written to', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		await get('');
		expect(readdirSync(results)).toContain('.gemmark-index.sqlite');
		index.close();
		rmSync(join(results, '.gemmark-index.sqlite'));
		chmodSync(results, 0o555);
		// Root writes anywhere; a name that is taken by a folder is the same to SQLite.
		if (process.getuid?.() === 0) mkdirSync(join(results, '.gemmark-index.sqlite'));
		index = new RunIndex(results);
		index.refresh();
		expect(await readRows(index, 1000)).toBe(0);
		expect(index.rows().map(({ id }) => id)).toEqual(['one']);
		chmodSync(results, 0o755);
	});
});

describe('the server', () => {
	const answered = (path: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> =>
		new Promise((resolve, reject) => {
			const { port } = new URL(server.url);
			const asked = request({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			asked.on('error', reject).end();
		});

	it('answers only with the token, to a name of this machine, for reading', async () => {
		const { pathname, host } = new URL(server.url);
		expect(await answered(pathname, { host })).toBe(200);
		expect(await answered('/', { host })).toBe(404);
		expect(await answered('/favicon.ico', { host })).toBe(204);
		expect(await answered(`/${'0'.repeat(32)}/`, { host })).toBe(404);
		expect(await answered(pathname, { host: 'evil.example' })).toBe(403);
		expect(await answered(pathname, { host }, 'POST')).toBe(405);
	});
});

describe('gemmark report --index', () => {
	it('writes the list as one page whose links lead to the reports', () => {
		logged('one', '2026-11-01T10:00:00Z');
		const main = join(packageRoot(), 'cli', 'main.ts');
		const { status, stderr } = spawnSync(process.execPath, [main, 'report', results, '--index'], { encoding: 'utf8' });
		expect([status, stderr]).toEqual([0, '']);
		expect(readFileSync(join(results, 'index.html'), 'utf8')).toContain('href="one/report.html"');
	});
});
