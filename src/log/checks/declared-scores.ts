import type { SampleResult } from '../../eval/sample.ts';
import type { ScoreDeclaration } from '../../eval/score.ts';

/**
 * What a log of version 1 does not declare, as far as its samples tell: each score under its own name, yes or no values
 * as a rate, and the first of them as the main one.
 */
export function declarationsFrom(
	samples: readonly Pick<SampleResult, 'suite' | 'scores'>[],
	suite: string,
): Readonly<Record<string, ScoreDeclaration>> {
	const kinds = new Map<string, ScoreDeclaration['kind']>();
	for (const { scores } of samples.filter((sample) => sample.suite === suite)) {
		for (const [name, { value }] of Object.entries(scores)) {
			if (value !== undefined && !kinds.has(name)) kinds.set(name, typeof value === 'boolean' ? 'rate' : 'number');
		}
	}
	return Object.fromEntries(Array.from(kinds, ([name, kind]) => [name, { kind, title: name }]));
}
