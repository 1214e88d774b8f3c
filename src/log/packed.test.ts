import { describe, expect, it } from 'vitest';
import type { LoggedEvent, LoggedGeneration } from '../eval/sample.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { readLine, SharedOutcomes, writtenLine } from './line.ts';
import type { LogSample } from './record.ts';

const call = { id: 'call-0', name: 'find', arguments: { word: '잠' }, raw: '<call>find(잠)</call>', repairs: [] };

function sampleOf(pieces: readonly string[], events: readonly LoggedEvent[], eventAtMs?: readonly number[]): LogSample {
	const pieceAtMs = pieces.map((_, index) => index + 1);
	const generation: LoggedGeneration = { pieces, events, finish: { unified: 'stop', raw: '' }, usage: {} };
	const times = { source: 'engine', totalMs: 99, pieceAtMs, eventAtMs: eventAtMs ?? [] } as const;
	return logSampleFixture({
		transcript: {
			messages: [
				{ role: 'user', text: '잠' },
				{ role: 'tool-call', call: { ...call }, result: { type: 'ok', data: null } },
			],
			facts: {},
			generations: [generation],
		},
		timings: { generations: [times], endToEndMs: 99, cold: false },
	});
}

const texts = (...all: readonly string[]): readonly LoggedEvent[] => all.map((text) => ({ type: 'text', text }));

describe('a line of a sample', () => {
	it.each([
		['an event per piece', sampleOf(['a', 'b'], texts('a', 'b'), [1, 2])],
		[
			'a call of several pieces',
			sampleOf(['a', '<call>', 'find(잠)', '</call>'], [...texts('a'), { type: 'call', call }], [1, 4]),
		],
		[
			'a thought between markers',
			sampleOf(['<t>', 'x', '</t>', 'y'], [{ type: 'thinking', text: 'x' }, ...texts('y')], [2, 4]),
		],
		[
			'a malformed call',
			sampleOf(
				['a', '<call>', 'f'],
				[...texts('a'), { type: 'malformed', reason: 'unclosed', raw: '<call>f' }],
				[1, 3],
			),
		],
		['an event of two pieces', sampleOf(['a', 'b', 'c'], texts('ab', 'c'), [3, 3])],
		['a text that no piece has', sampleOf(['a'], texts('z', 'a'), [1, 1])],
		['other times', sampleOf(['a', 'b'], texts('a', 'b'), [7, 8])],
		['empty pieces', sampleOf(['', 'a', ''], texts('', 'a'), [1, 2])],
		[
			'a call without text',
			sampleOf(['a'], [{ type: 'call', call: { id: 'call-0', name: 'find', arguments: {} } }], [1]),
		],
	])('is read as it was written: %s', (_, sample) => {
		expect(readLine(writtenLine(sample, 'log'))).toEqual({ value: sample });
	});

	it('shares row, transcript and scores with an equal one, not its times', () => {
		const [one, other] = [1, 2].map((epoch) => {
			const sample = sampleOf(['a', 'b'], texts('a', 'b'), [epoch, epoch + 1]);
			const [times] = sample.timings.generations;
			const generations = [{ ...times, pieceAtMs: [epoch, epoch + 1] }];
			return { ...sample, epoch, timings: { ...sample.timings, generations } } as LogSample;
		}) as [LogSample, LogSample];
		const outcomes = new SharedOutcomes();
		const read = [one, other, { ...one, scores: { other: { value: true } } }].map((sample) => {
			const line = readLine(writtenLine(sample, 'log'), outcomes);
			expect(line).toEqual({ value: sample });
			return (line as { readonly value: LogSample }).value;
		});
		expect(read[1]?.transcript).toBe(read[0]?.transcript);
		expect(read[2]?.transcript).not.toBe(read[0]?.transcript);
	});

	it('has the text of pieces and calls once', () => {
		const pieces = ['잠을', ' 자요', '<call>', 'find(잠)', '</call>'];
		const sample = sampleOf(pieces, [...texts('잠을', ' 자요'), { type: 'call', call }], [1, 2, 5]);
		const line = writtenLine(sample, 'log');
		expect(line.match(/자요/gu)).toHaveLength(1);
		expect(line).not.toContain(call.raw);
		expect(line).not.toContain('eventAtMs');
		expect(JSON.parse(line).transcript.messages[1].call).toBe('call-0');
	});

	it('is read in the form of version 3', () => {
		const sample = sampleOf(['a', '<call>find(잠)</call>'], [...texts('a'), { type: 'call', call }], [1, 2]);
		expect(readLine(JSON.stringify(sample))).toEqual({ value: sample });
	});

	it.each([
		['pieces', [{ type: 'text', pieces: 3 }]],
		['an event', [{ type: 'text' }]],
	])('is refused if it lacks %s', (_, events) => {
		const line = JSON.stringify(sampleOf(['a', 'b'], events as unknown as readonly LoggedEvent[], [1]));
		expect(readLine(line)).toMatchObject({ problem: { code: 'log.other-pieces' } });
	});
});
