import { expect, it } from 'vitest';
import { evaluateGate, type GatedRun } from '../../summary/gate/gate.ts';
import type { GateRule } from '../../summary/gate/rules.ts';
import { metricBounds, namedMetrics } from '../../summary/metrics.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedRun } from '../run.ts';
import type { LoggedTimings, SampleResult } from '../sample.ts';

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

/** Five warm turns that called at 36 ms, and one that was cut at 1,000 ms: in silence, or with its call open. */
function callsBeside(cut: 'silence' | 'an open call'): EvaluatedRun {
	const callOf = (id: string): SampleResult => turnOf(id, 'tool-call', 40, { firstTokenMs: 20, callCompleteMs: 36 });
	const open = cut === 'silence' ? {} : { firstTokenMs: 20, callOpenMs: 20, pieceAtMs: [20] };
	const samples = [...['a', 'b', 'c', 'd', 'e'].map(callOf), turnOf('f', 'deadline', 1000, open)];
	return { header: logHeaderFixture(), samples };
}

function turnOf(
	sampleId: string,
	unified: 'tool-call' | 'deadline',
	totalMs: number,
	timing: Partial<LoggedTimings>,
): SampleResult {
	const unclosed = { type: 'malformed', reason: 'unclosed', raw: '' } as const;
	const events = unified === 'deadline' && timing.callOpenMs !== undefined ? [unclosed] : [];
	return logSampleFixture({
		sampleId,
		transcript: { facts: {}, generations: [{ pieces: [], events, finish: { unified, raw: unified }, usage: {} }] },
		timings: {
			cold: false,
			endToEndMs: totalMs,
			generations: [{ source: 'wall-clock', totalMs, pieceAtMs: [], eventAtMs: [], ...timing }],
		},
	});
}

function gated(now: EvaluatedRun, rule: Omit<GateRule, 'metric'>, metric: string, before?: EvaluatedRun): string {
	const of = (run: EvaluatedRun): GatedRun => ({ metrics: namedMetrics(run), bounds: metricBounds(run) });
	const gate = { version: 1, rules: [{ metric: `latency.prefix.free.warm.${metric}`, ...rule }] } as const;
	const [line] = evaluateGate(gate, of(now), before && of(before)).lines;
	return [line?.status, line?.detail].filter((part) => part !== undefined).join(': ');
}

const CUT = 'undecided: 1 sample is cut, which could decide it';

it.each([
	[
		'fails a first token that was too late by then',
		'silence',
		'timeToFirstTokenMs.p95',
		400,
		/^fail: it is at least 7/u,
	],
	['leaves open a first token that may come', 'silence', 'timeToFirstTokenMs.p95', 2000, CUT],
	['passes a median that it cannot take above', 'silence', 'timeToFirstTokenMs.p50', 400, 'pass'],
	['leaves open a call that may have come', 'silence', 'timeToCallMs.p95', 400, CUT],
	['leaves open its mean', 'silence', 'timeToCallMs.mean', 400, CUT],
	['fails a call that was open for too long', 'an open call', 'timeToCallMs.p95', 400, /^fail: it is at least 7/u],
	['fails the gap that was waited in', 'an open call', 'interTokenLatencyMs.p99', 400, /^fail: it is at least 980/u],
] as const)('a gate of a time that a turn was cut before %s', (_, cut, metric, max, line) => {
	expect(gated(callsBeside(cut), { max }, metric)).toMatch(line);
});

it('a turn that was cut before its call could have been one more', () => {
	const run = callsBeside('silence');
	expect(gated(run, { min: 6 }, 'timeToCallMs.n')).toBe(CUT);
	expect(gated(run, { min: 5 }, 'timeToCallMs.n')).toBe('pass');
	expect(gated(run, { min: 7 }, 'timeToCallMs.n')).toBe('fail');
});

it('a run and its baseline are not told apart by a turn that was cut in one of them', () => {
	const cut = callsBeside('silence');
	const slow = turnOf('f', 'tool-call', 200, { firstTokenMs: 20, callCompleteMs: 190 });
	const whole = { ...cut, samples: [...cut.samples.slice(0, 5), slow] };
	expect(gated(cut, { maxRise: '5%' }, 'timeToCallMs.mean', whole)).toBe(CUT);
	expect(gated(whole, { maxRise: '5%' }, 'timeToCallMs.mean', cut)).toBe(CUT);
	expect(gated(whole, { maxRise: '5%' }, 'timeToCallMs.mean', whole)).toBe('pass');
});
