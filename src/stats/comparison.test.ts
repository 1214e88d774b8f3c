import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { studentT } from './intervals.ts';
import { cohensKappa, mcnemarExact, pairedDifference } from './paired.ts';
import { clusteredMean, passAtK, passHatK } from './rate.ts';

describe('mcnemarExact', () => {
	it.each([
		[5, 0, 0.0625, 4],
		[6, 0, 0.031, 3],
		[7, 1, 0.07, 3],
		[8, 1, 0.039, 3],
	])('%i flips against %i give p = %f', (gained, lost, p, digits) => {
		expect(Number(mcnemarExact(gained, lost).toFixed(digits))).toBe(p);
		expect(mcnemarExact(lost, gained)).toBe(mcnemarExact(gained, lost));
	});

	it('is 1 without flips and for equal flips', () => {
		expect(mcnemarExact(0, 0)).toBe(1);
		expect(mcnemarExact(4, 4)).toBe(1);
	});

	it('is never significant with fewer than 6 one-way flips', () => {
		for (let flips = 0; flips < 6; flips += 1) expect(mcnemarExact(flips, 0)).toBeGreaterThan(0.05);
	});
});

describe('pairedDifference', () => {
	const pairs = Array.from(
		{ length: 15 },
		(_, index) => [100 + index * 40, 110 + index * 40 + (index % 3) + index / 97] as const,
	);

	it('finds a small shift despite large differences between prompts', () => {
		const difference = pairedDifference(pairs);
		expect(difference?.n).toBe(15);
		expect(difference?.mean).toBeCloseTo(11 + 7 / 97, 12);
		expect(difference?.interval?.low).toBeGreaterThan(10);
		expect(difference?.interval?.high).toBeLessThan(12);
	});

	it('is the t interval: 1 to 5 have mean 3 and 3 ± 2.776 · sqrt(2.5 / 5)', () => {
		const { mean, interval } = pairedDifference([1, 2, 3, 4, 5].map((value) => [0, value])) ?? {};
		expect(mean).toBe(3);
		expect(interval?.high).toBeCloseTo(3 + 2.776_445 * Math.sqrt(0.5), 6);
		expect(interval?.low).toBeCloseTo(3 - 2.776_445 * Math.sqrt(0.5), 6);
	});

	it('has no interval if every pair differs by the same', () => {
		expect(
			pairedDifference([
				[1, 3],
				[5, 7],
				[2, 4],
			]),
		).toEqual({ n: 3, mean: 2 });
		const { mean, interval } = pairedDifference([0.1, 0.2, 0.7, 1.3].map((value) => [value, value + 0.1])) ?? {};
		expect(mean).toBeCloseTo(0.1, 12);
		expect(interval).toBeUndefined();
	});

	it('ignores rounding errors', () => {
		const shifts = [0.1, 0.2, -0.3];
		expect(shifts.reduce((sum, shift) => sum + shift)).not.toBe(0);
		expect(pairedDifference(shifts.map((shift) => [2, 2 + shift]))?.mean).toBe(0);
	});

	it('is absent for fewer than two pairs', () => expect(pairedDifference([[1, 2]])).toBeUndefined());
});

describe('studentT', () => {
	it.each([
		[1, 12.7062],
		[4, 2.7764],
		[14, 2.1448],
		[1e6, 1.96],
	])('is, with %i degrees of freedom, %f', (degrees, expected) => {
		expect(studentT(degrees)).toBeCloseTo(expected, 4);
	});

	it('needs a degree of freedom', () => expect(() => studentT(0)).toThrow(RangeError));
});

describe('seededRandom', () => {
	it('gives numbers in [0, 1) that repeat with the seed', () => {
		fc.assert(
			fc.property(fc.integer(), (seed) => {
				const first = seededRandom(seed);
				const second = seededRandom(seed);
				for (let draw = 0; draw < 20; draw += 1) {
					const value = first();
					expect(value).toBe(second());
					expect(value).toBeGreaterThanOrEqual(0);
					expect(value).toBeLessThan(1);
				}
			}),
		);
	});

	it('spreads evenly', () => {
		const random = seededRandom(3);
		const bins = [0, 0, 0, 0];
		for (let draw = 0; draw < 4000; draw += 1) {
			const bin = Math.floor(random() * 4);
			bins[bin] = (bins[bin] ?? 0) + 1;
		}
		for (const bin of bins) expect(Math.abs(bin - 1000)).toBeLessThan(100);
	});
});

describe('clusteredMean', () => {
	it('equals the plain standard error s / sqrt(n) for clusters of one', () => {
		const result = clusteredMean([[1], [0], [0], [1], [1]]);
		expect(result?.mean).toBeCloseTo(0.6, 12);
		expect(result?.standardError).toBeCloseTo(Math.sqrt((0.6 * 0.4) / 4), 12);
	});

	it('follows the formula: residuals 1, 0 and -1 of three pairs give sqrt(3 / 2 · 2) / 6', () => {
		const result = clusteredMean([
			[1, 1],
			[1, 0],
			[0, 0],
		]);
		expect(result?.standardError).toBeCloseTo(Math.sqrt(3) / 6, 12);
	});

	it('does not shrink with identical repeats', () => {
		const once = clusteredMean([[1], [0], [0], [1]]);
		const eight = clusteredMean([1, 0, 0, 1].map((value) => Array<number>(8).fill(value)));
		expect(eight?.standardError).toBeCloseTo(once?.standardError ?? Number.NaN, 12);
		expect(eight).toMatchObject({ clusters: 4, n: 32 });
	});

	it('has no error for one cluster, and is absent without any', () => {
		expect(clusteredMean([[1, 0]])).toEqual({ clusters: 1, n: 2, mean: 0.5 });
		expect(clusteredMean([[], []])).toBeUndefined();
	});
});

describe('cohensKappa', () => {
	const times = (count: number, pair: readonly [boolean, boolean]): (readonly [boolean, boolean])[] =>
		Array.from({ length: count }, () => pair);

	it('is 0.4 for 20 yes-yes, 5 yes-no, 10 no-yes and 15 no-no', () => {
		const pairs = [
			...times(20, [true, true]),
			...times(5, [true, false]),
			...times(10, [false, true]),
			...times(15, [false, false]),
		];
		expect(cohensKappa(pairs)).toEqual({ n: 50, agreed: 35, kappa: expect.closeTo(0.4, 12) });
	});

	it('is 1 for full and -1 for no agreement', () => {
		expect(
			cohensKappa([
				[true, true],
				[false, false],
			]).kappa,
		).toBe(1);
		expect(
			cohensKappa([
				[true, false],
				[false, true],
			]).kappa,
		).toBe(-1);
	});

	it('is absent if both always agree, or without pairs', () => {
		expect(cohensKappa(times(9, [true, true]))).toEqual({ n: 9, agreed: 9 });
		expect(cohensKappa([])).toEqual({ n: 0, agreed: 0 });
	});
});

describe('pass@k and pass^k', () => {
	it('are both c/n for one try', () => {
		expect(passAtK(8, 3, 1)).toBeCloseTo(3 / 8, 12);
		expect(passHatK(8, 3, 1)).toBeCloseTo(3 / 8, 12);
	});

	it('count the draws: 3 of 5 good, 2 tries', () => {
		expect(passAtK(5, 3, 2)).toBeCloseTo(1 - 1 / 10, 12);
		expect(passHatK(5, 3, 2)).toBeCloseTo(3 / 10, 12);
	});

	it('mirror: no success of k is every failure of k', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.integer({ min: 1, max: 60 }), (n, c, k) => {
				fc.pre(c <= n && k <= n);
				expect(passAtK(n, c, k)).toBeCloseTo(1 - (passHatK(n, n - c, k) ?? Number.NaN), 12);
			}),
		);
	});

	it('are absent for more tries than were made', () => {
		expect(passAtK(2, 1, 3)).toBeUndefined();
		expect(passHatK(2, 2, 3)).toBeUndefined();
	});
});
