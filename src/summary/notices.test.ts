import { describe, expect, it } from 'vitest';
import { header, sampleOf } from './compare/compared-run-fixture.ts';
import { greedyRepeats, repeatsMessage } from './notices.ts';

const run = (temperature: number, epochs: number, said: readonly (readonly string[])[]) => ({
	header: { ...header, settings: { ...header.settings, temperature, epochs } },
	samples: said.flatMap((answers, prompt) =>
		answers.map((answer, epoch) => sampleOf(`p${prompt}`, true, [...answer], 100, epoch)),
	),
});

describe('repeats at temperature 0', () => {
	it('name the prompts whose answers differ, however the text was cut into pieces', () => {
		const one = run(0, 3, [
			['네', '네', '네'],
			['네', '예', '네'],
			['a', 'b', 'c'],
		]);
		const repeats = greedyRepeats(one);
		expect(repeats).toEqual({ epochs: 3, prompts: 3, differ: ['prefix/p1', 'prefix/p2'] });
		expect(repeats && repeatsMessage(repeats)?.code).toBe('run.repeats-differ');
	});

	it('agree, are of a sampled run, or were not made', () => {
		const repeats = greedyRepeats(run(0, 2, [['네', '네']]));
		expect(repeats).toEqual({ epochs: 2, prompts: 1, differ: [] });
		expect(repeats && repeatsMessage(repeats)?.code).toBe('run.repeats-agree');
		expect(greedyRepeats(run(1, 2, [['네', '예']]))).toBeUndefined();
		expect(greedyRepeats(run(0, 1, [['네']]))).toBeUndefined();
	});
});
