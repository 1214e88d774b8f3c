import { expect, it } from 'vitest';
import { declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { mcnemarText } from '../summary/arms/flips-text.ts';
import { pairSamples } from './paired-sample.ts';
import { scoreFlips } from './score-flips.ts';

it('has no p where no sample is scored in both runs', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const cut = { samples: [logSampleFixture({ scores: { meaningful: { unscored: 'cut-length' } } })] };
	const [flips] = scoreFlips(pairSamples(cut, cut), [suite]);
	expect(flips).toMatchObject({ first: { n: 0 }, unpaired: 1 });
	expect(flips?.p).toBeUndefined();
	expect(mcnemarText(flips?.p)).toBe('no sample is scored in both');
});

it('has a p of 1 where samples are scored in both and none flips', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const whole = { samples: [logSampleFixture({ scores: { meaningful: { value: true } } })] };
	expect(scoreFlips(pairSamples(whole, whole), [suite])[0]?.p).toBe(1);
});
