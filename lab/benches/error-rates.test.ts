import { describe, expect, it } from 'vitest';
import { errorRates } from './error-rates.ts';

describe('errorRates', () => {
	const rows = errorRates(1000, () => undefined, [15]);
	const found = (what: string): readonly number[] =>
		rows.filter((row) => row.what.includes(what)).map((row) => row.found);

	it('finds that bounds and answers are wrong in at most 5 % of runs, simulation error allowed for', () => {
		const promised = rows.filter(({ atMost }) => atMost);
		expect(promised.length).toBe(27);
		for (const { found: share, nominal } of promised)
			expect(share).toBeLessThanOrEqual(nominal === 0 ? 0 : nominal + 0.03);
		expect(Math.max(...found("'ship'"))).toBeGreaterThan(0);
	});

	it("finds that the judge's figure is calibrated where nearly all runs are", () => {
		const bands = rows.filter(({ atMost, simulations }) => !atMost && simulations > 100);
		expect(bands.length).toBeGreaterThan(0);
		for (const { found: share, nominal } of bands) expect(Math.abs(share - nominal)).toBeLessThan(0.08);
	});
});
