import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { renderRun } from '../../reports/render-run.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { ConfigError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { EvaluatedRun } from '../../src/eval/header.ts';
import { saying } from '../../src/testing/saying.ts';
import { localTime } from '../../src/text/local-time.ts';
import { compare, gate, readGate } from './judge.ts';

const RUN = {} as EvaluatedRun;

describe('gate', () => {
	it.each([
		['gate.yaml', 'text'],
		[null, 'null'],
		[undefined, 'a value of type undefined'],
	])('refuses %j as rules, and says what it takes', (rules, given) => {
		const said = message('config.gate-given', { given });
		expect(() => gate(RUN, rules as never)).toThrow(expect.objectContaining({ said }));
	});

	it('refuses what is no run, and so does compare', () => {
		expect(() => gate('results/a' as never, [{ metric: 'prefix.hits', min: 1 }])).toThrow(UsageError);
		expect(() => compare(fixtureLog(), undefined as never)).toThrow(
			expect.objectContaining({ said: expect.objectContaining({ code: 'usage.not-a-run' }) }),
		);
	});

	it('refuses a baseline that the command refuses: one that is a part, or did not come to its end', () => {
		const { footer, ...open } = fixtureLog();
		const header = { ...open.header, settings: { ...open.header.settings, missingShards: [2] } };
		const rules = [{ metric: 'prefix.meaningful', maxDrop: '5%' }];
		const held = (baseline: EvaluatedRun) => () => gate(fixtureLog(), rules, baseline);
		expect(held(open)).toThrow(saying('config.gate-baseline-unended', { source: 'baseline', outcome: 'cut short' }));
		expect(held({ ...fixtureLog(), header })).toThrow(saying('config.gate-baseline-part', { part: 'missingShards' }));
		expect(footer?.outcome).toBe('complete');
		expect(held(fixtureLog())().passed).toBe(true);
	});

	it('warns next to its rules that other code scored the same answers of the baseline', () => {
		const log = fixtureLog();
		const { meaningful } = log.samples[0]?.scores ?? {};
		const scores = { ...log.samples[0]?.scores, meaningful: { value: meaningful?.value !== true } };
		const baseline = {
			...log,
			samples: log.samples.map((sample, index) => (index === 0 ? { ...sample, scores } : sample)),
		};
		const { lines, passed } = gate(log, [{ metric: 'prefix.hits', min: 0 }], baseline);
		expect(lines[0]?.detail).toMatchObject({ code: 'gate.other-scoring', params: { suite: 'prefix', otherwise: 1 } });
		expect(passed).toBe(true);
	});

	it('shows its baseline on every surface, with the allowed differences', () => {
		const log = fixtureLog();
		const baseline = { ...log, header: { ...log.header, settings: { ...log.header.settings, maxTokens: 99 } } };
		const held = gate(log, [{ metric: 'prefix.hits', min: 0 }], baseline, { allow: ['settings.maxTokens'] });
		const allowed = ['settings.maxTokens'];
		const { startedAt } = log.header;
		expect(held.baseline).toEqual({ name: log.header.model.name, startedAt, allowed });
		for (const [name, text] of Object.entries(renderRun(reportedRun(log, { gate: held }), 'en'))) {
			if (!name.endsWith('.csv'))
				expect(text).toContain(`${localTime(log.header)}. Allowed difference: settings.maxTokens.`);
		}
		expect(renderRun(reportedRun(log, { gate: held }), 'ko')['summary.md']).toContain(
			'허용한 차이: settings.maxTokens',
		);
		expect(gate(log, [{ metric: 'prefix.hits', min: 0 }]).baseline).toBeUndefined();
		expect(gate(log, [{ metric: 'prefix.hits', min: 0 }], log).baseline?.allowed).toEqual([]);
	});

	it('refuses what every share passes, or none, of a run that is there', () => {
		expect(() => gate(fixtureLog(), [{ metric: 'prefix.rate', maxDrop: 5 }])).toThrow(ConfigError);
	});

	it('counts what an interrupted run had not begun', () => {
		const log = fixtureLog();
		const suites = log.header.suites.map((suite) => {
			const ids = log.samples.flatMap((sample) =>
				sample.suite === suite.name && sample.variant === 'free' ? [sample.sampleId] : [],
			);
			return { ...suite, plan: { variants: ['free'], ids } };
		});
		const cut = {
			...log,
			header: { ...log.header, suites },
			samples: log.samples.filter(({ suite, variant }) => suite === 'prefix' && variant === 'free'),
			footer: { type: 'footer', endedAt: log.header.startedAt, outcome: 'interrupted' } as const,
		};
		const { lines, undecided } = gate(cut, [{ metric: 'frame.unscored', max: 200 }]);
		expect(lines.at(-1)).toMatchObject({ status: 'pass', value: 40 });
		expect(undecided).toBe(true);
	});

	it('names a field of rules that there is not', () => {
		expect(() => gate(RUN, { rules: [], versoin: 1 } as never)).toThrow(
			"versoin: unknown field; did you mean 'version'?",
		);
	});
});

describe('readGate', () => {
	it.each(['{"version": 1, "rules": []}', 'version: 1\nrules: []', 'version: 1\nrules: ['])(
		'says of %j that it is no path, and what it takes',
		(text) => {
			expect(() => readGate(text)).toThrow(expect.objectContaining({ said: message('config.gate-text') }));
		},
	);

	it('says of a file that is not there that there is none', () => {
		expect(() => readGate('no/gate.yaml')).toThrow('no/gate.yaml: no such file');
	});

	it('reads a gate as editors save it: decomposed, or UTF-16 with its mark', () => {
		const folder = mkdtempSync(join(tmpdir(), 'gemmark-gate-'));
		const metric = 'tools.correct[kind=홀수]';
		const gate = `version: 1\nrules: [{ metric: "${metric}", min: 0.5 }]\n`;
		writeFileSync(join(folder, 'nfd.yaml'), gate.normalize('NFD'));
		writeFileSync(join(folder, 'utf16.yaml'), `\ufeff${gate}`, 'utf16le');
		for (const name of ['nfd.yaml', 'utf16.yaml']) {
			expect(readGate(join(folder, name)).rules[0]?.metric, name).toBe(metric);
		}
		rmSync(folder, { recursive: true });
	});
});
