import { expect, it } from 'vitest';
import { evaluateGate } from '../../summary/gate/gate.ts';
import { metricBounds, namedMetrics } from '../../summary/metrics.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { SampleResult } from '../sample.ts';

/** A turn that thought for so many tokens, and then answered or was cut: in its thought, or behind it. */
function thinking(index: number, thoughtTokens: number, cut?: 'in' | 'behind'): SampleResult {
	const thought = { type: 'thinking', text: '생각' } as const;
	const events = cut === 'in' ? [thought] : [thought, { type: 'text', text: '네' } as const];
	const finish = { unified: cut === undefined ? 'stop' : 'length', raw: '' } as const;
	return logSampleFixture({
		sampleId: `p${index}`,
		transcript: {
			messages: [],
			facts: {},
			generations: [{ pieces: ['네'], events, finish, usage: { thoughtTokens } }],
		},
	});
}

it.each([
	['passes by whole thoughts', [10, 20, 30], [], 'p95', 50, 'pass'],
	['leaves open what a cut one could take it to', [10, 20], [40], 'p95', 50, 'undecided'],
	['leaves open where all were cut', [], [40, 40], 'mean', 50, 'undecided'],
	['passes what it cannot take above it', [10, 20, 30], [40], 'p50', 50, 'pass'],
	['fails by what was counted before the cut', [10], [60, 60], 'p50', 50, 'fail'],
] as const)('a gate of thoughts %s', (_, whole, cut, statistic, max, status) => {
	const samples = [
		...whole.map((tokens, index) => thinking(index, tokens)),
		...cut.map((tokens, index) => thinking(whole.length + index, tokens, 'in')),
	];
	const run = { header: logHeaderFixture(), samples };
	const gate = { version: 1, rules: [{ metric: `prefix.free.thoughtTokens.${statistic}`, max }] } as const;
	const metrics = namedMetrics(run);
	expect(evaluateGate(gate, { metrics, bounds: metricBounds(run) }).lines[0]?.status).toBe(status);
	expect(metrics.get('prefix.free.thoughtTokens.n') ?? 0).toBe(whole.length);
});

it('has a thought as whole that was over before its answer was cut', () => {
	const run = { header: logHeaderFixture(), samples: [thinking(0, 10, 'behind')] };
	expect(namedMetrics(run).get('prefix.free.thoughtTokens.n')).toBe(1);
	expect(metricBounds(run).has('prefix.free.thoughtTokens.p95')).toBe(false);
});
