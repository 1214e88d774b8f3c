import { describe, expect, it } from 'vitest';
import { isFlat, memoryGrowth } from './memory-growth.ts';

const points = (bytes: readonly number[]): Parameters<typeof memoryGrowth>[0] =>
	bytes.map((value, at) => ({ seconds: at, bytes: value }));

describe('the growth of memory', () => {
	it('is that of the last fifth over the fifth after a warm-up of 1,000 samples, by medians', () => {
		const curve = points([1, 9, 100, 104, 107, 103, 120, 110, 900, 110]);
		expect(memoryGrowth(curve, 5000)).toEqual({ warm: 104, end: 900 });
		expect(memoryGrowth(curve, 2000)).toEqual({ warm: 120, end: 900 });
	});

	it('is flat up to a tenth', () => {
		expect([109, 110, 111].map((end) => isFlat({ warm: 100, end }))).toEqual([true, true, false]);
	});

	it('needs at least five points', () => {
		expect(memoryGrowth(points([1, 2, 3, 4]), 2000)).toBeUndefined();
	});
});
