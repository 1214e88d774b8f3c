import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { renderJunit } from '../../reports/junit.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { message } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import type { Log } from '../../src/log/record.ts';
import { get, index, logged, renewIndex, results } from './served-runs-fixture.ts';

describe('the list of runs', () => {
	it('shows the newest first, with verdict, scores and the way to each report', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('both/2-two', '2026-11-02T10:00:00Z');
		const { text } = await get('');
		expect(text).toMatch(/>2 runs\. /u);
		expect(text.indexOf('href="both/2-two/report.html"')).toBeLessThan(text.indexOf('href="one/report.html"'));
		expect(text).toMatch(/title="A · prefix · 7 of 15, .* · ◐ narrow"><b class="path">A<\/b>.*<\/svg>7 of 15/u);
		expect(text).toMatch(/aria-label="95%\sCI\s[\d.]+–[\d.]+%".*<span class="value">26 of 40<\/span>/u);
	});

	it('is sorted by a column or a metric, with runs that lack it last', async () => {
		const took = (minutes: number) => (log: Log) => ({
			...log,
			footer: { type: 'footer', outcome: 'complete', endedAt: `2026-11-01T10:0${minutes}:00Z` } as const,
		});
		logged('long', '2026-11-01T10:00:00Z', took(5));
		logged('short', '2026-11-01T10:00:00Z', took(2));
		logged('frames', '2026-11-01T10:00:00Z', (log) => ({
			...took(4)(log),
			samples: log.samples.filter(({ suite }) => suite === 'prefix'),
		}));
		await get('');
		const order = async (sort: string): Promise<readonly (string | undefined)[]> =>
			Array.from((await get(`?sort=${sort}`)).text.matchAll(/data-row="(\w+)"/gu), ([, id]) => id);
		expect(await order('took')).toEqual(['short', 'frames', 'long']);
		expect(await order('-took')).toEqual(['long', 'frames', 'short']);
		expect((await order('frame.free.valid')).at(-1)).toBe('frames');
		const { text } = await get('?sort=-took');
		expect(text).toMatch(/aria-sort="descending" title="Took"><a href="\?sort=took">/u);
	});

	it('shows the gate of a run by its junit.xml, also of a later check, and filters by it', async () => {
		logged('good', '2026-11-01T10:00:00Z');
		logged('bad', '2026-11-02T10:00:00Z');
		const gated = (id: string, status: 'pass' | 'fail'): void => {
			const line = { metric: 'frame.free.valid', status, expected: message('gate.whole-run') };
			const run = reportedRun(fixtureLog(), { gate: { passed: status === 'pass', undecided: false, lines: [line] } });
			writeFileSync(join(results, id, 'junit.xml'), renderJunit(run));
		};
		gated('good', 'pass');
		expect((await get('')).text).toContain('<span class="pass">✓ passed</span>');
		gated('bad', 'fail');
		const { text } = await get('');
		expect(text).toContain('<span class="fail">✕ valid</span>');
		expect(text).toContain('<b class="fail">✕</b> Not ready to ship: the gate requires frame.free.valid');
		expect(text).toContain('<b class="pass">✓</b> Ready to ship');
		expect(text.match(/class="stops"/gu)).toHaveLength(1);
		expect((await get('?gate=fail')).text).toContain('1 of 2 runs');
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
		expect(text).toMatch(/title="no verdict: only some prompts · prefix · \d of 3, /u);
		expect(text).toMatch(/<circle class="part"[^>]*>/u);
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
		expect(text).toMatch(/running · 3 of \d+ samples/u);
		expect(text).toMatch(/unreadable · log\.jsonl:1/u);
		expect(text).toMatch(/>2 runs\. /u);
		expect([text.includes('data-watched>'), text.includes('http-equiv="refresh"')]).toEqual([true, false]);
		expect((await get('open/report.html')).text).not.toMatch(/was (?:interrupted|cut)/u);
	});

	it('looks no further after a run whose log has not grown for days', async () => {
		logged('killed', '2026-11-01T10:00:00Z', ({ footer: _, ...log }) => log as Log);
		utimesSync(join(results, 'killed', 'log.jsonl'), new Date('2026-11-01'), new Date('2026-11-01'));
		const { text } = await get('');
		expect(text).toContain('ended without a last line');
		expect(text).not.toContain('data-watched>');
	});

	it('finds a run by its folder, whose name may be anything', async () => {
		logged('before', '2026-11-01T10:00:00Z');
		logged('50 %?#1', '2026-11-02T10:00:00Z');
		expect((await get('?find=BEF')).text).toContain('1 of 2 runs');
		expect((await get('?find=D83BA2E&model=&gate=')).text).toMatch(/>2 runs\. /u);
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
		expect((await get('compare?run=one&run=nameless')).text).toMatch(/as good as unnamed model/u);
	});
});

describe('the comparison of two runs', () => {
	it('filters by model, and compares runs that are ticked with the last of them', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('two', '2026-11-02T10:00:00Z', (log) => ({
			...log,
			header: { ...log.header, model: { ...log.header.model, name: '다른 <모델>' } },
		}));
		const other = (await get(`?model=${encodeURIComponent('다른 <모델>')}`)).text;
		expect(other).toContain('1 of 2 runs');
		expect(other).toContain('다른 &lt;모델&gt;');
		const { status, text } = await get('compare?run=two&run=one');
		expect([status, /<title>[^<]*: gemmark/u.test(text)]).toEqual([200, true]);
		expect(text).toContain('<a href="compare?run=one&amp;run=two">Swap baseline</a>');
	});

	it('says in place of the comparison why two runs cannot be compared', async () => {
		logged('one', '2026-11-01T10:00:00Z');
		logged('warm', '2026-11-02T10:00:00Z', (log) => ({
			...log,
			header: { ...log.header, settings: { ...log.header.settings, temperature: 1 } },
		}));
		const { status, text } = await get('compare?run=warm&run=one');
		expect([status, text.includes('UsageError')]).toEqual([400, false]);
		expect(text).toContain('href="compare?run=warm&amp;run=one&amp;allow=settings.temperature"');
		expect((await get('compare?run=warm&run=one&allow=settings.temperature')).status).toBe(200);
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
