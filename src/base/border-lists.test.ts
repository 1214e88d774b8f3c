import { describe, expect, it } from 'vitest';
import { LARGEST_AMOUNT, numbers, texts, times } from './border.ts';

describe('lists of a log', () => {
	it('of numbers take finite ones alone', () => {
		for (const list of [[], [1, -2], [0.5, Number.MAX_VALUE]]) expect(numbers.safeParse(list).success).toBe(true);
		for (const list of [[Number.NaN], [1, Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY], ['1'], [null], {}])
			expect(numbers.safeParse(list).success).toBe(false);
	});

	it('of times are neither negative nor beyond all amounts', () => {
		expect(times.safeParse([0, 0.5, LARGEST_AMOUNT]).success).toBe(true);
		for (const list of [[-1], [LARGEST_AMOUNT * 2], [true]]) expect(times.safeParse(list).success).toBe(false);
	});

	it('of texts hold nothing else', () => {
		expect(texts.safeParse(['', '물']).success).toBe(true);
		for (const list of [['물', 1], [undefined], '물']) expect(texts.safeParse(list).success).toBe(false);
	});
});
