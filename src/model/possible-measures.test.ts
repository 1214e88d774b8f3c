import { describe, expect, it } from 'vitest';
import { possibleSpeeds, possibleTimings, possibleUsage } from './possible-measures.ts';

describe('possibleUsage', () => {
	it.each([
		['more than was asked for and the text could be', { outputTokens: 65 }, {}],
		['what is no number', { outputTokens: 5n as never, promptTokens: '5' as never }, {}],
		['fewer than a text has words', { outputTokens: 1 }, {}],
		['none beside a text', { outputTokens: 0, promptTokens: 0 }, {}],
		['negative, broken and no numbers', { promptTokens: -1, outputTokens: 1.5, thoughtTokens: Number.NaN }, {}],
		[
			'parts larger than their whole',
			{ promptTokens: 5, cachedPromptTokens: 6, outputTokens: 2, thoughtTokens: 3 },
			{ promptTokens: 5, outputTokens: 2 },
		],
		[
			'nothing',
			{ promptTokens: 5, cachedPromptTokens: 5, outputTokens: 64 },
			{ promptTokens: 5, cachedPromptTokens: 5, outputTokens: 64 },
		],
	])('leaves out %s', (_, usage, measures) => {
		expect(possibleUsage(usage, 'a text', 64).measures).toEqual(measures);
	});

	it('takes as many tokens as a text has bytes, and none of no text', () => {
		expect(possibleUsage({ outputTokens: 6 }, '안녕', 1).leftOut).toEqual([]);
		expect(possibleUsage({ outputTokens: 0 }, '', 1).leftOut).toEqual([]);
		expect(possibleUsage({ outputTokens: 1 }, '- - - -', 8).leftOut).toEqual([]);
	});
});

describe('possibleTimings', () => {
	const timings = { source: 'engine', prefillMs: 2, firstTokenMs: 3, lastTokenMs: 9, totalMs: 10 } as const;

	it('takes times within the generation', () => {
		expect(possibleTimings(timings, [3, 3, 9])).toEqual({ measures: timings, leftOut: [] });
	});

	it('leaves out what lies beyond the end, and says so', () => {
		expect(possibleTimings({ ...timings, lastTokenMs: 12 }, [3, 12])).toEqual({
			measures: { source: 'engine', prefillMs: 2, firstTokenMs: 3, totalMs: 10 },
			leftOut: ['12 ms of lastTokenMs in a generation of 10 ms'],
		});
	});

	it('leaves out all that a clock says which runs backwards', () => {
		expect(possibleTimings({ ...timings, firstTokenMs: 9, lastTokenMs: 3 }, [9, 3])).toEqual({
			measures: { source: 'engine', prefillMs: 2, totalMs: 10 },
			leftOut: ['a clock that runs backwards, at piece 2 to 3 ms'],
		});
	});
});

describe('possibleSpeeds', () => {
	const timings = {
		source: 'engine',
		prefillMs: 2,
		decodeMs: 6,
		firstTokenMs: 3,
		lastTokenMs: 9,
		totalMs: 10,
	} as const;

	it('takes what a network may have stretched', () => {
		const stretched = { ...timings, lastTokenMs: 25, totalMs: 30 };
		expect(possibleSpeeds(stretched, { outputTokens: 20 })).toEqual({ measures: stretched, leftOut: [] });
	});

	it.each([
		['a decoding of no time beside pieces that lie apart', { decodeMs: 0.0001, lastTokenMs: 23, totalMs: 24 }, {}],
		['a decoding that no memory lets be', { decodeMs: 0.0001 }, { outputTokens: 20 }],
		['a prefill that no cores let be', { prefillMs: 1e-9 }, { promptTokens: 50, cachedPromptTokens: 0 }],
	])('leaves out %s', (_, changes, usage) => {
		const { measures, leftOut } = possibleSpeeds({ ...timings, ...changes }, usage);
		const [name] = Object.keys(changes);
		expect(Object.keys(timings).filter((field) => !(field in measures))).toEqual([name]);
		expect(leftOut).toEqual([
			expect.stringMatching(/ ms of (?:decode|prefill)Ms where there can be [\d.]+ ms or more$/u),
		]);
	});
});
