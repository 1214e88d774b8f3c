import { describe, expect, it } from 'vitest';
import type { LogSample } from '../../log/record.ts';
import { compareRuns } from './compare.ts';
import { ids, runOf, sampleOf } from './compared-run-fixture.ts';

describe('compareRuns', () => {
	it('finds no flip and no divergence between a run and itself', () => {
		const run = runOf(ids.map((id, index) => sampleOf(id, index % 2 === 0, ['네', id], 100 + index)));
		const comparison = compareRuns(run, run);
		expect(comparison).toMatchObject({ paired: 15, onlyFirst: 0, onlySecond: 0 });
		expect(comparison.scores[0]).toMatchObject({ score: 'meaningful', gained: [], lost: [], p: 1 });
		expect(comparison.divergence).toMatchObject({
			compared: 15,
			identical: 15,
			diverged: [],
			firstDivergentToken: { n: 0 },
		});
		expect(comparison.latencies[0]).toMatchObject({ firstMean: 107, secondMean: 107, difference: { n: 15, mean: 0 } });
		expect(comparison.identity).toEqual({ blocking: [], varied: [], onlyFirst: [], onlySecond: [] });
	});

	it('lists flips in both directions with their reasons and places', () => {
		const first = runOf(ids.map((id, index) => sampleOf(id, index < 8)));
		const second = runOf(ids.map((id, index) => sampleOf(id, index === 14 || (index < 8 && index > 0))).reverse());
		const [flips] = compareRuns(first, second).scores;
		expect(flips?.lost).toEqual([{ sampleId: 'p0', epoch: 0, firstIndex: 0, secondIndex: 14, secondReason: 'empty' }]);
		expect(flips?.gained).toEqual([
			{ sampleId: 'p14', epoch: 0, firstIndex: 14, secondIndex: 0, firstReason: 'empty' },
		]);
		expect(flips?.first).toMatchObject({ hits: 8, n: 15 });
		expect(flips?.p).toBe(1);
	});

	it('leaves out samples of which one run has no such score, or could not give it', () => {
		const cut = { ...sampleOf('a', true), scores: { meaningful: { unscored: 'cut-length' as const } } };
		const lost = { ...sampleOf('b', true), scores: {} };
		const first = runOf([cut, lost, sampleOf('c', true)]);
		const second = runOf([sampleOf('a', false), sampleOf('b', false), sampleOf('c', false)]);
		for (const [flips] of [compareRuns(first, second).scores, compareRuns(second, first).scores]) {
			expect([...(flips?.lost ?? []), ...(flips?.gained ?? [])].map(({ sampleId }) => sampleId)).toEqual(['c']);
			expect([flips?.first.n, flips?.second.n]).toEqual([1, 1]);
		}
	});

	it('gives rates an interval where both runs have the whole suite, each sample of it scored, and says how they ended', () => {
		const samples = ids.map((id, index) => sampleOf(id, index < 8));
		const [whole, part] = [runOf(samples), runOf(samples.slice(0, 3))];
		const open = runOf(
			samples.with(3, { ...sampleOf('p3', true), scores: { meaningful: { unscored: 'unconfirmed' } } }),
		);
		const comparison = compareRuns({ ...whole, footer: { outcome: 'failed' } }, whole);
		expect(comparison).toMatchObject({ firstOutcome: 'failed', secondOutcome: 'cut short' });
		expect(comparison.scores[0]?.first.wilson).toBeDefined();
		for (const other of [part, open]) {
			const [flips] = compareRuns(whole, other).scores;
			for (const rate of [flips?.first, flips?.second]) {
				expect(rate).toEqual({ hits: expect.any(Number), n: expect.any(Number), rate: expect.any(Number) });
			}
		}
	});

	it('takes McNemar over prompts, not over their epochs', () => {
		const epochs = (value: boolean): LogSample[] =>
			[0, 1, 2].flatMap((epoch) => ['a', 'b'].map((id) => sampleOf(id, value, undefined, 1, epoch)));
		const [flips] = compareRuns(runOf(epochs(false)), runOf(epochs(true))).scores;
		expect(flips).toMatchObject({ promptsGained: 2, promptsLost: 0, p: expect.closeTo(0.5, 12) });
		expect(flips?.gained).toHaveLength(6);
	});

	it('compares only what both runs have', () => {
		const comparison = compareRuns(
			runOf([sampleOf('a', true), sampleOf('b', true)]),
			runOf([sampleOf('b', true), sampleOf('c', true), sampleOf('d', true)]),
		);
		expect(comparison).toMatchObject({ paired: 1, onlyFirst: 1, onlySecond: 2 });
	});
});
