import { expect, it } from 'vitest';
import { counted, plural } from './message.ts';

it('one is said of one alone, also of a count as people read it', () => {
	expect([0, 1, 2, '1', '1,234', 1.5].map((count) => counted(count, 'sample'))).toEqual([
		'0 samples',
		'1 sample',
		'2 samples',
		'1 sample',
		'1,234 samples',
		'1.5 samples',
	]);
	expect([1, 3].map((count) => counted(count, 'sample is', 'samples are'))).toEqual(['1 sample is', '3 samples are']);
	expect([1, 2].map((count) => plural(count, 'query', 'queries'))).toEqual(['query', 'queries']);
});
