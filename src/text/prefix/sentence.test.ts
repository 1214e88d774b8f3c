import { expect, it } from 'vitest';
import { oncePerText } from './sentence.ts';

it('a text is worked out once, a long one each time, and no number of texts is kept for ever', () => {
	const asked: number[] = [];
	const length = oncePerText((text) => asked.push(text.length) && text.length);
	const long = '가'.repeat(2_001);
	expect([length('가나'), length('가나'), length(''), length(''), length(long), length(long)]).toEqual([
		2, 2, 0, 0, 2_001, 2_001,
	]);
	expect(asked).toEqual([2, 0, 2_001, 2_001]);
	for (let index = 0; index < 1_000; index += 1) length(`${index}`);
	asked.length = 0;
	expect(length('가나')).toBe(2);
	expect(asked).toEqual([2]);
});
