import { expect, it } from 'vitest';
import { exactSum } from './exact-sum.ts';

it.each([
	[[], 0],
	[[0.1, 0.2, 0.3], 0.6],
	[[1e100, 0.3, -1e100], 0.3],
	[[-1e100, -1e100, 0.15, 0.15, 1e100, 1e100], 0.3],
])('the sum of %j is %f', (values, sum) => {
	expect(exactSum(values)).toBeCloseTo(sum, 15);
});
