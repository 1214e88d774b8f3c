import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from './clopper-pearson.ts';
import type { Interval } from './interval.ts';
import { jeffreysInterval, jeffreysProbabilityAtLeast } from './jeffreys.ts';
import { rateOf } from './rate.ts';
import { wilson } from './wilson.ts';

const count = fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

const percent = (interval: Interval | undefined): readonly string[] =>
	interval === undefined ? [] : [(interval.low * 100).toFixed(1), (interval.high * 100).toFixed(1)];

describe('intervals of 5 of 15 (spec 05)', () => {
	it('Wilson is 15.2 to 58.3 %', () => expect(percent(wilson(5, 15))).toEqual(['15.2', '58.3']));
	it('Clopper-Pearson is 11.8 to 61.6 %', () => expect(percent(clopperPearson(5, 15))).toEqual(['11.8', '61.6']));
});

describe('P(true rate >= 1/3) of k of 15 under Jeffreys (spec 05)', () => {
	it.each([
		[2, 0.04, 2],
		[3, 0.135, 3],
		[4, 0.3, 2],
		[5, 0.51, 2],
		[6, 0.715, 3],
		[7, 0.86, 2],
		[8, 0.95, 2],
	])('k = %i gives %f', (k, expected, digits) => {
		expect(Number(jeffreysProbabilityAtLeast(1 / 3, k, 15).toFixed(digits))).toBe(expected);
	});
});

describe.each([
	['Wilson', wilson],
	['Clopper-Pearson', clopperPearson],
	['Jeffreys', jeffreysInterval],
] as const)('%s interval', (_name, interval) => {
	it('holds the observed rate and stays within 0 and 1', () => {
		fc.assert(
			fc.property(count, ([hits, n]) => {
				const { low, high } = interval(hits, n) ?? { low: Number.NaN, high: Number.NaN };
				expect(low).toBeGreaterThanOrEqual(0);
				expect(high).toBeLessThanOrEqual(1);
				expect(low).toBeLessThanOrEqual(hits / n);
				expect(high).toBeGreaterThanOrEqual(hits / n);
			}),
		);
	});

	it('mirrors when hits and misses change places', () => {
		fc.assert(
			fc.property(count, ([hits, n]) => {
				const interval1 = interval(hits, n);
				const interval2 = interval(n - hits, n);
				expect(interval1?.low).toBeCloseTo(1 - (interval2?.high ?? Number.NaN), 9);
			}),
		);
	});

	it('is absent without observations', () => expect(interval(0, 0)).toBeUndefined());
	it('refuses what is no count', () => {
		expect(() => interval(3, 2)).toThrow(RangeError);
		expect(() => interval(0.5, 2)).toThrow(RangeError);
		expect(() => interval(-1, 2)).toThrow(RangeError);
	});
});

describe('Clopper-Pearson', () => {
	it('ends at 1 - (0.025)^(1/n) without hits', () =>
		expect(clopperPearson(0, 15)?.high).toBeCloseTo(1 - 0.025 ** (1 / 15), 12));

	it('holds the Wilson interval nowhere narrower than 90 % of it', () => {
		fc.assert(
			fc.property(count, ([hits, n]) => {
				const exact = clopperPearson(hits, n) ?? { low: 0, high: 0 };
				const score = wilson(hits, n) ?? { low: 0, high: 1 };
				expect(exact.high - exact.low).toBeGreaterThan(0.9 * (score.high - score.low));
			}),
		);
	});
});

describe('rateOf', () => {
	it('tells the rate with both intervals', () => {
		const rate = rateOf(5, 15);
		expect(rate).toMatchObject({ hits: 5, n: 15, rate: 1 / 3 });
		expect(percent(rate.wilson)).toEqual(['15.2', '58.3']);
		expect(percent(rate.clopperPearson)).toEqual(['11.8', '61.6']);
	});

	it('has no rate and no interval without observations', () => expect(rateOf(0, 0)).toEqual({ hits: 0, n: 0 }));
});
