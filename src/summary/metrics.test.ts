import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../eval/run.ts';
import type { Score, ScoreDeclaration } from '../eval/score.ts';
import type { LogSample } from '../log/record.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { compareRuns } from './compare/compare.ts';
import { withFlips } from './gate/gate.ts';
import { namedMetrics } from './metrics.ts';

const rate: ScoreDeclaration = { kind: 'rate', title: 'rate' };
const number: ScoreDeclaration = { kind: 'number', title: 'number' };

function runOf(samples: readonly LogSample[]): EvaluatedRun {
	const base = logHeaderFixture();
	const suites = [
		declaredSuiteFixture({
			planned: 3,
			samples: 3,
			scores: { meaningful: { ...rate, main: true }, called: rate, firstTool: rate },
			decision: decisionFixture(5, 15),
		}),
		declaredSuiteFixture({ name: 'units', scores: { metric: rate, grams: number } }),
		declaredSuiteFixture({ name: 'tools', scores: { correct: rate } }),
	];
	return {
		header: { ...base, loadMs: 400, model: { ...base.model, sizeBytes: 1000 }, suites },
		samples,
		footer: { peakRssBytes: 5000 },
	};
}

const prefix = (id: string, meaningful: boolean): LogSample =>
	logSampleFixture({ sampleId: id, scores: { meaningful: { value: meaningful }, called: { value: true } } });

const units = (id: string, metric: Score, grams: number, arm = 'free'): LogSample =>
	logSampleFixture({ suite: 'units', sampleId: id, arm, scores: { metric, grams: { value: grams } } });

const wrong = logSampleFixture({
	suite: 'tools',
	groups: { call: 'none' },
	scores: { correct: { value: false, reason: 'wrong_count' } },
});

const named = (...samples: readonly LogSample[]): Readonly<Record<string, number>> =>
	Object.fromEntries(namedMetrics(runOf(samples)));

describe('namedMetrics', () => {
	it('names the numbers of every suite', () => {
		const samples = [prefix('a', true), prefix('b', false), prefix('c', false), wrong];
		expect(named(...samples, units('a', { value: true }, 4))).toMatchObject({
			'prefix.hits': 1,
			'prefix.n': 3,
			'prefix.rate': 1 / 3,
			'prefix.probability': expect.any(Number),
			'prefix.called': 1,
			'units.free.metric': 1,
			'units.free.grams.mean': 4,
			'tools.correct': 0,
			'tools.correct[call=none]': 0,
			'tools.unscored': 0,
			'latency.prefix.free.warm.endToEndMs.n': 3,
			'latency.prefix.free.warm.endToEndMs.p95': 1,
			loadMs: 400,
			peakRssBytes: 5000,
			'model.sizeBytes': 1000,
		});
	});

	it('names the arm where a suite has several, and may leave it out where it has one', () => {
		const one = named(units('a', { value: true }, 4));
		expect([one['units.metric'], one['units.free.metric']]).toEqual([1, 1]);
		const two = named(units('a', { value: true }, 4), units('a', { value: false }, 4, 'constrained'));
		expect([two['units.free.metric'], two['units.constrained.metric']]).toEqual([1, 0]);
		expect(two).not.toHaveProperty(['units.metric']);
	});

	it('counts the samples without their main score apart from their rate', () => {
		const cut = units('b', { unscored: 'cut-length' }, 2);
		const lost = logSampleFixture({ suite: 'units', sampleId: 'c', scores: {} });
		expect(named(units('a', { value: true }, 4), cut, lost)).toMatchObject({
			'units.metric': 1,
			'units.unscored': 2,
			'units.grams.n': 2,
		});
	});

	it('leaves out what the run does not tell', () => {
		const metrics = named(prefix('a', true));
		for (const name of [
			'prefix.hits',
			'prefix.n',
			'prefix.rate',
			'prefix.firstTool',
			'tools.correct',
			'units.metric',
		]) {
			expect(metrics).not.toHaveProperty([name]);
		}
		expect(metrics['prefix.meaningful']).toBe(1);
		expect(named(units('a', { unscored: 'engine-failed' }, 1))).not.toHaveProperty(['units.metric']);
	});
});

describe('withFlips', () => {
	it('adds the flips against a baseline', () => {
		const baseline = runOf([prefix('a', true), prefix('b', true), prefix('c', false)]);
		const run = runOf([prefix('a', false), prefix('b', false), prefix('c', true)]);
		const metrics = withFlips(namedMetrics(run), compareRuns(baseline, run).scores);
		expect(metrics.get('flips.prefix.free.meaningful.lost')).toBe(2);
		expect(metrics.get('flips.prefix.free.meaningful.gained')).toBe(1);
	});
});
