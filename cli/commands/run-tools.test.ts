import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureLog, fixtureQuantizations } from '../../reports/fixture/fixture-log.ts';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { gateLines } from '../../reports/terminal/gate.ts';
import { compose } from '../../run/compose/compose.ts';
import { gate as judge, loadGateAndBaseline, readGate } from '../../run/results/judge.ts';
import { ConfigError, EnvironmentError, UsageError } from '../../src/base/errors.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { saying } from '../../src/testing/saying.ts';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import { label } from '../label/label.ts';
import { compare } from '../results/compare.ts';
import { mergeRuns } from '../results/merge.ts';
import { report } from '../results/report.ts';
import { rescoreRun } from '../results/rescore.ts';

const en = localeOf('en');

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

const suites = await suitesNamed(['prefix']);
let _folder: string;
let printed: string;
beforeEach(() => {
	_folder = workingFolderFixture();
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += String(text);
		return true;
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

function logged(name: string, log: Log): string {
	mkdirSync(name, { recursive: true });
	writeLogFile(join(name, 'log.jsonl'), log);
	return name;
}

describe('gemmark report', () => {
	it('writes the same reports from the same log, wherever', async () => {
		const run = logged('run', fixtureLog());
		await report(run, { lang: 'en', out: 'a' });
		await report(join(run, 'log.jsonl'), { lang: 'en', out: 'b' });
		for (const name of ['report.html', 'report.csv', 'decision.md', 'summary.md', 'junit.xml']) {
			expect(readFileSync(join('a', name))).toEqual(readFileSync(join('b', name)));
		}
	});

	it('refuses a run that is none', async () => {
		await expect(report('absent', { lang: 'en' })).rejects.toThrow(UsageError);
	});
});

describe('gemmark rescore', () => {
	it('replaces scores that the transcript contradicts, and counts them', async () => {
		const log = fixtureLog();
		const samples = log.samples
			.filter(({ suite }) => suite === 'prefix')
			.map((result) => ({
				...result,
				sample: { ...result.sample, expected: [{ tool: 'search_catalog', arguments: {} }] },
				scores: { ...result.scores, meaningful: { value: true } },
			}));
		const run = logged('run', { ...log, samples });
		await rescoreRun(run, { lang: 'en' });
		expect(printed).toMatch(/[1-9]\d* of \d+ samples score differently now/u);
		const rescored = await readLogFile(join(run, 'log.jsonl'));
		expect(rescored.samples.some(({ scores }) => scores.meaningful?.value === false)).toBe(true);
		printed = '';
		const files = readdirSync(run).map((name) => join(run, name));
		expect(files).toHaveLength(6);
		const written = files.map((file) => statSync(file).ino);
		await rescoreRun(run, { lang: 'en' });
		expect(printed).toMatch(/^0 of \d+ samples score differently now/mu);
		// Files that are written again are other ones.
		expect(files.map((file) => statSync(file).ino)).toEqual(written);
	});
});

describe('gemmark compare', () => {
	it('prints flips of each run against the first', async () => {
		const runs = fixtureQuantizations().map((log, index) => logged(`run-${index}`, log));
		await compare(runs, { lang: 'en', json: false, out: 'out' });
		expect(printed).toMatch(/ vs baseline\n[\s\S]*\d+ lost, \d+ gained[\s\S]*\nanswer .*can’t tell yet/u);
		expect(printed).toContain('comparison: out/comparison.html');
		expect(printed).toContain(en.history.miniature);
		expect(readFileSync('out/comparison.html', 'utf8')).toContain('<!doctype html>');
	});

	it('says that it is the miniature in its JSON too', async () => {
		const runs = fixtureQuantizations().map((log, index) => logged(`run-${index}`, log));
		await compare(runs, { lang: 'en', json: true, out: 'out' });
		expect(JSON.parse(printed)).toMatchObject({ notice: expect.stringContaining('miniature, not Gemma') });
	});

	it('names the field that keeps runs from being compared', async () => {
		const log = fixtureLog();
		const other = { ...log, header: { ...log.header, settings: { ...log.header.settings, temperature: 1 } } };
		const runs = [logged('a', log), logged('b', other)];
		await expect(compare(runs, { lang: 'en', json: false, out: 'out' })).rejects.toThrow(/temperature/u);
		expect(existsSync('out')).toBe(false);
		await compare(runs, { lang: 'en', json: false, out: 'out', allow: ['settings.temperature'] });
		expect(printed).toMatch(/gguf \(2\) vs baseline\n {2}[^\n]*emperature[^\n]*: 0 → 1$/mu);
	});
});

describe('gemmark compare, asked wrongly,', () => {
	it('refuses a single run and leaves no empty folder', async () => {
		const run = logged('a', fixtureLog());
		await expect(compare([run], { lang: 'en', json: false, out: 'out' })).rejects.toThrow(UsageError);
		expect(existsSync('out')).toBe(false);
	});
});

describe('gemmark merge', () => {
	it('refuses runs that are no shards of one run', async () => {
		const [first, second] = fixtureQuantizations();
		if (first === undefined || second === undefined) throw new Error('two logs');
		const header = { ...second.header, model: { ...second.header.model, sha256: 'another' } };
		const runs = [logged('a', first), logged('b', { ...second, header })];
		await expect(mergeRuns(runs, { lang: 'en', json: false })).rejects.toThrow(/model\.sha256/u);
	});
});

describe('gemmark label', () => {
	it('goes by CSV to people and back, into the report', async () => {
		const run = logged('run', fixtureLog());
		await label(run, { who: '지민', export: 'out.csv', lang: 'en' });
		const csv = readFileSync('out.csv', 'utf8');
		expect(csv).toMatch(/^\uFEFFprompt_id,sample_hash,label,who,note,input,prefix/u);
		let judged = 0;
		writeFileSync(
			'out.csv',
			csv.replaceAll(',,지민,', () => `,${judged++ % 2 === 0 ? 'Y' : 'N'},지민,`),
		);
		await label(run, { who: '지민', import: 'out.csv', lang: 'en' });
		expect(judged).toBeGreaterThan(10);
		expect(printed).toMatch(new RegExp(`${judged} labels? in run/labels.csv`, 'u'));
		expect(readFileSync('run/decision.md', 'utf8')).toMatch(/kappa/iu);
	});

	it('Ctrl-C keeps the labels, writes the reports again and ends with 130; blank prefixes are not asked', async () => {
		const log = fixtureLog();
		const run = logged('run', log);
		const input = Object.assign(new PassThrough(), { isTTY: true });
		const asking = label(run, { who: '지민', lang: 'en' }, input);
		await vi.waitUntil(() => printed.includes('worth keeping?'), { timeout: 30_000 });
		input.write('y\n');
		await vi.waitUntil(() => printed.split('worth keeping?').length === 3, { timeout: 30_000 });
		process.emit('SIGINT');
		expect(await asking).toBe(130);
		expect(readFileSync('run/labels.csv', 'utf8').match(/,Y,지민,/gu)).toHaveLength(1);
		expect(readFileSync('run/decision.md', 'utf8')).toMatch(/labelled 1 of \d+ texts/u);
		expect(printed).toEqual(saying(en.label.silent));
	});

	it('asks what the rule counted first, says how the verdict stands, and stops when it is settled', async () => {
		const app = { name: 'coach', version: '1', language: 'ko' };
		const run = logged('run', fixtureLog({ frames: false, header: { app }, silenced: [0, 1] }));
		const input = Object.assign(new PassThrough(), { isTTY: true });
		const asking = label(run, { who: '지민', lang: 'ko' }, input);
		await vi.waitUntil(() => printed.includes('보존할 만한가요?'), { timeout: 30_000 });
		input.write('ㅜ\n');
		expect(await asking).toBe(0);
		expect(printed).toMatch(/15건 중 5건 이상이 보존할 만할 확률 \d+%: 확정/u);
		const [row = ''] = readFileSync('run/labels.csv', 'utf8').trim().split('\n').slice(1);
		expect(row).toMatch(/^prefix-05,\w+,N,지민,/u);
	});

	it('reports labels of texts that this run does not have', async () => {
		const run = logged('run', fixtureLog());
		writeFileSync('old.csv', 'prompt_id,sample_hash,label,who\nprefix-01,0123456789abcdef,Y,me\n');
		await label(run, { who: 'me', import: 'old.csv', lang: 'en' });
		expect(printed).toMatch(/1 label in run\/labels\.csv, 1 of them for texts that this run does not have/u);
	});

	it('names files that cannot be read or written', async () => {
		const run = logged('run', fixtureLog());
		await expect(label(run, { who: 'me', import: 'absent.csv', lang: 'en' })).rejects.toThrow(
			/absent\.csv: no such file/u,
		);
		await expect(label(run, { who: 'me', export: 'no/where.csv', lang: 'en' })).rejects.toThrow(EnvironmentError);
	});

	it('refuses a name that its file could not hold before the first question', async () => {
		const run = logged('run', fixtureLog());
		const input = Object.assign(new PassThrough(), { isTTY: true });
		const long = label(run, { who: '지'.repeat(201), lang: 'en' }, input);
		await expect(long).rejects.toMatchObject({ said: { code: 'usage.label-name-long', params: { limit: 200 } } });
		expect(printed).toBe('');
	});
});

describe('a gate', () => {
	const gate = (text: string): ReturnType<typeof readGate> => {
		writeFileSync('gate.yaml', text);
		return readGate('gate.yaml');
	};

	it('passes and fails by named metrics, a soft rule only telling', async () => {
		const log = fixtureLog();
		const rules =
			'version: 1\nrules:\n  - {metric: prefix.n, min: 15}\n  - {metric: prefix.hits, min: 16, soft: true}\n';
		const result = judge(log, gate(rules));
		expect(result.passed).toBe(true);
		expect(gateLines(result, localeOf('en'))).toEqual([
			'✓ prefix.n 15, required >= 15',
			expect.stringMatching(/^! prefix\.hits \d+, required >= 16 \(soft\)/u),
			'gate: passed',
		]);
		const failing = gate('version: 1\nrules: [{metric: prefix.hits, min: 16}]');
		expect(judge(log, failing).passed).toBe(false);
	});

	it('holds a run against a baseline, which is read before the run', async () => {
		const run = logged('base', fixtureLog());
		gate('version: 1\nrules: [{metric: prefix.hits, maxDrop: 0}]');
		const loaded = await loadGateAndBaseline('gate.yaml', run, { suites });
		rmSync(run, { recursive: true });
		expect(judge(fixtureLog(), loaded.gate, loaded.baseline).passed).toBe(true);
	});

	it('that compares asks for its baseline before anything is run', async () => {
		gate('version: 1\nrules: [{metric: prefix.hits, maxDrop: 0}]');
		await expect(loadGateAndBaseline('gate.yaml', undefined, { suites })).rejects.toThrow(
			/gate\.yaml: .*requires a baseline/u,
		);
		await expect(loadGateAndBaseline('gate.yaml', 'absent', { suites })).rejects.toThrow(
			saying('usage.no-run', { run: 'absent' }),
		);
	});

	it('that is broken is named by file and field', () => {
		expect(() => gate('version: 1\nrules: [{metric: x, mni: 3}]')).toThrow(/gate\.yaml: rules\.0/u);
		expect(() => gate('a: &a [1]\nb: [*a, *a]')).toThrow(ConfigError);
		expect(() => gate('version: [')).toThrow(/not YAML/u);
		expect(() => readGate('absent.yaml')).toThrow('absent.yaml: no such file');
	});

	it('with a tag of its own gives one line and no warning beside it', () => {
		const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
		expect(() => gate('version: 1\nrules: [!!js/function "x"]')).toThrow(/gate\.yaml:2: not YAML/u);
		expect(warned).not.toHaveBeenCalled();
	});
});
