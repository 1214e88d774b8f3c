import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewPages } from './pages.ts';
import { get, index, logged, results } from './served-runs-fixture.ts';
import { startViewServer } from './view.ts';

describe('the pages and reports of runs', () => {
	it('lists a log that is a pipe, a folder or a link to nothing as one that cannot be read', async () => {
		for (const id of ['pipe', 'folder', 'link']) mkdirSync(join(results, id));
		spawnSync('mkfifo', [join(results, 'pipe', 'log.jsonl')]);
		mkdirSync(join(results, 'folder', 'log.jsonl'));
		symlinkSync('nowhere', join(results, 'link', 'log.jsonl'));
		const { text } = await get('');
		expect(text.match(/unreadable · log\.jsonl/gu)).toHaveLength(3);
	});

	it('never follows links', async () => {
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
			expect((await get('compare?run=log&run=moved')).status).toBe(400);
			expect((await get('')).text).toMatch(/log\.jsonl: it or a folder above it is a link/u);
		} finally {
			rmSync(join(secret, '..'), { recursive: true });
		}
	});

	it.each([
		['?base=one', 400, 'base=one'],
		['?page=999999', 400, 'page=999999'],
		['?limit=many', 400, 'limit=many'],
		['trend?metric=nosuch', 404, 'No run here has nosuch'],
		['trend?metric=prefix.free.meaningful&series=nosuch', 404, 'Series not found'],
		['compare?run=one&run=three', 404, 'Run three not found'],
		['compare?run=one&run=broken', 400, 'Run broken is unreadable'],
		['broken/report.html', 400, 'Run broken is unreadable'],
		['compare?run=one&run=one', 400, 'The address does not name two runs'],
		['compare?run=&run=one', 400, 'The address does not name two runs'],
		['trend', 400, 'The address has no metric'],
		['trend?metric=', 400, 'The address has no metric'],
		['nosuch/report.html', 404, 'Page not found'],
		['%', 404, 'Page not found'],
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
		['half a header', '{"type":"hea', 'log.jsonl: its header was cut'],
		[
			'a header without a model',
			'{"type":"header","version":3,"gemmark":"0","startedAt":"2026"}\n',
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
		expect([status, text.includes('<title>Run of today is unreadable'), text.includes(said)]).toEqual([
			400,
			true,
			true,
		]);
		expect((await get('')).text).toMatch(/of today.*unreadable/u);
	});

	it('says in Korean why a run cannot be read', async () => {
		mkdirSync(join(results, 'empty'));
		writeFileSync(join(results, 'empty', 'log.jsonl'), '');
		const korean = await startViewServer(viewPages(index, 'ko'), 0);
		try {
			for (const path of ['', 'empty/report.html']) {
				const text = await (await fetch(new URL(path, korean.url))).text();
				expect(text).toContain('log.jsonl: 로그가 비어 있습니다');
				expect(text).not.toContain(`${results}/empty`);
			}
		} finally {
			await korean.close();
		}
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
