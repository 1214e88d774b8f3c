import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distribution, mean } from './distribution.ts';

describe('distribution', () => {
	it('interpolates percentiles between order statistics', () => {
		expect(distribution([4, 1, 3, 2, 5])).toEqual({
			n: 5,
			min: 1,
			p5: expect.closeTo(1.2, 12),
			p25: 2,
			p50: 3,
			p75: 4,
			p90: expect.closeTo(4.6, 12),
			p95: expect.closeTo(4.8, 12),
			p99: expect.closeTo(4.96, 12),
			max: 5,
			mean: 3,
			sd: expect.closeTo(Math.sqrt(2.5), 12),
		});
	});

	it('has only a count without values', () => expect(distribution([])).toEqual({ n: 0 }));
	it('has no standard deviation for a single value', () => {
		expect(distribution([7])).toEqual({
			n: 1,
			min: 7,
			p5: 7,
			p25: 7,
			p50: 7,
			p75: 7,
			p90: 7,
			p95: 7,
			p99: 7,
			max: 7,
			mean: 7,
		});
	});
	it('sorts by number, not by text', () => expect(distribution([10, 9, 100]).p50).toBe(10));
	it('does not change its input', () => {
		const values = [3, 1, 2];
		distribution(values);
		expect(values).toEqual([3, 1, 2]);
	});
	it('refuses NaN', () => expect(() => distribution([1, Number.NaN])).toThrow(RangeError));

	it('keeps its percentiles in order and within the values', () => {
		fc.assert(
			fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
				const { min, p5, p50, p90, p95, p99, max } = distribution(values);
				const chain = [min, p5, p50, p90, p95, p99, max].map((value) => value ?? Number.NaN);
				chain.reduce((before, value) => {
					expect(value).toBeGreaterThanOrEqual(before - 1e-9);
					return value;
				});
			}),
		);
	});
});

it.each([
	[[0.1, 0.2, 0.3], 0.6],
	[[1e100, 0.3, -1e100], 0.3],
	[[-1e100, -1e100, 0.15, 0.15, 1e100, 1e100], 0.3],
])('the mean of %j is exact for a sum of %f', (values, sum) => {
	expect(mean(values)).toBeCloseTo(sum / values.length, 15);
});
