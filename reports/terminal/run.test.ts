import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { Log } from '../../src/log/record.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
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

	it('keeps control characters of a log off the terminal', () => {
		const { header, ...rest } = fixtureUnitsLog(unitsScores(4));
		const suites = header.suites.map((suite) => ({ ...suite, name: 'a\u001b[2Jb' }));
		const samples = rest.samples.map((sample) => ({ ...sample, suite: 'a\u001b[2Jb' }));
		expect(lines({ ...rest, samples, header: { ...header, suites } }).join('')).not.toContain('\u001b');
	});
});
