import { expect, it } from 'vitest';
import type { SampleResult } from '../eval/sample.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { pairSamples, scoreFlips } from './flips.ts';

it('has no p where no sample is scored in both runs', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const cut = { samples: [logSampleFixture({ scores: { meaningful: { unscored: 'cut-length' } } })] };
	const [flips] = scoreFlips(pairSamples(cut, cut), [suite]);
	expect(flips).toMatchObject({ first: { n: 0 }, unpaired: 1 });
	expect(flips?.p).toBeUndefined();
	expect(flips).toMatchObject({ p: undefined, paired: 0 });
});

it('has a p of 1 where samples are scored in both and none flips', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const whole = { samples: [logSampleFixture({ scores: { meaningful: { value: true } } })] };
	const [flips] = scoreFlips(pairSamples(whole, whole), [suite]);
	expect(flips?.p).toBe(1);
	expect(flips).toMatchObject({ gained: [], lost: [] });
});

it('counts repeats as fractions of a prompt', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const run = (values: Readonly<Record<string, readonly boolean[]>>): { samples: SampleResult[] } => ({
		samples: Object.entries(values).flatMap(([sampleId, epochs]) =>
			epochs.map((value, epoch) => logSampleFixture({ sampleId, epoch, scores: { meaningful: { value } } })),
		),
	});
	const testOf = (first: ReturnType<typeof run>, second: ReturnType<typeof run>): unknown => {
		const [flips] = scoreFlips(pairSamples(first, second), [suite]);
		return flips && [flips.promptsLost, flips.promptsGained, flips.p];
	};
	const before = run({ a: [true, false, false], b: [false, true, true] });
	expect(testOf(before, run({ a: [false, true, true], b: [true, true, true] }))).toEqual([0, expect.closeTo(2 / 3), 1]);
	expect(testOf(run({ a: [true] }), run({ a: [false] }))).toEqual([1, 0, expect.closeTo(1)]);
});

it('takes no prompt with an unscored repeat', () => {
	const suite = declaredSuiteFixture({ scores: { meaningful: { kind: 'rate', main: true, title: 'meaningful' } } });
	const run = (...values: readonly (boolean | undefined)[]): { samples: SampleResult[] } => ({
		samples: values.map((value, epoch) =>
			logSampleFixture({
				sampleId: 'a',
				epoch,
				scores: { meaningful: value === undefined ? { unscored: 'cut-length' } : { value } },
			}),
		),
	});
	const flips = (second: ReturnType<typeof run>) =>
		scoreFlips(pairSamples(run(true, false, false), second), [suite])[0];
	const open = flips(run(false, undefined, undefined));
	expect(open).toMatchObject({ paired: 1, promptsLost: 0, promptsGained: 0, p: undefined });
	expect(flips(run(true, true, true))).toMatchObject({ promptsGained: expect.closeTo(2 / 3), promptsLost: 0 });
});

it('counts samples that a score applies to in one run only', () => {
	const scores = {
		meaningful: { kind: 'rate', main: true, title: 'meaningful' } as const,
		first: { kind: 'rate', title: 'first' } as const,
	};
	const suite = declaredSuiteFixture({ scores });
	const run = (first?: boolean): { samples: SampleResult[] } => ({
		samples: [
			logSampleFixture({
				scores: { meaningful: { value: true }, ...(first === undefined ? {} : { first: { value: first } }) },
			}),
			logSampleFixture({ sampleId: 'other', scores: { meaningful: { value: true }, first: { value: true } } }),
		],
	});
	const flips = scoreFlips(pairSamples(run(), run(false)), [suite]).find(({ score }) => score === 'first');
	expect(flips).toMatchObject({ paired: 1, unpaired: 0, inOneOnly: 1, lost: [] });
	expect(flips).toMatchObject({ inOneOnly: 1 });
});
