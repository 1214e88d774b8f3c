import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import type { Score } from '../../src/eval/score.ts';
import type { Log } from '../../src/log/record.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import { declaredSuiteFixture } from '../../src/testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { evidenceExitCode, exitCodeOf, unmeasuredLines } from './exit-code.ts';

function log(outcome: 'complete' | 'interrupted', decides: boolean): Log {
	const suite = declaredSuiteFixture({
		planned: 2,
		samples: 2,
		...(decides && {
			decision: {
				score: 'kind',
				threshold: { hits: 1, of: 2 },
				paths: [
					{ name: 'A', title: 'a' },
					{ name: 'B', title: 'b' },
				],
			},
		}),
	});
	return {
		header: { ...logHeaderFixture(), suites: [suite] },
		samples: [],
		failures: [],
		footer: { type: 'footer', endedAt: '2026-08-01T00:00:00Z', outcome },
	};
}

const failed = { passed: false, undecided: false, lines: [] };

describe('the exit code of a run', () => {
	it('is 0 where nothing was to be decided, and 3 where something could not', () => {
		expect(exitCodeOf(summarizeRun(log('complete', false)))).toBe(0);
		expect(exitCodeOf(summarizeRun(log('complete', true)))).toBe(3);
	});

	it('is 3 where every sample is unscored, also without a decision, and says of which suite', () => {
		const suite = declaredSuiteFixture({ scores: { right: { kind: 'rate', title: 'right' } } });
		const of = (sampleId: string, right: Score): Log['samples'][0] =>
			logSampleFixture({ suite: suite.name, sampleId, scores: { right } });
		const own = { ...log('complete', false), header: { ...logHeaderFixture(), suites: [suite] } };
		const cut = { ...own, samples: [of('a', { unscored: 'cut-length' })] };
		expect(exitCodeOf(summarizeRun(cut))).toBe(3);
		expect(unmeasuredLines(summarizeRun(cut))).toEqual([
			`${suite.name}: nothing was measured, every sample is unscored: 1 hit the token limit`,
		]);
		expect(exitCodeOf(summarizeRun({ ...cut, samples: [...cut.samples, of('b', { value: true })] }))).toBe(0);
	});

	it('is 3 where the code of the app or the suites failed in every sample, as its report says later', () => {
		const suite = declaredSuiteFixture({ scores: { right: { kind: 'rate', title: 'right' } } });
		const failing = logSampleFixture({
			suite: suite.name,
			scores: { right: { unscored: 'own-code-failed' } },
			transcript: { generations: [], facts: {}, failure: 'own-code' },
		});
		const failed = {
			...log('complete', false),
			header: { ...logHeaderFixture(), suites: [suite] },
			samples: [failing],
		};
		expect(exitCodeOf(summarizeRun(failed))).toBe(3);
		expect(evidenceExitCode(summarizeRun(failed))).toBe(3);
	});

	it('is that of the gate before that of the evidence', () => {
		expect(exitCodeOf(summarizeRun(log('complete', true)), { gate: failed })).toBe(1);
		expect(
			exitCodeOf(summarizeRun(log('complete', true)), { gate: { ...failed, passed: true, undecided: false } }),
		).toBe(3);
	});

	it('is that of what ended the run before both', () => {
		expect(exitCodeOf(summarizeRun(log('interrupted', true)), { gate: failed })).toBe(130);
		expect(exitCodeOf(summarizeRun(log('interrupted', true)), { failure: new EngineError('crashed', 'gone') })).toBe(3);
	});
});
