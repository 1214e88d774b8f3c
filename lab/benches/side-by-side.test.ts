import { describe, expect, it } from 'vitest';
import { sideBySide } from './side-by-side.ts';

describe('sideBySide', () => {
	it('compares turn by turn, so that a machine that slows down favours neither', () => {
		const first = [100, 80, 60, 40, 20, 10];
		const result = sideBySide(
			first,
			first.map((value) => value * 0.98),
		);
		expect(result.n).toBe(6);
		expect(result.ratio).toBeCloseTo(0.98, 12);
		expect(result.first).toBe(50);
	});

	it('has a 95 % interval of the median from six turns on', () => {
		const ones = [1, 1, 1, 1, 1];
		expect(sideBySide(ones, [1, 2, 3, 4, 5]).interval).toBeUndefined();
		expect(sideBySide([...ones, 1], [1, 2, 3, 4, 5, 6]).interval).toEqual([1, 6]);
	});

	it('takes the known ranks for 20 turns: the 6th and the 15th', () => {
		const second = Array.from({ length: 20 }, (_, index) => index + 1);
		expect(sideBySide(Array<number>(20).fill(1), second).interval).toEqual([6, 15]);
	});
});
