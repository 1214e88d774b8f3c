import { expect, it } from 'vitest';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { namedMetrics } from '../summary/named-metrics.ts';
import { evaluateGate } from './gate.ts';
import { metricBounds } from './metric-bounds.ts';

/** Ten warm turns of 100 ms, of which so many were cut at their token limit. */
function lineOf(cut: number, metric: string, max: number): string | undefined {
	const samples = Array.from({ length: 10 }, (_, index) => {
		const finish = { unified: index < cut ? 'length' : 'stop', raw: '' } as const;
		return logSampleFixture({
			sampleId: `p${index}`,
			transcript: { messages: [], facts: {}, generations: [{ pieces: ['네'], events: [], finish, usage: {} }] },
			timings: {
				cold: false,
				endToEndMs: 100,
				generations: [{ source: 'engine', totalMs: 90, pieceAtMs: [], eventAtMs: [] }],
			},
		});
	});
	const run = { header: logHeaderFixture(), samples };
	const gate = { version: 1, rules: [{ metric: `latency.prefix.free.warm.${metric}`, max }] } as const;
	const [line] = evaluateGate(gate, { metrics: namedMetrics(run), bounds: metricBounds(run) }).lines;
	return [line?.status, line?.detail].filter((part) => part !== undefined).join(': ');
}

it.each([
	['passes by a whole turn', 0, 'endToEndMs.p95', 5000, 'pass'],
	[
		'leaves open what cut turns could take it to',
		1,
		'endToEndMs.p95',
		5000,
		'undecided: 1 sample is cut, which could decide it',
	],
	['passes what they could not take above it', 1, 'endToEndMs.p50', 5000, 'pass'],
	['leaves open their mean', 1, 'turnMs.mean', 5000, 'undecided: 1 sample is cut, which could decide it'],
	['fails what was too long before it was cut', 10, 'endToEndMs.p50', 50, 'fail'],
])('a gate of times %s', (_, cut, metric, max, line) => {
	expect(lineOf(cut, metric, max)).toBe(line);
});
