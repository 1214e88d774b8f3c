import { describe, expect, it } from 'vitest';
import type { LoggedEvent, LoggedGeneration, LoggedTimings } from '../eval/sample.ts';
import type { LogSample } from '../log/record.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { isTooLong, leavesOpen } from './budgets.ts';
import { addInterTokenLatencies, decodeTokensPerSecond, unreachedTimes } from './turn-times.ts';

const timings = (pieceAtMs: readonly number[], told: Partial<LoggedTimings> = {}): LoggedTimings => {
	const [firstTokenMs = 0] = pieceAtMs;
	const lastTokenMs = pieceAtMs.at(-1) ?? 0;
	return { source: 'wall-clock', firstTokenMs, lastTokenMs, totalMs: lastTokenMs, pieceAtMs, eventAtMs: [], ...told };
};
const streamed = [10, 20, 30, 40, 50];
const heldBack = [50, 50.02, 50.05, 53, 53.01];

describe('decodeTokensPerSecond', () => {
	it.each<[string, LoggedTimings, number | undefined]>([
		['our time between first and last token', timings(streamed), 100],
		['absent where the answer was held back on its way', timings(heldBack), undefined],
		["the server's own time where it tells one", timings(heldBack, { decodeMs: 80 }), 50],
		["an engine's own clock, however fast", timings([50, 50.5, 51, 51.5, 52], { source: 'engine' }), 2000],
		['absent of a call alone, whose pieces nobody tells', timings([], { firstTokenMs: 9, lastTokenMs: 11 }), undefined],
	])('is %s', (_, timed, expected) => {
		expect(decodeTokensPerSecond(timed, { outputTokens: 5 })).toBe(expected);
	});
});

it('what was held back on its way has no gaps between tokens', () => {
	const gaps: number[] = [];
	addInterTokenLatencies(timings(heldBack), gaps);
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
		({ metric, atLeast, underWay }) => `${metric} ${atLeast}${underWay ? '' : ', if it was to come'}`,
	);

const text = [{ type: 'text', text: '네' }] as const;
const opened = [{ type: 'malformed', reason: 'unclosed', raw: '<|tool_call>' }] as const;
const NO_CALL = ['timeToFirstCallTokenMs 1000, if it was to come', 'timeToCallMs 1000, if it was to come'];

describe('the times that a turn was cut before', () => {
	it.each<readonly [string, readonly Cut[], readonly string[]]>([
		['are none of one that ended without a call', [{ finish: { unified: 'stop', raw: 'eos' }, events: text }], []],
		[
			'are none of one that was cut behind its call',
			[
				{ finish: { unified: 'tool-call', raw: 'eos' }, events: [CALL], timing: { callCompleteMs: 30 } },
				{ finish: { unified: 'length', raw: 'length' }, events: text, timing: { firstTokenMs: 5 } },
			],
			[],
		],
		[
			'are the complete call of one that was cut within it, whatever could be read of that',
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
			'are its first token and its call where nothing came',
			[{ finish: DEADLINE }],
			['timeToFirstTokenMs 1000', ...NO_CALL],
		],
		['have no first token that is merely not told', [{ finish: DEADLINE, events: text }], NO_CALL],
		[
			'are the call that was open, and the gap behind its last token',
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
			'are also the whole of one whose silent engine was waited for',
			[{ finish: { unified: 'deadline', raw: 'silent engine' } }],
			['timeToFirstTokenMs 1000', 'turnMs 1000', 'endToEndMs 1050', ...NO_CALL],
		],
	])('%s', (_, generations, times) => {
		expect(timesOf(sampleOf(generations))).toEqual(times);
	});

	it('are no call’s where no tool was declared', () => {
		expect(timesOf(sampleOf([{ finish: DEADLINE }], { tools: [] }))).toEqual(['timeToFirstTokenMs 1000']);
	});

	it('are those of the last turn where the engine failed in time, and of none before', () => {
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

it('a budget holds what was too long before it was cut, and leaves open what was not', () => {
	const silent = sampleOf([{ finish: DEADLINE }]);
	const tooLong = (metric: string, atMost: number): readonly boolean[] =>
		unreachedTimes(silent).flatMap((time) => (time.metric === metric ? [isTooLong(time, atMost)] : []));
	expect([tooLong('timeToFirstTokenMs', 400), tooLong('timeToFirstTokenMs', 2000)]).toEqual([[true], [false]]);
	expect(tooLong('timeToCallMs', 400)).toEqual([false]);
	expect(leavesOpen(silent, { metric: 'timeToFirstTokenMs', atMost: 400 })).toBe(false);
	expect(leavesOpen(silent, { metric: 'timeToFirstTokenMs', atMost: 2000 })).toBe(true);
	expect(leavesOpen(silent, { metric: 'timeToCallMs', atMost: 400 })).toBe(true);
	expect(leavesOpen(silent, { metric: 'endToEndMs', atMost: 400 })).toBe(false);
});
