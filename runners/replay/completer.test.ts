import { describe, expect, it } from 'vitest';
import { endingOf } from './completer.ts';

const pieces = ['수면 ', '카탈', '로그를 ', '볼게요'];
const atMs = [10, 20, 30, 40];
const free = { maxTokens: 64, stop: [], deadlineMs: 1000 };

describe('endingOf', () => {
	it('leaves a stream whole that no limit cuts', () => {
		expect(endingOf(pieces, atMs, free)).toBeUndefined();
		expect(endingOf(pieces, atMs, { ...free, maxTokens: 4, stop: ['없는 말', ''] })).toBeUndefined();
	});

	it('cuts at the token limit, the deadline and a stop text that lies over pieces', () => {
		expect(endingOf(pieces, atMs, { ...free, maxTokens: 2 })).toMatchObject({
			pieces: 2,
			finish: { unified: 'length' },
		});
		expect(endingOf(pieces, atMs, { ...free, deadlineMs: 25 })).toMatchObject({
			pieces: 2,
			finish: { unified: 'deadline' },
		});
		expect(endingOf(pieces, atMs, { ...free, stop: ['를', '탈로'] })).toMatchObject({
			pieces: 2,
			lastChars: 1,
			finish: { unified: 'stop' },
		});
	});

	it('obeys the limit that comes first', () => {
		expect(endingOf(pieces, atMs, { maxTokens: 3, stop: ['볼'], deadlineMs: 15 })).toMatchObject({ pieces: 1 });
		expect(endingOf(pieces, atMs, { maxTokens: 1, stop: ['볼'], deadlineMs: 35 })).toMatchObject({
			pieces: 1,
			finish: { unified: 'length' },
		});
	});
});
