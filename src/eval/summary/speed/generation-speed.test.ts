import { describe, expect, it } from 'vitest';
import type { LoggedTimings } from '../../sample.ts';
import { addInterTokenLatencies, decodeTokensPerSecond } from './generation-speed.ts';

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
