import { describe, expect, it } from 'vitest';
import { sampleKey } from '../../eval/sample.ts';
import { type Drop, dropsNow } from './drops.ts';
import { cellFixture, samplesFixture, times } from './sweep-fixture.ts';

const NONE: ReadonlyMap<number, Drop> = new Map();

describe('a cell of a sweep is dropped', () => {
	it('as slower after 8 of 8 blocks against one other cell, not after 7', () => {
		const pair = (n: number) => [cellFixture({ ms: times(100, n) }), cellFixture({ ms: times(130, n) })];
		expect(dropsNow(pair(7), NONE, {}).drop.size).toBe(0);
		expect([...dropsNow(pair(8), NONE, {}).drop]).toEqual([[1, { rule: 'slower', than: 0, slower: 8, faster: 0 }]]);
	});

	it('as slower only among cells with the same answers, weights and setup', () => {
		const fast = cellFixture({ ms: times(100, 20) });
		const others = [{ other: [3] }, { weights: 'q4' }, { setup: 'wllama f16' }].map((changes) =>
			cellFixture({ ms: times(200, 20), ...changes }),
		);
		for (const other of others) expect(dropsNow([fast, other], NONE, {}).drop.size).toBe(0);
	});

	it('as slower only where the faster one takes no more memory', () => {
		const slow = cellFixture({ ms: times(200, 20), peakBytes: 90e6 });
		expect(dropsNow([cellFixture({ ms: times(100, 20) }), slow], NONE, {}).drop.size).toBe(0);
	});

	it('as slower also where the clock cut its answers off: those are compared with none', () => {
		const cut = cellFixture({ ms: times(10_000, 8), cut: [2, 5] });
		expect(dropsNow([cellFixture({ ms: times(100, 8) }), cut], NONE, {}).drop.get(1)).toMatchObject({ rule: 'slower' });
	});

	it('not by times outside of blocks', () => {
		const samples = samplesFixture({ ms: times(1, 20) });
		const apart = samples.map(sampleKey);
		const slow = cellFixture({ ms: times(200, 20), apart });
		expect(dropsNow([cellFixture({ ms: times(100, 20) }), slow], NONE, {}).drop.size).toBe(0);
	});

	it('over a limit: of memory at once, of time by the exact test', () => {
		const [small, large] = [cellFixture({ ms: times(100, 6) }), cellFixture({ ms: times(100, 6), peakBytes: 2e9 })];
		expect(dropsNow([small, large], NONE, { memoryBytes: 1e9 }).drop.get(1)).toEqual({
			rule: 'memory',
			peakBytes: 2e9,
			limitBytes: 1e9,
		});
		// 1/2^6 is below 5 % / 2, 1/2^5 is not.
		const slow = (n: number) => [cellFixture({ ms: times(1, n) }), cellFixture({ ms: times(100, n), weights: 'q4' })];
		expect(dropsNow(slow(5), NONE, { turnMs: 50 }).drop.size).toBe(0);
		expect(dropsNow(slow(6), NONE, { turnMs: 50 }).drop.get(1)).toMatchObject({ rule: 'time', over: 6, n: 6 });
	});

	it('as worse after 9 prompts lost of 6 cells, none gained', () => {
		const cells = (n: number) => [
			cellFixture({ ms: times(100, 20), sizeBytes: 9e6 }),
			cellFixture({
				ms: times(100, 20),
				weights: 'q2',
				sizeBytes: 2e6,
				wrong: Array.from({ length: n }, (_, at) => at),
			}),
			...['a', 'b', 'c', 'd'].map((weights) => cellFixture({ ms: times(100, 20), weights })),
		];
		expect(dropsNow(cells(8), NONE, {}).drop.size).toBe(0);
		expect([...dropsNow(cells(9), NONE, {}).drop]).toEqual([
			[1, { rule: 'quality', lost: 9, gained: 0, reference: 0 }],
		]);
	});
});

it('a dropped cell takes part again when the cells of its class differ', () => {
	const dropped = cellFixture({ ms: times(200, 8) });
	const cells = [cellFixture({ ms: times(100, 12) }), dropped, cellFixture({ ms: times(100, 12), other: [10] })];
	const before = new Map<number, Drop>([[1, { rule: 'slower', than: 0, slower: 8, faster: 0 }]]);
	expect(dropsNow(cells, before, {}).revive).toEqual([1]);
	expect(dropsNow(cells.slice(0, 2), before, {}).revive).toEqual([]);
});
