import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incompleteBeta, inverseIncompleteBeta } from './intervals.ts';

// Nearer to the ends 1 - x itself loses its digits.
const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const shape = fc.double({ min: 0.1, max: 500, noNaN: true });

describe('incompleteBeta', () => {
	it('is the identity for a = b = 1', () => {
		fc.assert(
			fc.property(unit, (x) => {
				expect(incompleteBeta(x, 1, 1)).toBeCloseTo(x, 12);
			}),
		);
	});

	it('is the arcsine law for a = b = 1/2', () => {
		fc.assert(
			fc.property(unit, (x) => {
				expect(incompleteBeta(x, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(x)), 10);
			}),
		);
	});

	it('equals the binomial tail for integer shapes', () => {
		// P(X >= 3), X ~ Binomial(5, 0.4): 10 * .4^3 * .6^2 + 5 * .4^4 * .6 + .4^5
		expect(incompleteBeta(0.4, 3, 3)).toBeCloseTo(10 * 0.064 * 0.36 + 5 * 0.0256 * 0.6 + 0.01024, 12);
	});

	it('mirrors: I_x(a, b) + I_{1-x}(b, a) = 1', () => {
		fc.assert(
			fc.property(unit, shape, shape, (x, a, b) => {
				expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 9);
			}),
		);
	});

	it('rises with x', () => {
		fc.assert(
			fc.property(unit, unit, shape, shape, (x, y, a, b) => {
				expect(incompleteBeta(Math.max(x, y), a, b)).toBeGreaterThanOrEqual(
					incompleteBeta(Math.min(x, y), a, b) - 1e-12,
				);
			}),
		);
	});

	it('is 0 at 0 and 1 at 1', () => {
		expect(incompleteBeta(0, 2, 3)).toBe(0);
		expect(incompleteBeta(1, 2, 3)).toBe(1);
	});

	it('refuses what is no beta distribution', () => {
		expect(() => incompleteBeta(0.5, 0, 1)).toThrow(RangeError);
		expect(() => incompleteBeta(1.1, 1, 1)).toThrow(RangeError);
		expect(() => inverseIncompleteBeta(Number.NaN, 1, 1)).toThrow(RangeError);
	});
});

describe('inverseIncompleteBeta', () => {
	it('inverts the distribution function', () => {
		fc.assert(
			fc.property(
				fc.double({ min: 0.001, max: 0.999, noNaN: true }),
				fc.integer({ min: 1, max: 200 }),
				shape,
				(p, a, b) => {
					expect(incompleteBeta(inverseIncompleteBeta(p, a, Math.max(1, b)), a, Math.max(1, b))).toBeCloseTo(p, 8);
				},
			),
		);
	});
});
