import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import { labelHash } from '../../src/eval/score/labels.ts';
import { writeLogFile } from '../../src/log/file/rewrite-log.ts';
import type { Log } from '../../src/log/record.ts';
import { labelsCsv } from '../../src/run/inputs/labels-file.ts';
import { logHeaderFixture } from '../../src/testing/log-line-fixture.ts';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import { tellGithub } from '../report/github.ts';
import { report } from '../report/report.ts';
import { gateRuns } from './gate-runs.ts';

let folder: string;
let printed: string;
beforeEach(() => {
	folder = workingFolderFixture();
	printed = '';
	const collect = (text: string | Uint8Array): boolean => {
		printed += String(text);
		return true;
	};
	vi.spyOn(process.stdout, 'write').mockImplementation(collect);
	vi.spyOn(process.stderr, 'write').mockImplementation(collect);
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

function logged(name: string, log: Log): string {
	mkdirSync(name, { recursive: true });
	writeLogFile(join(name, 'log.jsonl'), log);
	return name;
}

function gateFile(...rules: readonly string[]): string {
	writeFileSync('gate.yaml', `version: 1\nrules: [${rules.join(', ')}]\n`);
	return 'gate.yaml';
}

/** The run with one of its prefixes judged the other way. */
function worsened(log: Log): Log {
	const at = log.samples.findIndex(({ suite, scores }) => suite === 'prefix' && scores.meaningful?.value === true);
	return {
		...log,
		samples: log.samples.map((sample, index) =>
			index === at
				? { ...sample, scores: { ...sample.scores, meaningful: { value: false, reason: 'filler' } } }
				: sample,
		),
	};
}

describe('gemmark gate', () => {
	it('writes what it prints to --out, and nothing into the folder of the run', async () => {
		const run = logged('run', fixtureLog());
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		expect(await gateRuns([run], { gate, lang: 'en', out: 'kept/verdict.txt' })).toBe(0);
		const verdict = readFileSync('kept/verdict.txt', 'utf8');
		expect(verdict).toMatch(
			/\(run\/log\.jsonl\)\nThis is the bundled miniature.*\n.*prefix\.hits is \d+, wanted >= 0\ngate: passed\n$/u,
		);
		expect(printed).toContain(verdict);
		expect(readdirSync('run')).toEqual(['log.jsonl']);
		await expect(gateRuns([run], { gate, lang: 'en', out: 'run/log.jsonl' })).rejects.toThrow(UsageError);
	});

	it('holds each run by itself, writes what it came to into its reports, and exits as the worst of them', async () => {
		const runs = [logged('good', fixtureLog()), logged('bad', worsened(fixtureLog()))];
		const gate = gateFile('{metric: flips.prefix.free.meaningful.lost, max: 0}');
		const code = await gateRuns(runs, { gate, baseline: 'good', lang: 'en' });
		expect(printed).toMatch(
			/lost is 0, wanted <= 0[\s\S]*gate: passed[\s\S]*lost is 1, wanted <= 0[\s\S]*gate: failed/u,
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
	])('tells that its gate %s where no report can be written, and why', async (word, run, code) => {
		logged('good', fixtureLog());
		logged('bad', worsened(fixtureLog()));
		mkdirSync(join(run, 'report.html'));
		const gate = gateFile('{metric: flips.prefix.free.meaningful.lost, max: 0}');
		expect(await gateRuns([run], { gate, baseline: 'good', saveBaseline: 'base.json', lang: 'en' })).toBe(code);
		expect(existsSync('base.json')).toBe(word === 'passed');
		const unwritten = /gemmark: \S+report\.html: cannot be written \(EISDIR\)\. The log is safe; .*\n$/u;
		expect(printed).toContain(`gate: ${word}\n`);
		expect(printed).toMatch(unwritten);
	});

	it('holds a later run against a baseline that was kept, a tenth of the log, as against the run itself', async () => {
		const run = logged('run', fixtureLog());
		expect(await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' })).toBe(0);
		expect(statSync('base.json').size).toBeLessThan(statSync('run/log.jsonl').size / 4);
		rmSync(run, { recursive: true });
		const later = logged('later', worsened(fixtureLog()));
		const gate = gateFile('{metric: prefix.hits, maxDrop: 0}', '{metric: loadMs, maxRise: 0}');
		expect(await gateRuns([later], { gate, baseline: 'base.json', lang: 'en' })).toBe(1);
		expect(printed).toMatch(/✗ prefix\.hits is \d+, wanted at most 0 below the baseline, baseline \d+/u);
	});

	it('says of the bundled miniature that nothing is a verdict about Gemma', async () => {
		const log = fixtureLog();
		const model = { ...log.header.model, miniature: true };
		const run = logged('mini', { ...log, header: { ...log.header, model } });
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		await gateRuns([run], { gate, lang: 'en', out: 'verdict.txt' });
		await report(run, { lang: 'en' });
		expect(printed.match(/This is the bundled miniature, not Gemma/gu)).toHaveLength(2);
		expect(readFileSync('verdict.txt', 'utf8')).toContain('This is the bundled miniature, not Gemma');
		const other = { ...log, header: { ...log.header, model: { ...model, miniature: false } } };
		printed = '';
		await gateRuns([logged('other', other)], { gate, lang: 'en' });
		expect(printed).not.toContain('miniature');
	});

	it('judges no times that say nothing, the run’s or those of a baseline that was kept', async () => {
		const log = fixtureLog();
		const engine = { ...log.header.engine, timingsNotComparable: '2 samples at once share the engine' };
		const shared = logged('shared', { ...log, header: { ...log.header, engine } });
		const time = 'latency.prefix.free.warm.endToEndMs.p95';
		expect(await gateRuns([shared], { gate: gateFile(`{metric: ${time}, max: 1e9}`), lang: 'en' })).toBe(3);
		expect(printed).toContain('its times cannot be compared: 2 samples at once share the engine');
		await gateRuns([shared], { saveBaseline: 'base.json', lang: 'en' });
		const gate = gateFile(`{metric: ${time}, maxRise: 1000%}`);
		expect(await gateRuns([logged('run', log)], { gate, baseline: 'base.json', lang: 'en' })).toBe(3);
		expect(printed).toContain('the times of the baseline cannot be compared: 2 samples at once share the engine');
		expect(readFileSync('shared/summary.md', 'utf8')).toContain(
			'Timings say nothing here. 2 samples at once share the engine',
		);
	});

	it('reads a kept baseline again in which a turn was cut', async () => {
		const { samples, ...rest } = fixtureLog();
		const cut = samples.map((sample, index) => {
			const generations = sample.transcript.generations.map((one) => ({
				...one,
				finish: { unified: 'length', raw: 'length' } as const,
			}));
			return index > 1 ? sample : { ...sample, transcript: { ...sample.transcript, generations } };
		});
		await gateRuns([logged('cut', { ...rest, samples: cut })], { saveBaseline: 'base.json', lang: 'en' });
		const gate = gateFile('{metric: latency.prefix.free.warm.endToEndMs.mean, maxDrop: 0}');
		expect(await gateRuns([logged('run', fixtureLog())], { gate, baseline: 'base.json', lang: 'en' })).toBe(3);
		expect(printed).toContain('1 sample is cut, which could decide it');
	});

	it('takes hits that samples without a score could change as the least and the most that they could be', async () => {
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
		expect(printed).toContain('2 samples are unscored, which could decide it');
	});

	it('never writes a baseline over what is none', async () => {
		const run = logged('run', fixtureLog());
		writeFileSync('tools.json', '[]');
		for (const saveBaseline of ['run/log.jsonl', 'tools.json']) {
			await expect(gateRuns([run], { saveBaseline, lang: 'en' })).rejects.toThrow(UsageError);
		}
		expect(readFileSync('tools.json', 'utf8')).toBe('[]');
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		expect(await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' })).toBe(0);
	});

	it('refuses a baseline of which lines were lost, or that says another rate than its samples', async () => {
		const run = logged('run', fixtureLog());
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		const whole = readFileSync('base.json', 'utf8');
		const gate = gateFile('{metric: prefix.hits, maxDrop: 0}');
		writeFileSync('base.json', whole.replace(/\n\{"suite":"prefix"[^\n]*,\n/u, '\n'));
		await expect(gateRuns([run], { gate, baseline: 'base.json', lang: 'en' })).rejects.toThrow(
			/is not what its samples come to/u,
		);
		for (const metric of ['prefix.free.meaningful', 'prefix.hits', 'prefix.rate', 'frame.free.unscored']) {
			writeFileSync('base.json', whole.replace(new RegExp(`("${metric}":)[\\d.]+`, 'u'), '$10.01'));
			await expect(gateRuns([run], { gate, baseline: 'base.json', lang: 'en' })).rejects.toThrow(
				`metrics.${metric} is not what its samples come to`,
			);
		}
	});

	it('leaves reports with what their gate came to where a baseline alone is asked for, refused or not', async () => {
		const log = fixtureLog();
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		const run = logged('run', log);
		const part = logged('part', { ...log, header: { ...log.header, settings: { ...log.header.settings, limit: 3 } } });
		await gateRuns([run, part], { gate, lang: 'en' });
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		await expect(gateRuns([part], { saveBaseline: 'none.json', lang: 'ko' })).rejects.toThrow(
			/no baseline for a gate/u,
		);
		for (const folder of [run, part]) expect(readFileSync(`${folder}/summary.md`, 'utf8')).toContain('### Gate: ');
		expect(printed).not.toContain('no longer have');
		expect(existsSync('none.json')).toBe(false);
	});

	it('says beside its rules that times were measured on another machine than those of the baseline', async () => {
		const log = fixtureLog();
		const before = logged('before', {
			...log,
			header: { ...log.header, engine: { ...log.header.engine, threads: 64 } },
		});
		const run = logged('run', log);
		const rule = (metric: string): string => gateFile(`{metric: ${metric}, maxRise: 500%}`);
		await gateRuns([run], { gate: rule('latency.prefix.free.warm.endToEndMs.p95'), baseline: before, lang: 'en' });
		const told = `they were not measured alike: threads 64 and ${log.header.engine.threads}`;
		for (const said of [
			printed,
			...['summary.md', 'report.html', 'junit.xml'].map((name) => readFileSync(`run/${name}`, 'utf8')),
		]) {
			expect(said).toContain(told);
		}
		printed = '';
		await gateRuns([run], { gate: rule('prefix.free.unscored'), baseline: before, lang: 'en' });
		expect(printed).not.toContain('not measured alike');
	});

	it('says of a run that people labelled that its rules do not look at their word', async () => {
		const log = fixtureLog();
		const run = logged('run', log);
		const [first] = log.samples.filter(({ suite }) => suite === 'prefix');
		if (first === undefined) throw new Error('the fixture has no prefix');
		const label = { promptId: first.sampleId, sampleHash: await labelHash(first), meaningful: true, who: 'kim' };
		writeFileSync('run/labels.csv', labelsCsv([{ label, input: '', prefix: '' }]));
		await gateRuns([run], { gate: gateFile('{metric: prefix.hits, min: 0}'), lang: 'en' });
		const told = 'Its rules look at what the scorers judged, not at people’s labels.';
		expect(readFileSync('run/junit.xml', 'utf8')).toContain(`<property name="judgement" value="${told}"/>`);
		expect(readFileSync('run/junit.xml', 'utf8')).not.toContain('name="baseline"');
		for (const said of [printed, readFileSync('run/summary.md', 'utf8'), readFileSync('run/report.html', 'utf8')]) {
			expect(said).toContain(told);
		}
	});

	it('keeps no baseline of a run that fails its gate', async () => {
		const gate = gateFile('{metric: prefix.hits, min: 16}');
		expect(await gateRuns([logged('run', fixtureLog())], { gate, saveBaseline: 'base.json', lang: 'en' })).toBe(1);
		expect(statSync('base.json', { throwIfNoEntry: false })).toBeUndefined();
		expect(printed).toContain('no baseline is kept');
	});

	it('fails a merged run of which shards are missing, whatever its rules say', async () => {
		const log = fixtureLog();
		const part = { ...log, header: { ...log.header, settings: { ...log.header.settings, missingShards: [2] } } };
		const gate = gateFile('{metric: prefix.free.meaningful, min: 0}');
		expect(await gateRuns([logged('run', part)], { gate, lang: 'en' })).toBe(1);
		expect(printed).toContain('✗ run, wanted a whole run: shards are missing: 2');
	});

	it('tells of a shard that it is a part', async () => {
		const log = fixtureLog();
		const settings = { ...log.header.settings, shard: { index: 1, count: 3 } };
		const run = logged('run', { ...log, header: { ...log.header, settings } });
		expect(await gateRuns([run], { gate: gateFile('{metric: prefix.free.meaningful, min: 0}'), lang: 'en' })).toBe(0);
		expect(printed).toMatch(/^shard 1 of 3: only its samples count here$/mu);
	});

	it('leaves a run undecided that was interrupted, or has no end, though no sample is missing', async () => {
		const { footer: _, ...open } = fixtureLog();
		const cut: Log = { ...open, footer: { type: 'footer', endedAt: open.header.startedAt, outcome: 'interrupted' } };
		const gate = gateFile('{metric: prefix.free.meaningful, min: 0}');
		for (const [name, log, how] of [['cut', cut, 'interrupted'] as const, ['open', open, 'cut short'] as const]) {
			printed = '';
			expect(await gateRuns([logged(name, log)], { gate, lang: 'en', saveBaseline: `${name}.json` })).toBe(3);
			expect(printed).toContain(`the run is not complete (${how})`);
			expect(existsSync(`${name}.json`)).toBe(false);
		}
	});

	it('names the metric that was meant', async () => {
		const gate = gateFile('{metric: prefix.hist, min: 1}');
		expect(await gateRuns([logged('run', fixtureLog())], { gate, lang: 'en' })).toBe(1);
		expect(printed).toContain("this run has no prefix.hist; did you mean 'prefix.hits'?");
	});

	it.each([
		['{}', 'kind'],
		['[', 'is no JSON'],
		['{"kind":"gemmark-baseline","version":1,"header":{}}', 'header'],
	])('refuses %s as a baseline', async (content, named) => {
		writeFileSync('base.json', content);
		const request = { gate: gateFile('{metric: prefix.hits, maxDrop: 0}'), baseline: 'base.json', lang: 'en' as const };
		await expect(gateRuns([logged('run', fixtureLog())], request)).rejects.toThrow(named);
	});

	it('asks for something to hold runs against', async () => {
		await expect(gateRuns(['run'], { lang: 'en' })).rejects.toThrow('nothing to hold');
	});
});

describe('gemmark report --gate', () => {
	it('exits as the gate says', async () => {
		const run = logged('run', fixtureLog());
		expect(await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 16}') })).toBe(1);
		expect(await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 1}') })).toBe(0);
	});

	it('tells once that reports without it no longer have what it came to', async () => {
		const run = logged('run', fixtureLog());
		await report(run, { lang: 'en', gate: gateFile('{metric: prefix.hits, min: 16}') });
		expect(printed).not.toContain('no longer have');
		await report(run, { lang: 'en' });
		expect(printed.match(/no longer have what the gate came to: .* gemmark gate RUN/gu)).toHaveLength(1);
		await report(run, { lang: 'en' });
		expect(printed.match(/no longer have/gu)).toHaveLength(1);
	});
});

describe('a GitHub workflow', () => {
	it('gets the summary of the step, and an annotation for each rule that was not passed', async () => {
		vi.stubEnv('GITHUB_ACTIONS', 'true');
		vi.stubEnv('GITHUB_STEP_SUMMARY', join(folder, 'step.md'));
		const gate = gateFile('{metric: prefix.hits, min: 16}', '{metric: prefix.n, min: 99, soft: true}');
		await gateRuns([logged('run', fixtureLog())], { gate, lang: 'en' });
		expect(printed).toMatch(/^::error title=gemmark gate%3A \S+::✗ prefix\.hits is \d+, wanted >= 16$/mu);
		expect(printed).toMatch(/^::warning title=gemmark gate%3A \S+::! prefix\.n/mu);
		expect(readFileSync('step.md', 'utf8')).toBe(readFileSync('run/summary.md', 'utf8'));
	});

	it('is told nothing that ends an annotation or begins another', () => {
		const lines: string[] = [];
		const line = { metric: 'a%0A\n::set-env name=x::y', status: 'fail', expected: '>= 1' } as const;
		const result = { passed: false, undecided: false, lines: [line] };
		const log = { header: logHeaderFixture({ target: 'q8,\n::set-env' }) };
		tellGithub({ log, out: folder }, result, { GITHUB_ACTIONS: 'true' }, (text) => lines.push(text));
		expect(lines).toEqual([
			'::error title=gemmark gate%3A q8%2C %3A%3Aset-env::✗ a%250A ::set-env name=x::y, wanted >= 1',
		]);
	});
});
