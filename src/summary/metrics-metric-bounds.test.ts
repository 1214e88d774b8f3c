import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../eval/run.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { pairSamples, scoreFlips } from './flips.ts';
import { baselineOf } from './gate/baseline.ts';
import { evaluateGate } from './gate/gate.ts';
import { flipBounds, metricBounds, namedMetrics } from './metrics.ts';
import { summarizeSuites } from './suites.ts';

const IDS = Array.from({ length: 15 }, (_, index) => `p${index}`);

/** A run of 15 planned prompts of which the first `asked` passed in both of their scores. */
function runOf(asked: number, settings: { readonly earlyStop?: boolean } = {}): EvaluatedRun {
	const scores = {
		meaningful: { kind: 'rate', main: true, title: 'meaningful' },
		called: { kind: 'rate', title: 'called' },
	} as const;
	const suite = {
		...declaredSuiteFixture({ name: 'prefix', scores }),
		decision: decisionFixture(5, 15),
		samples: IDS.length,
		planned: IDS.length,
		plan: { arms: ['free'], ids: IDS },
	};
	return {
		header: logHeaderFixture({ settings: runSettingsFixture(settings), suites: [suite] }),
		samples: IDS.slice(0, asked).map((sampleId) =>
			logSampleFixture({ sampleId, scores: { meaningful: { value: true }, called: { value: true } } }),
		),
	};
}

/** One clean call where it came to its end. */
function generationOf(unified: 'length' | 'tool-call'): LoggedGeneration {
	const call = { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs: [] };
	const events = unified === 'tool-call' ? [{ type: 'call' as const, call }] : [];
	return { pieces: [], events, finish: { unified, raw: '' }, usage: {} };
}

function statusOf(run: EvaluatedRun, metric: string, min: number): string | undefined {
	const gate = { version: 1, rules: [{ metric, min }] } as const;
	const { lines } = evaluateGate(gate, { metrics: namedMetrics(run), bounds: metricBounds(run) });
	return lines[0]?.status;
}

describe('the bounds of a run', () => {
	it('leave open the format of calls that were cut', () => {
		const run = runOf(15);
		const samples = run.samples.map((sample, index) => ({
			...sample,
			transcript: { facts: {}, generations: [generationOf(index < 3 ? 'length' : 'tool-call')] },
		}));
		expect(metricBounds({ ...run, samples }).get('prefix.free.formatAdherence')).toEqual({
			low: 12 / 15,
			high: 1,
			unscored: 3,
			causes: [{ reason: 'cut-length', count: 3 }],
		});
		expect(statusOf({ ...run, samples }, 'prefix.free.formatAdherence', 0.9)).toBe('undecided');
		expect(statusOf({ ...run, samples: samples.slice(3) }, 'prefix.free.formatAdherence', 0.9)).toBe('undecided');
	});

	const METRICS = ['prefix.meaningful', 'prefix.called', 'prefix.free.called'];

	it.each(METRICS)('count what an early stop left out: %s of 5 of 15 is between a third and all', (metric) => {
		const run = runOf(5, { earlyStop: true });
		expect(metricBounds(run).get(metric)).toEqual({ low: 5 / 15, high: 1, unscored: 10 });
		expect(statusOf(run, metric, 0.3)).toBe('pass');
		expect(statusOf(run, metric, 0.9)).toBe('undecided');
	});

	it('say of what an early stop left out that it was, for it is unscored nowhere', () => {
		const told = (run: EvaluatedRun): string | undefined => {
			const rules = [{ metric: 'prefix.called', min: 0.9 }];
			return evaluateGate({ version: 1, rules }, baselineOf(run)).lines.at(-1)?.detail;
		};
		const stopped = runOf(5, { earlyStop: true });
		expect(told(stopped)).toBe('10 samples are unscored or left out by the early stop, which could decide it');
		expect(namedMetrics(stopped).get('prefix.unscored')).toBe(0);
		expect(told(runOf(6))).toBe('9 samples are unscored, which could decide it');
		expect(namedMetrics(runOf(6)).get('prefix.unscored')).toBe(9);
	});

	it.each(METRICS)('count what is missing in the log: %s', (metric) => {
		expect(metricBounds(runOf(6)).get(metric)).toEqual({ low: 6 / 15, high: 1, unscored: 9 });
		expect(statusOf(runOf(6), metric, 0.9)).toBe('undecided');
	});

	it('hold the probability between what all others as misses, and as hits, would make it', () => {
		const [few, most] = [statusOf(runOf(12), 'prefix.probability', 0.9), statusOf(runOf(2), 'prefix.probability', 0.9)];
		expect([few, most]).toEqual(['pass', 'undecided']);
		const { low = 0, high = 0 } = metricBounds(runOf(12)).get('prefix.probability') ?? {};
		expect(high).toBe(namedMetrics(runOf(15)).get('prefix.probability'));
		expect(low).toBeGreaterThan(0.99);
	});

	it('are none where all was asked', () => {
		expect(metricBounds(runOf(15)).size).toBe(0);
		expect(statusOf(runOf(15), 'prefix.called', 0.9)).toBe('pass');
	});

	it('count what was not asked among the flips against a whole run', () => {
		const now = runOf(5, { earlyStop: true });
		const before = runOf(15);
		const flips = scoreFlips(pairSamples(before, now), before.header.suites);
		const lost = flipBounds(flips, now).get('flips.prefix.free.meaningful.lost');
		expect(lost).toEqual({ low: 0, high: 10, unscored: 10 });
		expect(flipBounds(flips, before).size).toBe(0);
	});
});

describe('the rates of a run that was stopped early', () => {
	it('are counts: when it stopped hung on what came out', () => {
		const [summary] = summarizeSuites(runOf(5, { earlyStop: true }));
		expect(summary?.arms[0]?.scores.map(({ name, rate }) => [name, rate])).toEqual([
			['meaningful', { hits: 5, n: 5 }],
			['called', { hits: 5, n: 5 }],
		]);
		expect(namedMetrics(runOf(5, { earlyStop: true })).has('prefix.called')).toBe(false);
	});
});
