import { expect, it } from 'vitest';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { Sample } from '../sample.ts';
import { rescore } from './rescore.ts';

it('a scorer of own code that changes the sample fails, as in the run, and flips no other', () => {
	const changing = (sample: Sample): boolean => Object.assign(sample, { input: 'changed' }).id !== '';
	const suite = {
		...suiteDouble([], () => Promise.reject(new Error('asks nobody'))),
		inTime: <T>(call: () => T): T => call(),
		scorers: [
			{ name: 'changes', needs: 'own' as const, score: changing },
			{ name: 'reads', needs: 'own' as const, score: ({ input }: Sample) => input === '안녕' },
		],
	};
	const logged = logSampleFixture({ suite: 'double', sample: { id: 'a', input: '안녕' } });
	const { samples } = rescore([logged], [suite], { language: 'ko' });
	expect(samples[0]?.scores).toMatchObject({ changes: { unscored: 'scorer-failed' }, reads: { value: true } });
});
