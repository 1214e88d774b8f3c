import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import right from '../stats/right-answers.json' with { type: 'json' };
import { promptRates, trendChange } from './trend.ts';

describe('the trend of a series', () => {
	it.each(right.trends)('$name', ({ runs, alarm, ...row }) => {
		const change = trendChange(runs.map((shares) => Object.fromEntries(shares.map((share, at) => [`p${at}`, share]))));
		expect(change?.alarm ?? false).toBe(alarm);
		if (!('p' in row)) {
			expect(change).toBeUndefined();
			return;
		}
		expect(change?.lost).toBeCloseTo(row.lost ?? Number.NaN, 9);
		expect(change?.gained).toBeCloseTo(row.gained ?? Number.NaN, 9);
		expect(change?.p).toBeCloseTo(row.p ?? Number.NaN, 9);
	});

	it('compares the prompts that both sides have', () => {
		const before = { a: 1, gone: 0 };
		expect(trendChange([before, before, before, { a: 0 }, { a: 0, b: 1 }, { a: 0 }])).toMatchObject({
			lost: 1,
			now: 0,
		});
		expect(trendChange([before, before, before, { b: 1 }, { b: 1 }, { b: 1 }])).toBeUndefined();
	});

	it('has the prompts of a rate', () => {
		const log = fixtureLog();
		const rates = promptRates(log, 'prefix', 'free', 'meaningful') ?? {};
		expect(Object.keys(rates).length).toBeGreaterThan(5);
		expect(promptRates(log, 'prefix', 'free', 'none')).toBeUndefined();
	});
});
