import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import type { Log } from '../../src/log/record.ts';
import { get, index, logged, renewIndex, results } from './served-runs-fixture.ts';

describe('the list of runs', () => {
	it('shows the newest first, with verdict, scores and the way to each report', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('both/2-two', '2026-11-02T10:00:00Z');
		const { text } = await get('');
		expect(text).toContain('>2 runs, newest first.');
		expect(text.indexOf('href="both/2-two/report.html"')).toBeLessThan(text.indexOf('href="one/report.html"'));
		expect(text).toMatch(/class="path">A<\/b>.*7 of 15.* · ◐ narrow/u);
		expect(text).toContain('title="prefix.free.meaningful">a meaningful prefix');
	});

	it('leads to the trend of every score and time of a suite that is chosen, else of the main ones', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		const trends = (text: string): readonly string[] =>
			Array.from(text.matchAll(/metric=([^"&]+)" title=/gu), ([, metric = '']) => metric);
		const main = trends((await get('')).text);
		expect(main).toEqual(expect.arrayContaining(['prefix.free.meaningful', 'frame.free.valid']));
		expect(main).not.toContain('latency.prefix.free.decodeTokensPerSecond');
		const prefix = trends((await get('?suite=prefix')).text);
		expect(prefix.every((metric) => /^(?:latency\.)?prefix\./u.test(metric))).toBe(true);
		expect(prefix[0]).toBe('prefix.free.meaningful');
		expect(prefix).toEqual(
			expect.arrayContaining(['prefix.free.firstTool', 'latency.prefix.free.decodeTokensPerSecond']),
		);
		for (const metric of prefix) expect((await get(`trend?metric=${metric}`)).status).toBe(200);
	});

	it('counts of a part what was asked, and marks its scores', async () => {
		logged('part', '2026-11-01T10:00:00Z', (log) => ({
			...log,
			header: { ...log.header, settings: { ...log.header.settings, limit: 3 } },
			samples: log.samples.filter(({ suite }) => suite === 'prefix').slice(0, 3),
		}));
		const { text } = await get('');
		expect(text).toMatch(/no verdict: only some prompts<\/b> <span class="muted">prefix · \d of 3, /u);
		expect(text).toMatch(
			/prefix\.free\.meaningful">[^<]*<b>[^<]*<\/b> <span class="muted">n 3, only some samples<\/span>/u,
		);
	});

	it('shows the progress of a run and the problem of a broken log', async () => {
		logged(
			'open',
			'2026-11-01T10:00:00Z',
			({ footer: _, ...log }) => ({ ...log, samples: log.samples.slice(0, 3) }) as Log,
		);
		mkdirSync(join(results, 'broken'));
		writeFileSync(join(results, 'broken', 'log.jsonl'), '{"type":"header"}\n{}\n');
		mkdirSync(join(results, 'none'));
		const { text } = await get('');
		expect(text).toMatch(/running<\/span> · 3 of \d+ samples/u);
		expect(text).toMatch(/unreadable · log\.jsonl:1/u);
		expect(text).toContain('>2 runs, newest first.');
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
		expect((await get('')).text).toContain('>running<');
		appendFileSync(
			join(results, 'one', 'log.jsonl'),
			`${JSON.stringify({ type: 'footer', endedAt: '2026-11-01T10:05:00Z', outcome: 'complete' })}\n`,
		);
		expect((await get('')).text).not.toContain('>running<');
		rmSync(join(results, 'one'), { recursive: true });
		expect((await get('')).text).toContain('No runs yet');
		index.close();
		writeFileSync(join(results, '.gemmark-index.sqlite'), 'no database');
		renewIndex();
		expect(index.rows()).toEqual([]);
	});

	it('has a name for a run whose model has none, in list, report and comparison', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		const nameless = ({ header, ...log }: Log): Log => {
			const { title: _, ...model } = header.model;
			return { ...log, header: { ...header, model: { ...model, name: ' \u200b' }, target: '' } };
		};
		logged('nameless', '2026-11-02T10:00:00Z', nameless);
		await get('');
		expect((await get('')).text).toContain('unnamed model (1)');
		expect((await get('nameless/report.html')).text).toContain('<title>gemmark report: unnamed model</title>');
		expect((await get('compare?a=nameless&b=one')).text).toMatch(/as good as unnamed model/u);
	});
});

describe('the comparison of two runs', () => {
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
