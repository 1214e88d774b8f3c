import { describe, expect, it } from 'vitest';
import { decisionFixture } from '../testing/declared-suite-fixture.ts';
import { type Decision, type DecisionCounts, decide, thresholdOf, type Verdict } from './decision.ts';

const fiveOf15 = decisionFixture(5, 15);
const complete = (hits: number, n = 15, decision = fiveOf15): Verdict =>
	decide(decision, { hits, misses: n - hits, n });
const upTo = (n: number): readonly number[] => Array.from({ length: n + 1 }, (_, k) => k);

describe('decide', () => {
	it('takes the first path from 5 of 15 on, and the second up to 4', () => {
		expect(complete(5)).toMatchObject({ status: 'complete', path: 'A', hits: 5, n: 15, threshold: 5 });
		expect(complete(4)).toMatchObject({ status: 'complete', path: 'B', hits: 4, n: 15, threshold: 5 });
	});

	it('gives 5 of 15 its known intervals and probability', () => {
		const close = (low: number, high: number): object => ({
			low: expect.closeTo(low, 3),
			high: expect.closeTo(high, 3),
		});
		expect(complete(5)).toMatchObject({ wilson: close(0.152, 0.583), clopperPearson: close(0.118, 0.616) });
		expect(complete(7)).toMatchObject({ wilson: close(0.248, 0.699) });
	});

	it('puts k = 3 to 7 of 15 as narrow, and no other k', () => {
		const certainties = upTo(15).map((k) => (complete(k) as { readonly certainty: string }).certainty);
		expect(upTo(15).filter((k) => certainties[k] === 'narrow')).toEqual([3, 4, 5, 6, 7]);
		expect(new Set(certainties)).toEqual(new Set(['settled', 'narrow']));
	});

	it('has no probability where every prompt is needed, and is narrow unless one missed', () => {
		const all = decisionFixture(12, 12);
		expect(complete(12, 12, all)).toMatchObject({
			path: 'A',
			certainty: 'narrow',
			doubts: [{ cause: 'every-prompt' }],
		});
		expect(complete(11, 12, all)).toMatchObject({ path: 'B', certainty: 'settled', doubts: [] });
		for (const hits of [11, 12]) expect(complete(hits, 12, all)).not.toHaveProperty('probability', expect.anything());
	});

	it('is borderline where prompts tied over their repeats would as hits change the path', () => {
		const doubtsOf = (counts: Omit<DecisionCounts, 'n'>): unknown => {
			const verdict = decide(decisionFixture(6, 12), { ...counts, n: 12 });
			return verdict.path && [verdict.status, verdict.path, verdict.certainty, verdict.doubts];
		};
		const ties = { cause: 'tied-repeats', count: 4 };
		expect(doubtsOf({ hits: 2, misses: 10, tied: 4 })).toEqual(['complete', 'B', 'borderline', [ties]]);
		expect(doubtsOf({ hits: 2, misses: 9, tied: 4 })).toEqual(['truncated', 'B', 'borderline', [ties]]);
		expect(doubtsOf({ hits: 1, misses: 11, tied: 4 })).toEqual(['complete', 'B', 'settled', []]);
		expect(doubtsOf({ hits: 10, misses: 2, tied: 2 })).toEqual(['complete', 'A', 'settled', []]);
	});

	it.each([
		[4, 12],
		[3, 10],
		[1, 1],
		[9, 10],
	])('takes the first path from %i of %i on', (hits, of) => {
		const decision = decisionFixture(hits, of);
		for (const k of upTo(of)) {
			expect(complete(k, of, decision)).toMatchObject({ path: k >= hits ? 'A' : 'B', threshold: hits });
		}
	});

	it('rounds the threshold up where the share is no whole number', () => {
		const thresholds = (decision: Decision, ns: readonly number[]): readonly number[] =>
			ns.map((n) => thresholdOf(decision.threshold, n));
		expect(thresholds(fiveOf15, [1, 2, 3, 4, 14, 15, 16])).toEqual([1, 1, 1, 2, 5, 5, 6]);
		expect(thresholds(decisionFixture(4, 12), [12, 13, 15, 24])).toEqual([4, 5, 5, 8]);
		expect(thresholds(decisionFixture(3, 10), [9, 10, 11, 15, 100])).toEqual([3, 3, 4, 5, 30]);
	});

	it('names no path while the rest could change it', () => {
		expect(decide(fiveOf15, { hits: 4, misses: 10, n: 15 })).toEqual({
			status: 'undecided',
			cause: 'unscored',
			hits: 4,
			misses: 10,
			n: 15,
			threshold: 5,
			unscored: [],
		});
	});

	it('names no path of an empty corpus', () => {
		expect(decide(fiveOf15, { hits: 0, misses: 0, n: 0 })).toMatchObject({ status: 'undecided', n: 0 });
	});

	it('keeps the doubt of a truncated run that holds however the rest is scored', () => {
		const sixOf12 = decisionFixture(6, 12);
		const doubtsOf = (counts: DecisionCounts): unknown => {
			const verdict = decide(sixOf12, counts);
			return verdict.path !== undefined && [verdict.status, verdict.doubts];
		};
		expect(doubtsOf({ hits: 4, misses: 7, n: 12 })).toEqual(['truncated', [{ cause: 'other-prompts' }]]);
		expect(doubtsOf({ hits: 0, misses: 11, n: 12 })).toEqual(['truncated', []]);
		expect(doubtsOf({ hits: 4, misses: 7, tied: 1, n: 12 })).toEqual([
			'truncated',
			[{ cause: 'other-prompts' }, { cause: 'tied-repeats', count: 1 }],
		]);
	});

	it('gives no interval of a truncated run', () => {
		expect(decide(fiveOf15, { hits: 5, misses: 2, n: 15 })).toEqual({
			status: 'truncated',
			path: 'A',
			hits: 5,
			misses: 2,
			n: 15,
			threshold: 5,
			unscored: [],
			certainty: 'settled',
			doubts: [],
		});
		expect(decide(fiveOf15, { hits: 0, misses: 11, n: 15 })).toMatchObject({ status: 'truncated', path: 'B' });
	});

	it('refuses more outcomes than prompts', () => {
		expect(() => decide(fiveOf15, { hits: 10, misses: 6, n: 15 })).toThrow(RangeError);
	});

	it('counts a selection of the prompts and decides nothing, however many of them hit', () => {
		for (const hits of upTo(14)) {
			const verdict = decide(fiveOf15, { hits, misses: 14 - hits, n: 15, subset: true });
			expect(verdict).toEqual({ status: 'subset', hits, misses: 14 - hits, n: 15, threshold: 5, unscored: [] });
		}
	});

	it('keeps the causes of what could not be scored', () => {
		const unscored = [{ cause: 'engine-failed' as const, count: 3 }];
		expect(decide(fiveOf15, { hits: 4, misses: 8, n: 15, unscored })).toMatchObject({ status: 'undecided', unscored });
		expect(decide(fiveOf15, { hits: 5, misses: 7, n: 15, unscored })).toMatchObject({ path: 'A', unscored });
	});

	it('names a path exactly where every way of filling in the unscored prompts gives that path', () => {
		for (const [hits, of] of [
			[5, 15],
			[4, 12],
			[3, 10],
			[1, 2],
		] as const) {
			const decision = decisionFixture(hits, of);
			for (const n of upTo(15).slice(1)) {
				for (const seen of upTo(n)) {
					for (const hit of upTo(seen)) {
						const filled = upTo(n - seen).map((more) => complete(hit + more, n, decision).path);
						const [sure] = new Set(filled).size === 1 ? filled : [];
						const unscored = n === seen ? [] : [{ cause: 'cut-length' as const, count: n - seen }];
						expect(decide(decision, { hits: hit, misses: seen - hit, n, unscored }).path).toBe(sure);
					}
				}
			}
		}
	});
});
