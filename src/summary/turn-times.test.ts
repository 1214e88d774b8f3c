import { describe, expect, it } from 'vitest';
import type { TimeBudget } from '../eval/app.ts';
import type { LoggedEvent, LoggedGeneration, LoggedTimings } from '../eval/sample.ts';
import type { LogSample } from '../log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { summarizeRun } from './summarize.ts';
import { addInterTokenLatencies, decodeTokensPerSecond, unreachedTimes } from './turn-times.ts';

const timings = (pieceAtMs: readonly number[], more: Partial<LoggedTimings> = {}): LoggedTimings => {
	const [firstTokenMs = 0] = pieceAtMs;
	const lastTokenMs = pieceAtMs.at(-1) ?? 0;
	return { source: 'wall-clock', firstTokenMs, lastTokenMs, totalMs: lastTokenMs, pieceAtMs, eventAtMs: [], ...more };
};
const streamed = [10, 20, 30, 40, 50];
const buffered = [50, 50.02, 50.05, 53, 53.01];

describe('decodeTokensPerSecond', () => {
	it.each<[string, LoggedTimings, number | undefined]>([
		['our time between first and last token', timings(streamed), 100],
		['absent if the answer was buffered on its way', timings(buffered), undefined],
		["the server's own time if it reports one", timings(buffered, { decodeMs: 80 }), 50],
		["an engine's own clock, however fast", timings([50, 50.5, 51, 51.5, 52], { source: 'engine' }), 2000],
		['absent of a call alone, whose pieces are unknown', timings([], { firstTokenMs: 9, lastTokenMs: 11 }), undefined],
	])('is %s', (_, timed, expected) => {
		expect(decodeTokensPerSecond(timed, { outputTokens: 5 })).toBe(expected);
	});
});

it('a buffered answer has no gaps between tokens', () => {
	const gaps: number[] = [];
	addInterTokenLatencies(timings(buffered), gaps);
	addInterTokenLatencies(timings(streamed), gaps);
	expect(gaps).toEqual([10, 10, 10, 10]);
});

interface Cut {
	readonly finish: LoggedGeneration['finish'];
	readonly events?: readonly LoggedEvent[];
	readonly timing?: Partial<LoggedTimings>;
}

const DEADLINE = { unified: 'deadline', raw: 'deadline' } as const;
const CALL = { type: 'call', call: { id: 'call-0', name: 'f', arguments: {} } } as const;

function sampleOf(generations: readonly Cut[], more: Partial<LogSample['transcript']> = {}): LogSample {
	return logSampleFixture({
		transcript: {
			facts: {},
			generations: generations.map(({ finish, events = [] }) => ({ pieces: [], events, finish, usage: {} })),
			...more,
		},
		timings: {
			cold: false,
			endToEndMs: 1050,
			generations: generations.map(({ timing }) => ({
				source: 'wall-clock',
				totalMs: 1000,
				pieceAtMs: [],
				eventAtMs: [],
				...timing,
			})),
		},
	});
}

const timesOf = (sample: LogSample): readonly string[] =>
	unreachedTimes(sample).map(
		({ metric, atLeast, underWay }) => `${metric} ${atLeast}${underWay ? '' : ', may never come'}`,
	);

const text = [{ type: 'text', text: '네' }] as const;
const opened = [{ type: 'malformed', reason: 'unclosed', raw: '<|tool_call>' }] as const;
const NO_CALL = ['timeToFirstCallTokenMs 1000, may never come', 'timeToCallMs 1000, may never come'];

describe('the times that a turn was cut off before', () => {
	it.each<readonly [string, readonly Cut[], readonly string[]]>([
		['are none of one that ended without a call', [{ finish: { unified: 'stop', raw: 'eos' }, events: text }], []],
		[
			'are none of one that was cut off after its call',
			[
				{ finish: { unified: 'tool-call', raw: 'eos' }, events: [CALL], timing: { callCompleteMs: 30 } },
				{ finish: { unified: 'length', raw: 'length' }, events: text, timing: { firstTokenMs: 5 } },
			],
			[],
		],
		[
			'are the complete call of one that was cut off within it',
			[
				{
					finish: { unified: 'length', raw: 'length' },
					events: [{ type: 'call', call: { id: 'call-0', name: 'f', arguments: {}, repairs: ['missing-braces'] } }],
					timing: { firstTokenMs: 20, callOpenMs: 20, callCompleteMs: 30 },
				},
			],
			['timeToCallMs 1000'],
		],
		[
			'are its first token and its call if nothing came',
			[{ finish: DEADLINE }],
			['timeToFirstTokenMs 1000', ...NO_CALL],
		],
		['have no first token that is merely not reported', [{ finish: DEADLINE, events: text }], NO_CALL],
		[
			'are the open call, and the gap after its last token',
			[
				{
					finish: DEADLINE,
					events: opened,
					timing: { firstTokenMs: 20, callOpenMs: 20, lastTokenMs: 20, pieceAtMs: [20] },
				},
			],
			['interTokenLatencyMs 980', 'timeToFirstCallTokenMs 20', 'timeToCallMs 1000'],
		],
		[
			'are also the whole turn of a silent engine',
			[{ finish: { unified: 'deadline', raw: 'silent engine' } }],
			['timeToFirstTokenMs 1000', 'turnMs 1000', 'endToEndMs 1050', ...NO_CALL],
		],
	])('%s', (_, generations, times) => {
		expect(timesOf(sampleOf(generations))).toEqual(times);
	});

	it('include no call if no tool was declared', () => {
		expect(timesOf(sampleOf([{ finish: DEADLINE }], { tools: [] }))).toEqual(['timeToFirstTokenMs 1000']);
	});

	it('are only those of the last turn if the engine timed out', () => {
		const stop = { finish: { unified: 'stop', raw: 'eos' }, events: text } as const;
		const sample = sampleOf([stop, stop], { failure: 'generation-timeout' });
		const userTurns = [1, 1].map((generations) => ({ generations, endToEndMs: 500 }));
		const several = { ...sample, timings: { ...sample.timings, userTurns } };
		expect(unreachedTimes(several).map(({ turn, metric }) => [turn, metric])).toEqual([
			[1, 'timeToFirstCallTokenMs'],
			[1, 'timeToCallMs'],
		]);
	});
});

it('a budget counts a time that was too long before the cut, and excludes one that was not', () => {
	const resultOf = (metric: TimeBudget['metric'], atMost: number): readonly unknown[] =>
		summarizeRun({
			header: logHeaderFixture({ app: { name: 'a', version: '1', language: 'ko', budgets: [{ metric, atMost }] } }),
			samples: [sampleOf([{ finish: DEADLINE }])],
		}).speed.budgets.map(({ within: { hits, n }, leftOut }) => [hits, n, leftOut]);
	expect(resultOf('timeToFirstTokenMs', 400)).toEqual([[0, 1, 0]]);
	expect(resultOf('timeToFirstTokenMs', 2000)).toEqual([[0, 0, 1]]);
	expect(resultOf('timeToCallMs', 400)).toEqual([[0, 0, 1]]);
	expect(resultOf('endToEndMs', 400)).toEqual([[0, 1, 0]]);
});
