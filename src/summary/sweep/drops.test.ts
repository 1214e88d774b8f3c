import { describe, expect, it } from 'vitest';
import { sampleKey } from '../../eval/sample.ts';
import { header } from '../compare/compared-run-fixture.ts';
import { type Drop, dropsNow } from './drops.ts';
import { cellFixture, samplesFixture, times } from './sweep-fixture.ts';

const ASKED = { suites: header.suites, margins: 0.1 };
const NONE: ReadonlyMap<number, Drop> = new Map();

describe('a cell of a sweep is dropped', () => {
	it('as slower after 8 of 8 blocks against one other cell, not after 7', () => {
		const pair = (n: number) => [cellFixture({ ms: times(100, n) }), cellFixture({ ms: times(130, n) })];
		expect(dropsNow(pair(7), NONE, {}, ASKED).drop.size).toBe(0);
		expect([...dropsNow(pair(8), NONE, {}, ASKED).drop]).toEqual([
			[1, { rule: 'slower', than: 0, slower: 8, faster: 0 }],
		]);
	});

	it('as slower only among cells with the same answers, weights and setup', () => {
		const fast = cellFixture({ ms: times(100, 20) });
		const others = [{ other: [3] }, { weights: 'q4' }, { setup: 'wllama f16' }].map((changes) =>
			cellFixture({ ms: times(200, 20), ...changes }),
		);
		for (const other of others) expect(dropsNow([fast, other], NONE, {}, ASKED).drop.size).toBe(0);
	});

	it('as slower only where the faster one takes no more memory', () => {
		const slow = cellFixture({ ms: times(200, 20), peakBytes: 90e6 });
		expect(dropsNow([cellFixture({ ms: times(100, 20) }), slow], NONE, {}, ASKED).drop.size).toBe(0);
	});

	it('as slower also where the clock cut its answers off: those are compared with none', () => {
		const cut = cellFixture({ ms: times(10_000, 8), cut: [2, 5] });
		expect(dropsNow([cellFixture({ ms: times(100, 8) }), cut], NONE, {}, ASKED).drop.get(1)).toMatchObject({
			rule: 'slower',
		});
	});

	it('not by times outside of blocks', () => {
		const samples = samplesFixture({ ms: times(1, 20) });
		const apart = samples.map(sampleKey);
		const slow = cellFixture({ ms: times(200, 20), apart });
		expect(dropsNow([cellFixture({ ms: times(100, 20) }), slow], NONE, {}, ASKED).drop.size).toBe(0);
	});

	it('over a limit: of memory at once, of time by the exact test', () => {
		const [small, large] = [cellFixture({ ms: times(100, 6) }), cellFixture({ ms: times(100, 6), peakBytes: 2e9 })];
		expect(dropsNow([small, large], NONE, { memoryBytes: 1e9 }, ASKED).drop.get(1)).toEqual({
			rule: 'memory',
			peakBytes: 2e9,
			limitBytes: 1e9,
		});
		// 1/2^6 is below 5 % / 2, 1/2^5 is not.
		const slow = (n: number) => [cellFixture({ ms: times(1, n) }), cellFixture({ ms: times(100, n), weights: 'q4' })];
		expect(dropsNow(slow(5), NONE, { turnMs: 50 }, ASKED).drop.size).toBe(0);
		expect(dropsNow(slow(6), NONE, { turnMs: 50 }, ASKED).drop.get(1)).toMatchObject({ rule: 'time', over: 6, n: 6 });
	});

	const six = (n: number, lost = n) => [
		cellFixture({ ms: times(100, n), sizeBytes: 9e6 }),
		cellFixture({
			ms: times(100, n),
			weights: 'q2',
			sizeBytes: 2e6,
			wrong: Array.from({ length: lost }, (_, at) => at),
		}),
		...['a', 'b', 'c', 'd'].map((weights) => cellFixture({ ms: times(100, n), weights })),
	];

	it('as worse after 11 prompts, all lost, of 6 cells', () => {
		expect(dropsNow(six(10), NONE, {}, ASKED).drop.size).toBe(0);
		const drop = { rule: 'quality', lost: 11, gained: 0, reference: 0 };
		expect([...dropsNow(six(11), NONE, {}, ASKED).drop]).toEqual([[1, drop]]);
	});

	it('as worse only beyond its margin', () => {
		expect(dropsNow(six(200, 18), NONE, {}, ASKED).drop.size).toBe(0);
		expect(dropsNow(six(60, 30), NONE, {}, { ...ASKED, margins: 0.6 }).drop.size).toBe(0);
	});

	it('and takes part again where the build that it lost to is over a limit', () => {
		const cells = six(11).map((cell, place) => ({ ...cell, overLimit: place === 0 }));
		const before = new Map<number, Drop>([[1, { rule: 'quality', lost: 11, gained: 0, reference: 0 }]]);
		expect(dropsNow(cells, before, {}, ASKED).revive).toEqual([1]);
		expect(dropsNow(six(11), before, {}, ASKED).revive).toEqual([]);
	});
});

it('a dropped cell takes part again when the cells of its class differ', () => {
	const dropped = cellFixture({ ms: times(200, 8) });
	const cells = [cellFixture({ ms: times(100, 12) }), dropped, cellFixture({ ms: times(100, 12), other: [10] })];
	const before = new Map<number, Drop>([[1, { rule: 'slower', than: 0, slower: 8, faster: 0 }]]);
	expect(dropsNow(cells, before, {}, ASKED).revive).toEqual([1]);
	expect(dropsNow(cells.slice(0, 2), before, {}, ASKED).revive).toEqual([]);
});
