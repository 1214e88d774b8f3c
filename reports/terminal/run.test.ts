import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { Log } from '../../src/log/record.ts';
import { fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { unitsScores } from '../fixture/fixture-units.ts';
import { printSummary } from './run.ts';

let printed = '';
beforeEach(() => {
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += text;
		return true;
	});
});
afterEach(() => vi.restoreAllMocks());

function lines(log: Log): readonly string[] {
	printSummary(log, 'results/run', { json: false });
	return printed.trimEnd().split('\n');
}

describe('printSummary', () => {
	it('gives the verdict with its evidence, what would become of its calls on flutter_gemma, a line per suite and variant, the notice of the miniature and the report', () => {
		expect(lines(fixtureLog())).toEqual([
			expect.stringMatching(/^gemmark-mini-q8_0\.gguf in .*, 95 samples$/u),
			expect.stringMatching(/^Path A: 7 of 15 prompts pass/u),
			expect.stringContaining('Wilson 24.8–69.9%'),
			expect.stringMatching(
				/^note: Path A. Warning: on flutter_gemma, of \d+ generations with a call, \d+ leak as text/u,
			),
			expect.stringMatching(/^frame, free: a valid L2\/L3 candidate: 26\/40 \(95/u),
			expect.stringMatching(/^frame, constrained: a valid L2\/L3 candidate: \d+\/40 \(95/u),
			expect.stringContaining('miniature, not Gemma'),
			expect.stringMatching(/^report: .*report\.html$/u),
		]);
	});

	it('tells the facets of a suite whose rate the verdict has told', () => {
		const log = fixtureLog();
		const facets = { wish: { title: { en: 'wish', ko: '바람' } } };
		const suites = log.header.suites.map((suite) => (suite.name === 'prefix' ? { ...suite, facets } : suite));
		const samples = log.samples.map((sample) =>
			sample.suite === 'prefix' ? { ...sample, groups: { wish: 'sleep' } } : sample,
		);
		const told = lines({ ...log, header: { ...log.header, suites }, samples });
		expect(told).toContainEqual(expect.stringMatching(/^prefix, free, by wish: sleep: 7\/15 \(95/u));
		expect(told).not.toContainEqual(expect.stringMatching(/^prefix, free: /u));
	});

	it('tells what failing samples said', () => {
		const log = fixtureLog();
		const samples = log.samples.map((sample, index) =>
			index < 2 ? { ...sample, transcript: { ...sample.transcript, failureDetail: 'Error: engine gone' } } : sample,
		);
		expect(lines({ ...log, samples }).at(-2)).toBe('failed: 2 samples: Error: engine gone');
	});

	it('tells scorers of the suite that failed, which are not the model, also of a quiet run', () => {
		const log = fixtureLog();
		const failed = { unscored: 'scorer-failed', detail: 'Error: cannot\njudge' } as const;
		const samples = log.samples.map((sample, index) =>
			index < 2 ? { ...sample, scores: { ...sample.scores, called: failed } } : sample,
		);
		const told = 'the scorer called of prefix failed, not the model: 2 of 15 samples: Error: cannot judge';
		expect(lines({ ...log, samples }).at(-2)).toBe(told);
		printed = '';
		printSummary({ ...log, samples }, 'results/run', { json: false, quiet: true });
		expect(printed).toContain(told);
		printed = '';
		printSummary({ ...log, samples }, 'results/run', { json: true });
		expect(JSON.parse(printed).ownFailures).toMatchObject([{ what: 'scorer', name: 'called', count: 2, of: 15 }]);
	});

	it('has what the gate came to in its object', () => {
		const line = {
			metric: 'prefix.hits',
			status: 'pass',
			value: 7,
			expected: message('gate.at-least', { bound: 5 }),
		} as const;
		const gate = { passed: true, undecided: false, lines: [line] };
		printSummary(fixtureLog(), 'results/run', { json: true, gate });
		expect(JSON.parse(printed).gate).toEqual(gate);
	});

	it('tells what was known before the run to put its results in doubt', () => {
		const log = fixtureLog({ header: { warnings: ['suite frame: there is no pattern\nof habit type build'] } });
		expect(lines(log).at(-2)).toBe('warning: suite frame: there is no pattern of habit type build');
		printed = '';
		printSummary(log, 'results/run', { json: true });
		expect(JSON.parse(printed)).toMatchObject({ warnings: log.header.warnings });
	});

	it('tells of a suite nobody has heard of what is unscored, and what to do about each cause', () => {
		const told = lines(fixtureUnitsLog(undefined, { miniature: false }));
		expect(told.slice(1, -1)).toEqual([
			expect.stringMatching(/^No verdict yet: 2 of 6 prompts pass, 2 unscored/u),
			expect.stringMatching(/^1 of 6 hit the token limit: Raise --max-tokens/u),
			expect.stringMatching(/^1 of 6 engine failed: /u),
			expect.stringMatching(/^note: greedy; /u),
			'units, free: metric units: 2/4; 2 unscored: hit the token limit 1, engine failed 1',
		]);
	});

	it('tells the mean of a suite that has numbers alone, and names the suites where several decide', () => {
		const { header, ...rest } = fixtureUnitsLog(unitsScores(4));
		const [units] = header.suites;
		if (units === undefined) throw new Error('no suite');
		const { metric: _, apology: __, ...numbers } = units.scores;
		const { decision: ___, ...undecided } = units;
		const log = { ...rest, header: { ...header, suites: [{ ...undecided, scores: numbers }] } };
		expect(lines(log)).toContain('units, free: digits: mean 3.5 digits (n 6)');
		printed = '';
		const prefix = fixtureLog();
		const both = {
			...prefix,
			header: { ...prefix.header, suites: [...prefix.header.suites, units] },
			samples: [...prefix.samples, ...rest.samples],
		};
		expect(lines(both).filter((line) => /^(?:prefix|units): Path /u.test(line))).toEqual([
			expect.stringMatching(/^prefix: Path A: 7 of 15/u),
			expect.stringMatching(/^units: Path ship: 4 of 6/u),
		]);
	});

	it('is one JSON object for scripts, with every decision and every score', () => {
		printSummary(fixtureUnitsLog(), 'results/run', { json: true });
		const summary = JSON.parse(printed);
		expect(summary).toMatchObject({
			notice: expect.stringContaining('not Gemma'),
			decisions: [{ suite: 'units', verdict: { status: 'undecided', hits: 2, n: 6 } }],
			suites: [
				{
					suite: 'units',
					main: 'metric',
					variants: [{ variant: 'free', evaluated: 6, scores: [{ name: 'metric', rate: { hits: 2, n: 4 } }, {}, {}] }],
				},
			],
		});
		expect(summary.suites[0].variants[0].scores[0].unscored).toEqual([
			{ reason: 'cut-length', count: 1 },
			{ reason: 'engine-failed', count: 1 },
		]);
	});

	it('says in the object of a greedy Gemma that it was greedy', () => {
		printSummary(fixtureLog({ miniature: false }), 'results/run', { json: true });
		expect(JSON.parse(printed).sampling).toContain('greedy; the model card recommends T 1.0');
	});

	it('keeps control characters of a log off the terminal', () => {
		const { header, ...rest } = fixtureUnitsLog(unitsScores(4));
		const suites = header.suites.map((suite) => ({ ...suite, name: 'a\u001b[2Jb' }));
		const samples = rest.samples.map((sample) => ({ ...sample, suite: 'a\u001b[2Jb' }));
		expect(lines({ ...rest, samples, header: { ...header, suites } }).join('')).not.toContain('\u001b');
	});
});
