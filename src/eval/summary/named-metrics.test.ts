import { describe, expect, it } from 'vitest';
import type { LogSample } from '../../log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { compareRuns } from '../compare/compare.ts';
import { withFlips } from '../gate.ts';
import { namedMetrics } from './named-metrics.ts';

const suiteOf = (name: string, planned: number) => ({
	name,
	version: '1',
	corpus: { name, version: '1', sha256: '0', prompts: [] },
	skipped: [],
	planned,
});

function runOf(samples: readonly LogSample[]) {
	const base = logHeaderFixture();
	const suites = [suiteOf('prefix', 3), suiteOf('frame', 1), suiteOf('tools', 1)];
	return {
		header: { ...base, loadMs: 400, model: { ...base.model, sizeBytes: 1000 }, suites },
		samples,
		footer: { peakRssBytes: 5000 },
	};
}

const prefix = (id: string, meaningful: boolean): LogSample =>
	logSampleFixture({ sampleId: id, scores: { meaningful: { value: meaningful }, called: { value: true } } });

const others = [
	logSampleFixture({
		suite: 'frame',
		transcript: {
			messages: [],
			generations: [],
			facts: { response: { candidates: [{ level: 'L3', framed_text: '나는 걷는 사람이다' }] } },
		},
	}),
	logSampleFixture({ suite: 'tools', scores: { correct: { value: false, reason: 'wrong_count' } } }),
];

describe('namedMetrics', () => {
	it('names the numbers of every suite', () => {
		const metrics = namedMetrics(runOf([prefix('a', true), prefix('b', false), prefix('c', false), ...others]));
		expect(Object.fromEntries(metrics)).toMatchObject({
			'prefix.hits': 1,
			'prefix.n': 3,
			'prefix.rate': 1 / 3,
			'prefix.called': 1,
			'frame.free.valid': 1,
			'frame.free.acceptedShare': 1,
			'tools.correct': 0,
			'tools.irrelevant': 0,
			'latency.prefix.free.warm.endToEndMs.n': 3,
			'latency.prefix.free.warm.endToEndMs.p95': 1,
			loadMs: 400,
			peakRssBytes: 5000,
			'model.sizeBytes': 1000,
		});
	});

	it('leaves out what the run does not tell', () => {
		const metrics = namedMetrics(runOf([prefix('a', true)]));
		for (const name of ['prefix.rate', 'prefix.firstTool', 'tools.correct', 'frame.free.valid']) {
			expect(metrics.has(name)).toBe(false);
		}
		expect(metrics.get('prefix.hits')).toBe(1);
	});
});

describe('withFlips', () => {
	it('adds the flips against a baseline', () => {
		const baseline = runOf([prefix('a', true), prefix('b', true), prefix('c', false)]);
		const run = runOf([prefix('a', false), prefix('b', false), prefix('c', true)]);
		const metrics = withFlips(namedMetrics(run), compareRuns(baseline, run));
		expect(metrics.get('flips.prefix.free.meaningful.lost')).toBe(2);
		expect(metrics.get('flips.prefix.free.meaningful.gained')).toBe(1);
	});
});
