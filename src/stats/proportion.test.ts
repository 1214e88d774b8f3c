import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson, type Interval, jeffreysProbabilityAtLeast, wilson } from './intervals.ts';
import { intervalOf, rateOf, rateOfClusters } from './rate.ts';

const count = fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

const percent = (interval: Interval | undefined): readonly string[] =>
	interval === undefined ? [] : [(interval.low * 100).toFixed(1), (interval.high * 100).toFixed(1)];

describe('intervals of 5 of 15', () => {
	it('Wilson is 15.2 to 58.3 %', () => expect(percent(wilson(5, 15))).toEqual(['15.2', '58.3']));
	it('Clopper-Pearson is 11.8 to 61.6 %', () => expect(percent(clopperPearson(5, 15))).toEqual(['11.8', '61.6']));
});

describe('P(true rate >= 1/3) of k of 15 under Jeffreys', () => {
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
	it('refuses an invalid count', () => {
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
	it('has the rate with both intervals', () => {
		const rate = rateOf(5, 15);
		expect(rate).toMatchObject({ hits: 5, n: 15, rate: 1 / 3 });
		expect(percent(rate.wilson)).toEqual(['15.2', '58.3']);
		expect(percent(rate.clopperPearson)).toEqual(['11.8', '61.6']);
	});

	it('has no rate and no interval without observations', () => expect(rateOf(0, 0)).toEqual({ hits: 0, n: 0 }));
});

describe('rateOfClusters', () => {
	const repeated = (values: readonly boolean[], times: number): boolean[][] =>
		values.map((value) => Array<boolean>(times).fill(value));
	const five = Array.from({ length: 15 }, (_, index) => index < 5);

	it('is the plain rate of clusters of one', () => {
		expect(rateOfClusters(repeated(five, 1))).toEqual(rateOf(5, 15));
		expect(rateOfClusters([[], []])).toEqual(rateOf(0, 0));
	});

	it('has no interval for independent observations', () => {
		const rate = rateOfClusters(repeated(five, 4));
		expect(rate).toMatchObject({ hits: 20, n: 60, rate: 1 / 3, clustered: { clusters: 15 } });
		expect(rate.wilson).toBeUndefined();
		expect(rate.clopperPearson).toBeUndefined();
	});

	it('is not narrower than for the prompts alone if repeats agree', () => {
		for (const values of [five, five.map(() => true), five.map(() => false)]) {
			const alone = wilson(values.filter(Boolean).length, 15) ?? { low: 0, high: 0 };
			const { low, high } = intervalOf(rateOfClusters(repeated(values, 8))) ?? { low: 0, high: 0 };
			expect(low).toBeLessThanOrEqual(alone.low);
			expect(high).toBeGreaterThanOrEqual(alone.high);
		}
	});

	it('holds its rate and stays within 0 and 1', () => {
		const cluster = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });
		fc.assert(
			fc.property(fc.array(cluster, { minLength: 2, maxLength: 30 }), (clusters) => {
				const rate = rateOfClusters(clusters);
				const { low, high } = intervalOf(rate) ?? { low: Number.NaN, high: Number.NaN };
				expect(low).toBeGreaterThanOrEqual(0);
				expect(high).toBeLessThanOrEqual(1);
				expect(low).toBeLessThanOrEqual((rate.rate ?? 0) + 1e-12);
				expect(high).toBeGreaterThanOrEqual((rate.rate ?? 0) - 1e-12);
			}),
		);
	});

	it('has no interval for a single cluster', () => {
		expect(intervalOf(rateOfClusters([[true, false]]))).toBeUndefined();
	});
});
