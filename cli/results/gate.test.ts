import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { labelsCsv } from '../../run/results/labels-file.ts';
import { UsageError } from '../../src/base/errors.ts';
import { labelHash } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { saying } from '../../src/testing/saying.ts';
import { gateFile, gatingFixture, logged, worsened } from '../gating-fixture.ts';
import { gateRuns } from './gate.ts';
import { report } from './report.ts';

const en = localeOf('en');

const output = gatingFixture();

describe('gemmark gate', () => {
	it('writes what it prints to --out, and nothing into the folder of the run', async () => {
		const run = logged('run', fixtureLog());
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		expect(await gateRuns([run], { gate, lang: 'en', out: 'kept/verdict.txt' })).toBe(0);
		const verdict = readFileSync('kept/verdict.txt', 'utf8');
		expect(verdict).toMatch(
			/\(run\/log\.jsonl\)\nThis is the bundled miniature.*\n.*prefix\.hits \d+, required >= 0\ngate: passed\n$/u,
		);
		expect(output.printed).toContain(verdict);
		expect(readdirSync('run')).toEqual(['log.jsonl']);
		await expect(gateRuns([run], { gate, lang: 'en', out: 'run/log.jsonl' })).rejects.toThrow(UsageError);
	});

	it('prints one JSON object of all runs, and writes it to --out', async () => {
		const runs = [logged('good', fixtureLog()), logged('bad', worsened(fixtureLog()))];
		const gate = gateFile('{metric: flips.prefix.free.meaningful.lost, max: 0}');
		expect(await gateRuns(runs, { gate, baseline: 'good', json: true, out: 'kept/verdict.json' })).toBe(1);
		const verdict = readFileSync('kept/verdict.json', 'utf8');
		expect(output.printed).toContain(verdict);
		expect(JSON.parse(verdict)).toMatchObject({
			exitCode: 1,
			runs: [
				{ log: expect.stringContaining('good'), gate: { passed: true }, exitCode: 0 },
				{ log: expect.stringContaining('bad'), gate: { passed: false, undecided: false }, exitCode: 1 },
			],
		});
	});

	it('checks each run, updates its reports, and exits as the worst', async () => {
		const runs = [logged('good', fixtureLog()), logged('bad', worsened(fixtureLog()))];
		const gate = gateFile('{metric: flips.prefix.free.meaningful.lost, max: 0}');
		const code = await gateRuns(runs, { gate, baseline: 'good', lang: 'en' });
		expect(output.printed).toMatch(
			/lost 0, required <= 0[\s\S]*gate: passed[\s\S]*lost 1, required <= 0[\s\S]*gate: failed/u,
		);
		expect(code).toBe(1);
		expect(readFileSync('bad/junit.xml', 'utf8')).toContain('<testsuite name="gate"');
		expect(readFileSync('bad/summary.md', 'utf8')).toContain('### Gate: failed');
		expect(readFileSync('bad/decision.md', 'utf8')).toContain('## Gate: failed');
		expect(readFileSync('bad/report.html', 'utf8')).toContain('<h2 id="gate-title">Gate: failed</h2>');
	});

	it.each([
		['passed', 'good', 3],
		['failed', 'bad', 1],
	])('prints that its gate %s although no report can be written', async (word, run, code) => {
		logged('good', fixtureLog());
		logged('bad', worsened(fixtureLog()));
		mkdirSync(join(run, 'report.html'));
		const gate = gateFile('{metric: flips.prefix.free.meaningful.lost, max: 0}');
		expect(await gateRuns([run], { gate, baseline: 'good', saveBaseline: 'base.json', lang: 'en' })).toBe(code);
		expect(existsSync('base.json')).toBe(word === 'passed');
		const unwritten = /gemmark: \S+report\.html: cannot be written \(EISDIR\)\. The log is safe\. .*\n$/u;
		expect(output.printed).toContain(`gate: ${word}\n`);
		expect(output.printed).toMatch(unwritten);
	});

	it('prints the miniature notice', async () => {
		const log = fixtureLog();
		const model = { ...log.header.model, miniature: true };
		const run = logged('mini', { ...log, header: { ...log.header, model } });
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		await gateRuns([run], { gate, lang: 'en', out: 'verdict.txt' });
		await report(run, { lang: 'en' });
		expect(output.printed.match(/This is the bundled miniature, not Gemma/gu)).toHaveLength(2);
		expect(readFileSync('verdict.txt', 'utf8')).toContain(en.history.miniature);
		const other = { ...log, header: { ...log.header, model: { ...model, miniature: false } } };
		output.printed = '';
		await gateRuns([logged('other', other)], { gate, lang: 'en' });
		expect(output.printed).not.toContain('miniature');
	});

	it('bounds hits by what unscored samples could change', async () => {
		const log = fixtureLog();
		let cut = 0;
		const samples = log.samples.map((sample) =>
			sample.suite === 'prefix' && cut++ < 2
				? { ...sample, scores: { ...sample.scores, meaningful: { unscored: 'cut-length' as const } } }
				: sample,
		);
		const run = logged('run', { ...log, samples });
		expect(await gateRuns([run], { gate: gateFile('{metric: prefix.hits, min: 1}'), lang: 'en' })).toBe(0);
		expect(await gateRuns([run], { gate: gateFile('{metric: prefix.hits, max: 100}'), lang: 'en' })).toBe(0);
		const open = log.samples.filter(({ scores }) => scores.meaningful?.value === true).length;
		expect(await gateRuns([run], { gate: gateFile(`{metric: prefix.hits, min: ${open}}`), lang: 'en' })).toBe(3);
		expect(output.printed).toEqual(saying('gate.open'));
	});

	it('states that its rules do not use labels', async () => {
		const log = fixtureLog();
		const run = logged('run', log);
		const [first] = log.samples.filter(({ suite }) => suite === 'prefix');
		if (first === undefined) throw new Error('the fixture has no prefix');
		const label = { promptId: first.sampleId, sampleHash: await labelHash(first), meaningful: true, who: 'kim' };
		writeFileSync('run/labels.csv', labelsCsv([{ label, input: '', prefix: '' }]));
		await gateRuns([run], { gate: gateFile('{metric: prefix.hits, min: 0}'), lang: 'en' });
		const notice = 'Its rules use scorer results, not human labels; verdict.path uses both.';
		expect(readFileSync('run/junit.xml', 'utf8')).toContain(`<property name="judgement" value="${notice}"/>`);
		expect(readFileSync('run/junit.xml', 'utf8')).not.toContain('name="baseline"');
		for (const said of [
			output.printed,
			readFileSync('run/summary.md', 'utf8'),
			readFileSync('run/report.html', 'utf8'),
		]) {
			expect(said).toContain(notice);
		}
	});

	it('fails a merged run of which shards are missing, whatever its rules say', async () => {
		const log = fixtureLog();
		const part = { ...log, header: { ...log.header, settings: { ...log.header.settings, missingShards: [2] } } };
		const gate = gateFile('{metric: prefix.free.meaningful, min: 0}');
		expect(await gateRuns([logged('run', part)], { gate, lang: 'en' })).toBe(1);
		expect(output.printed).toContain('✗ run shards are missing: 2, required a complete run');
	});

	it('marks a shard as a part', async () => {
		const log = fixtureLog();
		const settings = { ...log.header.settings, shard: { index: 1, count: 3 } };
		const run = logged('run', { ...log, header: { ...log.header, settings } });
		expect(await gateRuns([run], { gate: gateFile('{metric: prefix.free.meaningful, min: 0}'), lang: 'en' })).toBe(0);
		expect(output.printed).toMatch(/^shard 1 of 3: only its samples count here$/mu);
	});

	it('leaves a run undecided that was interrupted, or has no end, though no sample is missing', async () => {
		const { footer: _, ...open } = fixtureLog();
		const cut: Log = { ...open, footer: { type: 'footer', endedAt: open.header.startedAt, outcome: 'interrupted' } };
		const gate = gateFile('{metric: prefix.free.meaningful, min: 0}');
		for (const [name, log, how] of [['cut', cut, 'interrupted'] as const, ['open', open, 'cut short'] as const]) {
			output.printed = '';
			expect(await gateRuns([logged(name, log)], { gate, lang: 'en', saveBaseline: `${name}.json` })).toBe(3);
			expect(output.printed).toEqual(saying('gate.unended', { outcome: how }));
			expect(existsSync(`${name}.json`)).toBe(false);
		}
	});

	it('names the metric that was meant', async () => {
		const gate = gateFile('{metric: prefix.hist, min: 1}');
		expect(await gateRuns([logged('run', fixtureLog())], { gate, lang: 'en' })).toBe(1);
		expect(output.printed).toContain("this run has no prefix.hist; did you mean 'prefix.hits'?");
	});

	it.each([
		['{}', 'kind'],
		['[', 'not JSON'],
		['{"kind":"gemmark-baseline","version":1,"header":{}}', 'header'],
	])('refuses %s as a baseline', async (content, named) => {
		writeFileSync('base.json', content);
		const request = { gate: gateFile('{metric: prefix.hits, maxDrop: 0}'), baseline: 'base.json', lang: 'en' as const };
		await expect(gateRuns([logged('run', fixtureLog())], request)).rejects.toThrow(named);
	});

	it('requires --gate or --save-baseline', async () => {
		await expect(gateRuns(['run'], { lang: 'en' })).rejects.toMatchObject({ said: { code: 'usage.gate-nothing' } });
	});
});

describe('gemmark report --gate', () => {
	it('exits as the gate says', async () => {
		const run = logged('run', fixtureLog());
		expect(await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 16}') })).toBe(1);
		expect(await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 1}') })).toBe(0);
	});

	it('warns once that new reports lose its result', async () => {
		const run = logged('run', fixtureLog());
		await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 16}') });
		expect(output.printed).not.toContain('no longer have');
		await report(run, { lang: 'en' });
		expect(output.printed.match(/no longer have the result of the gate\. .* gemmark gate RUN/gu)).toHaveLength(1);
		await report(run, { lang: 'en' });
		expect(output.printed.match(/no longer have/gu)).toHaveLength(1);
	});
});
