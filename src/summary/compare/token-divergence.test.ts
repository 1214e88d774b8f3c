import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { klDivergence, type TokenProbabilities, tokenDivergence } from './token-divergence.ts';

const of = (probabilities: readonly number[], order?: readonly number[]): TokenProbabilities => ({
	tokens: order ?? probabilities.map((_, token) => token),
	probabilities,
});
const distributions = fc
	.array(fc.integer({ min: 1, max: 1000 }), { minLength: 4, maxLength: 4 })
	.map((weights) => weights.map((weight) => weight / weights.reduce((sum, one) => sum + one, 0)));

describe('klDivergence', () => {
	it('is the sum of p log p/q: known values', () => {
		expect(klDivergence(of([0.5, 0.5]), of([0.9, 0.1]), true)).toBeCloseTo(0.5108256, 6);
		expect(klDivergence(of([0.9, 0.1]), of([0.5, 0.5]), true)).toBeCloseTo(0.3680642, 6);
		expect(klDivergence(of([0.75, 0.25]), of([0.6, 0.4], [1, 0]), true)).toBeCloseTo(
			0.75 * Math.log(0.75 / 0.4) + 0.25 * Math.log(0.25 / 0.6),
			12,
		);
	});

	it('is zero for the same distribution, and only then', () => {
		fc.assert(
			fc.property(distributions, distributions, (one, other) => {
				expect(klDivergence(of(one), of(one), true)).toBe(0);
				const same = one.every((value, index) => value === other[index]);
				if (!same) expect(klDivergence(of(one), of(other), true)).toBeGreaterThan(0);
			}),
		);
	});

	it('without the whole vocabulary is never more than with it', () => {
		fc.assert(
			fc.property(distributions, distributions, fc.integer({ min: 1, max: 3 }), (one, other, top) => {
				const whole = klDivergence(of(one), of(other), true);
				const part = klDivergence(of(one.slice(0, top)), of(other.slice(0, top)), false);
				expect(part).toBeLessThanOrEqual(whole + 1e-9);
			}),
		);
	});

	it('is finite if the second model gives a token no probability', () => {
		const divergence = klDivergence(of([1, 0]), of([0, 1]), true);
		expect(divergence).toBeGreaterThan(50);
		expect(divergence).toBeLessThan(200);
	});
});

describe('tokenDivergence', () => {
	const one = of([0.6, 0.3, 0.1]);
	const swapped = of([0.5, 0.4, 0.1], [1, 0, 2]);

	it('counts positions with the same top token, and the first without', () => {
		const result = tokenDivergence(
			[
				{
					first: [one, one, one],
					second: [one, swapped, swapped],
					tokens: [0, 0],
					spans: ['prose', 'number', 'control'],
				},
				{ first: [one, one], second: [one, one], tokens: [1] },
				{ first: [one], second: [swapped], tokens: [] },
			],
			10,
		);
		expect(result).toMatchObject({ generations: 3, positions: 6, sameTop: 3, top: 10, wholeVocabulary: true });
		expect(result.firstDivergentToken).toMatchObject({ n: 2, min: 0, max: 1 });
		expect(result.kl).toMatchObject({ n: 6, min: 0 });
	});

	it('gives the second model’s probabilities by span', () => {
		const [generation] = [{ first: [one, one], second: [one, swapped], tokens: [0, 0] }];
		const { deltaP, perplexityRatio, spans } = tokenDivergence([{ ...generation, spans: ['prose', 'number'] }], 10);
		expect(deltaP).toMatchObject({ n: 2, min: 0.4 - 0.6, max: 0 });
		expect(perplexityRatio).toBeCloseTo(Math.sqrt(0.6 / 0.4), 12);
		expect(spans.map(({ span, positions, sameTop }) => [span, positions, sameTop])).toEqual([
			['prose', 1, 1],
			['number', 1, 0],
		]);
		expect(spans[1]?.perplexityRatio).toBeCloseTo(0.6 / 0.4, 12);
	});

	it('is zero for the same probabilities', () => {
		const result = tokenDivergence([{ first: [one, swapped], second: [one, swapped], tokens: [0] }], 10);
		expect(result).toMatchObject({ positions: 2, sameTop: 2, firstDivergentToken: { n: 0 } });
		expect(result.kl).toMatchObject({ max: 0, mean: 0 });
	});

	it('reports if the tokens may not be the whole vocabulary', () => {
		expect(tokenDivergence([{ first: [one], second: [one], tokens: [] }], 3).wholeVocabulary).toBe(false);
	});

	it('refuses different numbers of positions', () => {
		expect(() => tokenDivergence([{ first: [one], second: [], tokens: [] }], 3)).toThrow(RangeError);
	});
});
