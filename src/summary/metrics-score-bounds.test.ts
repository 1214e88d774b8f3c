import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../eval/run.ts';
import type { Score } from '../eval/score.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { baselineOf } from './gate/baseline.ts';
import { evaluateGate } from './gate/gate.ts';
import { metricBounds } from './metrics.ts';

const SUITE = declaredSuiteFixture({
	name: 'chef',
	scores: {
		called: { kind: 'rate', main: true, title: 'called' },
		words: { kind: 'number', title: 'words' },
	},
	samples: 6,
	planned: 6,
	plan: { arms: ['free'], ids: ['a', 'b', 'c', 'd', 'e', 'f'] },
});

interface Line {
	readonly id: string;
	readonly kind: string;
	readonly called: Score;
	readonly words?: Score;
	readonly epoch?: number;
}

function runOf(lines: readonly Line[], epochs = 1): EvaluatedRun {
	return {
		header: logHeaderFixture({ settings: runSettingsFixture({ epochs }), suites: [{ ...SUITE, planned: 6 * epochs }] }),
		samples: lines.map(({ id, kind, called, words = { value: 4 }, epoch = 0 }) =>
			logSampleFixture({ suite: 'chef', sampleId: id, epoch, groups: { kind }, scores: { called, words } }),
		),
	};
}

const yes: Score = { value: true };
const no: Score = { value: false };
const failed: Score = { unscored: 'engine-failed' };

/** `slow` and `chat` are all scored, `search` and `throws` lack one each. */
const WHOLE: readonly Line[] = [
	{ id: 'a', kind: 'slow', called: yes, words: { value: 1 } },
	{ id: 'b', kind: 'chat', called: no, words: { value: 2 } },
	{ id: 'c', kind: 'search', called: yes, words: { value: 3 } },
	{ id: 'd', kind: 'search', called: no, words: { value: 9 } },
	{ id: 'e', kind: 'search', called: failed, words: failed },
	{ id: 'f', kind: 'throws', called: failed, words: { value: 5 } },
];

function statusOf(run: EvaluatedRun, metric: string, rule: { min?: number; max?: number }): string | undefined {
	const gate = { version: 1, rules: [{ metric, ...rule }] } as const;
	return evaluateGate(gate, { ...baselineOf(run), missing: undefined }).lines[0]?.status;
}

describe('the bounds of a group', () => {
	it.each([
		['slow', { min: 0.9 }, 'pass'],
		['chat', { min: 0.5 }, 'fail'],
		['search', { min: 0.3 }, 'pass'],
		['search', { min: 0.5 }, 'undecided'],
		['search', { min: 0.7 }, 'fail'],
		['throws', { min: 0.5 }, 'undecided'],
		['none', { min: 0.5 }, 'fail'],
	])('count the unscored that are of it: [kind=%s] %o is a %s', (kind, rule, status) => {
		expect(statusOf(runOf(WHOLE), `chef.called[kind=${kind}]`, rule)).toBe(status);
		expect(statusOf(runOf(WHOLE), `chef.free.called[kind=${kind}]`, rule)).toBe(status);
	});

	it('count a sample without a line in every group, for it may be of any', () => {
		const run = runOf(WHOLE.filter(({ id }) => id !== 'a'));
		const bounds = metricBounds(run);
		expect(bounds.get('chef.called[kind=chat]')).toEqual({ low: 0, high: 0.5, unscored: 1 });
		expect(bounds.get('chef.called[kind=search]')).toEqual({ low: 0.25, high: 0.75, unscored: 2 });
		expect(statusOf(run, 'chef.called[kind=slow]', { min: 0.9 })).toBe('undecided');
	});

	it('count a sample without a line where another epoch tells its group', () => {
		const again = WHOLE.map((line) => ({ ...line, epoch: 1 })).filter(({ id }) => id !== 'a');
		const bounds = metricBounds(runOf([...WHOLE, ...again], 2));
		expect(bounds.get('chef.called[kind=slow]')).toEqual({ low: 0.5, high: 1, unscored: 1 });
		expect(bounds.has('chef.called[kind=chat]')).toBe(false);
	});
});

describe('the bounds of a number', () => {
	it.each([
		['n', { min: 5 }, 'pass'],
		['n', { min: 6 }, 'undecided'],
		['n', { max: 6 }, 'pass'],
		['n', { min: 7 }, 'fail'],
		['p50', { max: 5 }, 'pass'],
		['p50', { max: 3 }, 'undecided'],
		['p50', { max: 2 }, 'fail'],
		['p99', { max: 1000 }, 'undecided'],
		['p5', { min: 2 }, 'fail'],
		['mean', { max: 1000 }, 'undecided'],
	])('are what one more could make of 1, 2, 3, 5, 9: %s %o is a %s', (statistic, rule, status) => {
		expect(statusOf(runOf(WHOLE), `chef.words.${statistic}`, rule)).toBe(status);
	});
});

describe('a score that no sample has yet', () => {
	it('may come of those that are missing', () => {
		const metrics = ['chef.called', 'chef.free.called', 'chef.words.p50', 'chef.called[kind=slow]'];
		expect(metrics.map((metric) => statusOf(runOf([]), metric, { min: 0.5 }))).toEqual(metrics.map(() => 'undecided'));
		expect(statusOf(runOf([]), 'chef.caled', { min: 0.5 })).toBe('fail');
	});
});
