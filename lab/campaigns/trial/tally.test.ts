import { expect, it } from 'vitest';
import { runTrial, type Trial } from './trial.ts';

const every: Trial = {
	round: 'a round',
	rounds: { short: 1, long: 2 },
	async run({ tally, rounds }) {
		for (const { seed, whole } of rounds()) {
			await tally.try('draws', seed, () => (whole(0, 0) === 0 ? undefined : 'drew'));
			await tally.try('odd seeds', seed, () => {
				if (seed % 2 === 1) throw new Error('odd');
				return undefined;
			});
		}
	},
};

it('a campaign counts what it tried, and repeats a failure by its seed alone', async () => {
	const tally = await runTrial(every, { rounds: 4, seed: 6, seconds: 60 });
	expect(tally.sums).toEqual({ tried: 8, failed: 2, kinds: 2 });
	expect(tally.text('every')).toContain('| odd seeds | 4 | 2 | 2 |');
	expect(tally.text('every')).toContain('again: npm run campaign -- every --seed 7 --rounds 1');
	expect((await runTrial(every, { rounds: 1, seed: 7, seconds: 60 })).sums.failed).toBe(1);
});
