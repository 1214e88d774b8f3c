import { expect, it } from 'vitest';
import { compareRuns } from '../../src/summary/compare/compare.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { comparisonLines } from './comparison.ts';

it('prints declared numbers of both runs and their difference', () => {
	const log = fixtureLog();
	const number = {
		suite: 'walks',
		variant: 'free',
		score: 'seconds',
		declaration: { kind: 'number', title: 'seconds', unit: 's' },
		firstMean: 2,
		secondMean: 3.5,
		difference: { n: 4, mean: 1.5, interval: { low: 0.5, high: 2.5 } },
		unpaired: 0,
		inNeither: 0,
		inOneOnly: 0,
	} as const;
	const comparison = { ...compareRuns(log, log), numbers: [number] };
	expect(comparisonLines('a', 'b', comparison, true)).toContain(
		'  walks free seconds: mean 3.5 s, baseline 2 s, 4 prompts; difference +1.5 s, 95% CI +0.5 s … +2.5 s',
	);
});
