import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixtureLog, fixtureUnitsLog } from '../reports/fixture/fixture-log.ts';
import { UsageError } from '../src/base/errors.ts';
import { saying } from '../src/testing/saying.ts';
import { gateFile, gatingFixture, logged, worsened } from './gating-fixture.ts';
import { gateRuns } from './results/gate.ts';

const output = gatingFixture();

describe('a baseline', () => {
	it('gates a later run against a saved baseline, smaller than the log', async () => {
		const run = logged('run', fixtureLog());
		expect(await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' })).toBe(0);
		expect(statSync('base.json').size).toBeLessThan(statSync('run/log.jsonl').size / 4);
		rmSync(run, { recursive: true });
		const later = logged('later', worsened(fixtureLog()));
		const gate = gateFile('{metric: prefix.hits, maxDrop: 0}', '{metric: loadMs, maxRise: 0}');
		expect(await gateRuns([later], { gate, baseline: 'base.json', lang: 'en' })).toBe(1);
		expect(output.printed).toMatch(/✗ prefix\.hits \d+, baseline \d+, required at most 0 below the baseline/u);
	});

	it('does not judge incomparable times of the run or the baseline', async () => {
		const log = fixtureLog();
		const engine = { ...log.header.engine, timingsNotComparable: '2 samples at once share the engine' };
		const shared = logged('shared', { ...log, header: { ...log.header, engine } });
		const time = 'latency.prefix.free.warm.endToEndMs.p95';
		expect(await gateRuns([shared], { gate: gateFile(`{metric: ${time}, max: 1e9}`), lang: 'en' })).toBe(3);
		expect(output.printed).toEqual(saying('gate.times'));
		await gateRuns([shared], { saveBaseline: 'base.json', lang: 'en' });
		const gate = gateFile(`{metric: ${time}, maxRise: 1000%}`);
		expect(await gateRuns([logged('run', log)], { gate, baseline: 'base.json', lang: 'en' })).toBe(3);
		expect(output.printed).toEqual(saying('gate.baseline-times'));
		expect(readFileSync('shared/summary.md', 'utf8')).toEqual(saying('run.samples-at-once'));
	});

	it('reads a saved baseline with a cut turn', async () => {
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
		expect(output.printed).toEqual(saying('gate.open', { causes: '1 cut off' }));
	});

	it('never overwrites a file that is not a baseline', async () => {
		const run = logged('run', fixtureLog());
		writeFileSync('tools.json', '[]');
		for (const saveBaseline of ['run/log.jsonl', 'tools.json']) {
			await expect(gateRuns([run], { saveBaseline, lang: 'en' })).rejects.toThrow(UsageError);
		}
		expect(readFileSync('tools.json', 'utf8')).toBe('[]');
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		expect(await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' })).toBe(0);
	});

	it('refuses a baseline with missing lines', async () => {
		const { header, ...log } = fixtureLog();
		const ids = log.samples.filter(({ suite }) => suite === 'prefix').map(({ sampleId }) => sampleId);
		const suites = header.suites.map((suite) =>
			suite.name === 'prefix' ? { ...suite, plan: { variants: ['free'], ids } } : suite,
		);
		const run = logged('run', { ...log, header: { ...header, suites } });
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		const whole = readFileSync('base.json', 'utf8');
		const gate = gateFile('{metric: prefix.hits, maxDrop: 0}');
		writeFileSync('base.json', whole.replace(/\n\{"suite":"prefix"[^\n]*,\n/u, '\n'));
		await expect(gateRuns([run], { gate, baseline: 'base.json', lang: 'en' })).rejects.toThrow(
			saying('config.gate-baseline-missing', { missing: 1 }),
		);
	});

	it('keeps the gate in reports when it only saves a baseline', async () => {
		const log = fixtureLog();
		const gate = gateFile('{metric: prefix.hits, min: 0}');
		const run = logged('run', log);
		const part = logged('part', { ...log, header: { ...log.header, settings: { ...log.header.settings, limit: 3 } } });
		await gateRuns([run, part], { gate, lang: 'en' });
		await gateRuns([run], { saveBaseline: 'base.json', lang: 'en' });
		await expect(gateRuns([part], { saveBaseline: 'none.json', lang: 'ko' })).rejects.toThrow(/not a baseline/u);
		for (const folder of [run, part]) expect(readFileSync(`${folder}/summary.md`, 'utf8')).toContain('### Gate: ');
		expect(output.printed).not.toContain('no longer have');
		expect(existsSync('none.json')).toBe(false);
	});

	it('reports that times come from another machine', async () => {
		const log = fixtureLog();
		const before = logged('before', {
			...log,
			header: { ...log.header, engine: { ...log.header.engine, threads: 64 } },
		});
		const run = logged('run', log);
		const rule = (metric: string): string => gateFile(`{metric: ${metric}, maxRise: 500%}`);
		await gateRuns([run], { gate: rule('latency.prefix.free.warm.endToEndMs.p95'), baseline: before, lang: 'en' });
		const difference = `times were measured differently: threads 64 and ${log.header.engine.threads}`;
		for (const said of [
			output.printed,
			...['summary.md', 'report.html', 'junit.xml'].map((name) => readFileSync(`run/${name}`, 'utf8')),
		]) {
			expect(said).toContain(difference);
		}
		output.printed = '';
		await gateRuns([run], { gate: rule('prefix.free.unscored'), baseline: before, lang: 'en' });
		expect(output.printed).not.toContain('measured under different conditions');
	});

	it('may be the run itself: unscored samples then decide nothing', async () => {
		const run = logged('run', fixtureUnitsLog());
		const others = (): ReturnType<typeof fixtureUnitsLog>['samples'] =>
			fixtureUnitsLog().samples.map((sample) => ({ ...sample, timings: { ...sample.timings, endToEndMs: 9000 } }));
		const gate = gateFile('{metric: units.metric, maxDrop: 0}', '{metric: flips.units.free.metric.lost, max: 0}');
		await gateRuns([run], { gate, baseline: run, lang: 'en' });
		expect(output.printed).toContain('gate: passed');
		output.printed = '';
		await gateRuns([run], { gate, baseline: logged('copy', { ...fixtureUnitsLog(), samples: others() }), lang: 'en' });
		expect(output.printed).toContain('gate: undecided');
	});

	it('saves no baseline of a run that fails its gate', async () => {
		const gate = gateFile('{metric: prefix.hits, min: 16}');
		expect(await gateRuns([logged('run', fixtureLog())], { gate, saveBaseline: 'base.json', lang: 'en' })).toBe(1);
		expect(statSync('base.json', { throwIfNoEntry: false })).toBeUndefined();
		expect(output.printed).toContain('no baseline saved');
	});
});
