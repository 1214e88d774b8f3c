import { expect, it } from 'vitest';
import { surplusThreads } from './host.ts';

it('tells of more threads than cores where somebody chose them, and of no other', () => {
	expect(surplusThreads({ threads: 99, threadsFrom: 'option' }, 2)).toEqual([
		'99 engine threads share 2 cores of this machine, which makes every time longer',
	]);
	expect(surplusThreads({ threads: 2, threadsFrom: 'option' }, 2)).toEqual([]);
	expect(surplusThreads({ threads: 8, threadsFrom: 'engine' }, 2)).toEqual([]);
	expect(surplusThreads({}, 2)).toEqual([]);
});
