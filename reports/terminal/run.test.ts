import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { Log } from '../../src/log/record.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { appWords } from '../../src/text/app-words.ts';
import { fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { unitsScores } from '../fixture/fixture-units.ts';
import { reportedRun } from '../reported-run.ts';
import { summaryJson } from './json.ts';
import { summaryLines } from './run.ts';

const lines = (log: Log, quiet = false): readonly string[] =>
	summaryLines(reportedRun(log), { quiet }).map(({ text }) => text);
// biome-ignore lint/suspicious/noExplicitAny: as scripts read it
const json = (log: Log, gate?: GateResult): any =>
	JSON.parse(JSON.stringify(summaryJson(reportedRun(log, { gate }), 'results/run')));

describe('the lines of a run', () => {
	it('has verdict, evidence, warning of the engine that the app names, rates and miniature notice', () => {
		const app = { name: 'coach', version: '1', language: 'ko', engine: 'flutter_gemma 0.11' };
		expect(lines(fixtureLog({ header: { app } }))).toEqual([
			expect.stringMatching(/^gemmark-mini-q8_0\.gguf in .*, 95 samples$/u),
			expect.stringMatching(/^✓ Path A: 7 of 15 texts before a call are worth keeping .* No limit is set\.$/u),
			expect.stringMatching(/^path {5}Path A: the rule counts 7 of these 15 .*The model called a tool in 13 of 15/u),
			expect.stringMatching(/^Path A would push \d+ texts: 7 worth keeping, \d+ not \(/u),
			expect.stringMatching(
				/^Path A. Warning: on flutter_edge_ai, \d+ of \d+ generations with a call leak it as text/u,
			),
			expect.stringMatching(/^frame, free: a valid L2\/L3 candidate: 26 of 40 \(95% CI/u),
			expect.stringMatching(/^frame, constrained: a valid L2\/L3 candidate: \d+ of 40 \(95% CI/u),
			expect.stringContaining('miniature, not Gemma'),
			expect.stringContaining('--model hf:user/repo:Q4_0'),
		]);
	});

	it("has facets of a suite whose rate is in the verdict's line", () => {
		const log = fixtureLog();
		const facets = { wish: { title: { en: 'wish', ko: '바람' } } };
		const suites = log.header.suites.map((suite) => (suite.name === 'prefix' ? { ...suite, facets } : suite));
		const samples = log.samples.map((sample) =>
			sample.suite === 'prefix' ? { ...sample, groups: { wish: 'sleep' } } : sample,
		);
		const printed = lines({ ...log, header: { ...log.header, suites }, samples });
		expect(printed).toContainEqual(expect.stringMatching(/^prefix, free, by wish: sleep: 7 of 15 \(95% CI/u));
		expect(printed).not.toContainEqual(expect.stringMatching(/^prefix, free: /u));
	});

	it('has the failures of samples', () => {
		const log = fixtureLog();
		const samples = log.samples.map((sample, index) =>
			index < 2 ? { ...sample, transcript: { ...sample.transcript, failureDetail: 'Error: engine gone' } } : sample,
		);
		expect(lines({ ...log, samples }).at(-1)).toBe('failed: 2 samples: Error: engine gone');
	});

	it('reports failed scorers, in a quiet run too', () => {
		const log = fixtureLog();
		const failed = { unscored: 'scorer-failed', detail: 'Error: cannot\njudge' } as const;
		const samples = log.samples.map((sample, index) =>
			index < 2 ? { ...sample, scores: { ...sample.scores, called: failed } } : sample,
		);
		const printed = 'The scorer called of prefix failed, not the model (2 of 15 samples): Error: cannot judge';
		expect(lines({ ...log, samples }).at(-1)).toBe(printed);
		expect(lines({ ...log, samples }, true)).toContain(printed);
		expect(json({ ...log, samples }).ownFailures).toMatchObject([{ what: 'scorer', name: 'called', count: 2, of: 15 }]);
	});

	it("has the gate's result in the JSON", () => {
		const line = {
			metric: 'prefix.hits',
			status: 'pass',
			value: 7,
			expected: message('gate.at-least', { bound: 5 }),
		} as const;
		const gate = { passed: true, undecided: false, lines: [line] };
		expect(json(fixtureLog(), gate).gate).toEqual(gate);
	});

	it('has the warnings of the run', () => {
		const log = fixtureLog({ header: { warnings: ['suite frame: there is no pattern\nof habit type build'] } });
		expect(lines(log).at(-1)).toBe('Warning: suite frame: there is no pattern of habit type build');
		expect(json(log)).toMatchObject({ warnings: log.header.warnings });
	});

	it('has unscored samples of a custom suite with remedies', () => {
		const printed = lines(fixtureUnitsLog(undefined, { miniature: false }));
		expect(printed.slice(1)).toEqual([
			expect.stringMatching(/^\? Not decided: .*units has no path yet\.$/u),
			expect.stringMatching(/^path {5}No verdict yet: 2 of 6 prompts pass \(3 needed for path ship\), 2 unscored/u),
			expect.stringMatching(/^ {9}1 of 6 hit the token limit: Raise --max-tokens/u),
			expect.stringMatching(/^ {9}1 of 6 failed in the engine: /u),
			expect.stringMatching(/^Note: greedy decoding; /u),
			'units, free: metric units: 2 of 4; 2 unscored: hit the token limit 1, engine failed 1',
		]);
	});

	it('has means of numbers, and names suites if several decide', () => {
		const { header, ...rest } = fixtureUnitsLog(unitsScores(4));
		const [units] = header.suites;
		if (units === undefined) throw new Error('no suite');
		const { metric: _, apology: __, ...numbers } = units.scores;
		const { decision: ___, ...undecided } = units;
		const log = { ...rest, header: { ...header, suites: [{ ...undecided, scores: numbers }] } };
		expect(lines(log)).toContain('units, free: digits: mean 3.5 digits (n 6)');
		const prefix = fixtureLog();
		const both = {
			...prefix,
			header: { ...prefix.header, suites: [...prefix.header.suites, units] },
			samples: [...prefix.samples, ...rest.samples],
		};
		expect(lines(both).filter((line) => /^path (?:prefix|units) /u.test(line))).toEqual([
			expect.stringMatching(/^path prefix Path A: the rule counts 7/u),
			expect.stringMatching(/^path units Path ship: 4 of 6/u),
		]);
	});

	it('is one JSON object for scripts, with every decision and every score', () => {
		const summary = json(fixtureUnitsLog());
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

	it('notes greedy sampling in the JSON', () => {
		expect(json(fixtureLog({ miniature: false })).sampling).toContain('greedy decoding;');
	});

	it('lists turns that the chat loop ended', () => {
		const log = fixtureLog();
		const { tooManyTurns } = appWords('ko');
		const errors = [tooManyTurns, tooManyTurns, 'other'];
		const samples = log.samples.slice(0, 3).map((sample, index) => {
			return { ...sample, transcript: { ...sample.transcript, error: errors[index] ?? '' } };
		});
		expect(lines({ ...log, samples })).toContain(`stopped by the chat loop: 2 of 3 samples: ${tooManyTurns}`);
	});

	it('keeps control characters of a log off the terminal', () => {
		const { header, ...rest } = fixtureUnitsLog(unitsScores(4));
		const suites = header.suites.map((suite) => ({ ...suite, name: 'a\u001b[2Jb' }));
		const samples = rest.samples.map((sample) => ({ ...sample, suite: 'a\u001b[2Jb' }));
		expect(lines({ ...rest, samples, header: { ...header, suites } }).join('')).not.toContain('\u001b');
	});
});
