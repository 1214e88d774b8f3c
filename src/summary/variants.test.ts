import { describe, expect, it } from 'vitest';
import { declaredSuite, type EvaluatedRun } from '../eval/header.ts';
import type { SampleResult } from '../eval/sample.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { variantEffects } from './variants.ts';

const double = suiteDouble(['a', 'b', 'c'], async () => ({ messages: [], facts: {} }));
const suite = { ...declaredSuite({ ...double, view: 'replay' }, { skipped: [], planned: 6 }) };
const score = Object.keys(suite.scores)[0] ?? '';

function sample(sampleId: string, variant: string, value: boolean, promptTail?: string): SampleResult {
	return {
		suite: suite.name,
		sampleId,
		variant,
		epoch: 0,
		sample: { id: sampleId, before: '하나', prefix: '볼게요', call: { tool: 'look_up' }, closing: '둘' },
		transcript: {
			generations: [{ promptTail, pieces: [], events: [], finish: { unified: 'stop', raw: '' }, usage: {} }],
			facts: {},
		} as unknown as SampleResult['transcript'],
		scores: { [score]: { value } },
		timings: { generations: [], endToEndMs: 1, cold: false },
	};
}

function run(prompt?: string): EvaluatedRun {
	return {
		header: { ...logHeaderFixture(), suites: [suite] },
		samples: [
			...[true, true, false].map((value, index) => sample('abc'[index] ?? '', 'push', value, prompt)),
			...[false, true, true].map((value, index) => sample('abc'[index] ?? '', 'discard', value)),
		],
	};
}

describe('variantEffects', () => {
	it('gives gains and losses of keeping the prefix, with McNemar', () => {
		const [flips] = variantEffects(run())[0]?.flips ?? [];
		expect(flips).toMatchObject({ gained: [{ sampleId: 'a' }], lost: [{ sampleId: 'c' }], p: 1 });
	});

	it.each([
		['before the call', '하나 볼게요 <look_up> look_up 둘'],
		['between call and response', '하나 <look_up> 볼게요 look_up 둘'],
		['behind the response', '하나 <look_up> look_up 볼게요 둘'],
		['nowhere', '하나 <look_up> look_up 둘'],
		[undefined, undefined],
	])('finds the prefix in the prompt: %s', (place, prompt) => {
		expect(variantEffects(run(prompt))[0]?.place).toBe(place);
	});

	it('gives its cost over conversations that were not cut off', () => {
		const { header, samples } = run();
		const measured = samples.map((one) => {
			const kept = one.variant === 'push';
			const usage = { promptTokens: kept ? 120 : 100, outputTokens: one.sampleId === 'a' && kept ? 9 : 8 };
			const finish = { unified: one.sampleId === 'c' && kept ? 'length' : 'stop', raw: '' } as const;
			const generations = one.transcript.generations.map((generation) => ({
				...generation,
				tokens: [1],
				usage,
				finish,
			}));
			return { ...one, transcript: { ...one.transcript, generations } };
		});
		const [replay] = variantEffects({ header, samples: measured });
		expect(replay?.measures).toMatchObject([
			{ measure: 'promptTokens', without: 100, kept: 120, difference: { n: 2, mean: 20 } },
			{ measure: 'outputTokens', without: 8, kept: 8.5, difference: { n: 2, mean: 0.5, interval: expect.anything() } },
			{ measure: 'endToEndMs', difference: { n: 2, mean: 0 } },
		]);
		expect(replay?.measures[2]?.difference?.interval).toBeUndefined();
	});

	it('has nothing to tell of other suites, nor of a run without both variants', () => {
		const { header, samples } = run();
		expect(variantEffects({ header, samples: samples.filter(({ variant }) => variant === 'push') })).toEqual([]);
		expect(variantEffects({ header: { ...header, suites: [{ ...suite, view: 'prefix' }] }, samples })).toEqual([]);
	});
});
