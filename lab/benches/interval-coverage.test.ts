import { describe, expect, it } from 'vitest';
import { intervalCoverage } from './interval-coverage.ts';

describe('intervalCoverage', () => {
	const rows = intervalCoverage(1000, () => undefined);
	const covered = (interval: string, of: string): readonly number[] =>
		rows.filter((row) => row.interval.startsWith(interval) && ` ${row.of}`.includes(of)).map((row) => row.covered);

	it('is the same for the same number of simulations', () => {
		expect(intervalCoverage(20, () => undefined)).toEqual(intervalCoverage(20, () => undefined));
	});

	it('finds that Clopper-Pearson and clustered intervals cover what they say, or nearly', () => {
		expect(rows.map(({ n }) => n).slice(0, 3)).toEqual([5, 15, 60]);
		expect(Math.min(...covered('Clopper-Pearson', ''))).toBeGreaterThan(0.93);
		expect(Math.min(...covered('clustered', ''))).toBeGreaterThan(0.91);
	});

	it('finds that taking repeats as independent does not', () => {
		expect(Math.max(...covered('Wilson, repeats', 'rate of 0.5'))).toBeLessThan(0.9);
	});

	it('finds that the t interval covers normal differences of 5, 15 and 60 prompts, and very skewed ones less', () => {
		for (const share of covered('t of', ' normal')) expect(share).toBeGreaterThan(0.93);
		expect(Math.max(...covered('t of', 'lognormal'))).toBeLessThan(0.94);
	});
});
