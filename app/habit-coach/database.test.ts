import { describe, expect, it } from 'vitest';
import { streakOf } from './database.ts';

const today = '2026-03-02';

describe('streakOf', () => {
	it.each([
		['no day', [], 0],
		['today alone', ['2026-03-02'], 1],
		['yesterday alone, today still open', ['2026-03-01'], 1],
		['the day before yesterday alone', ['2026-02-28'], 0],
		['today and yesterday, over the end of February', ['2026-03-02', '2026-03-01', '2026-02-28', '2026-02-27'], 4],
		['a gap before today', ['2026-03-02', '2026-02-28'], 1],
		['a gap further back', ['2026-03-01', '2026-02-28', '2026-02-26'], 2],
	])('counts %s', (_title, days, expected) => {
		expect(streakOf(days, today)).toBe(expected);
	});

	it('counts over a leap day and the end of a year', () => {
		expect(streakOf(['2028-03-01', '2028-02-29', '2028-02-28'], '2028-03-01')).toBe(3);
		expect(streakOf(['2026-01-01', '2025-12-31'], '2026-01-01')).toBe(2);
	});
});
