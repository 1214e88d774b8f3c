import { expect, it } from 'vitest';
import { keptLines } from './effects.ts';
import { localeOf } from './messages/catalogue.ts';

const summaryOf = (promptsLost: number) =>
	({
		variants: [
			{
				kind: 'replay',
				flips: [
					{ main: true, p: 0.5, promptsLost, promptsGained: 1, paired: 30 },
					{ main: false, p: 1 },
				],
				measures: [{ measure: 'promptTokens', difference: { mean: 38 } }],
			},
		],
	}) as never;

it('a verdict on the prefix has the effect of keeping it beside it, and says when calls are lost for certain', () => {
	const kept = (lost: number, view = 'prefix') => keptLines(summaryOf(lost), { view }, localeOf('en'));
	expect(kept(2)).toEqual(['Kept, the next call: 2 lost, 1 gained of 30 (p 0.500); +38.0 prompt tokens.']);
	expect(kept(9)).toEqual([expect.stringContaining(localeOf('en').replay.costs)]);
	expect(kept(9, 'frame')).toEqual([]);
	expect(keptLines({ variants: [] } as never, { view: 'prefix' }, localeOf('en'))).toEqual([]);
});
