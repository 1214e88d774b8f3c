import { describe, expect, it } from 'vitest';
import { decidePrefix, earlyStop, prefixThreshold } from './decision.ts';

const complete = (hits: number, n = 15): ReturnType<typeof decidePrefix> => decidePrefix({ hits, misses: n - hits, n });

describe('decidePrefix', () => {
	it('decides A from 5 of 15 on and B up to 4 (spec 05)', () => {
		expect(complete(5)).toMatchObject({ status: 'complete', path: 'A', hits: 5, n: 15, threshold: 5 });
		expect(complete(4)).toMatchObject({ status: 'complete', path: 'B', hits: 4, n: 15, threshold: 5 });
	});

	it('puts k = 3 to 7 of 15 into the grey zone, and no other k', () => {
		const grey = Array.from({ length: 16 }, (_, k) => k).filter((k) => {
			const verdict = complete(k);
			return verdict.status === 'complete' && verdict.greyZone;
		});
		expect(grey).toEqual([3, 4, 5, 6, 7]);
	});

	it('rounds the threshold up where a third is no whole number', () => {
		expect([1, 2, 3, 4, 14, 15, 16].map(prefixThreshold)).toEqual([1, 1, 1, 2, 5, 5, 6]);
	});

	it('names no path while the rest could change it', () => {
		expect(decidePrefix({ hits: 4, misses: 10, n: 15 })).toEqual({
			status: 'undecided',
			hits: 4,
			misses: 10,
			n: 15,
			threshold: 5,
		});
	});

	it('names no path of an empty corpus', () => {
		expect(decidePrefix({ hits: 0, misses: 0, n: 0 })).toMatchObject({ status: 'undecided', n: 0 });
	});

	it('prints no interval of a truncated run', () => {
		expect(decidePrefix({ hits: 5, misses: 2, n: 15 })).toEqual({
			status: 'truncated',
			path: 'A',
			hits: 5,
			misses: 2,
			n: 15,
			threshold: 5,
		});
		expect(decidePrefix({ hits: 0, misses: 11, n: 15 })).toMatchObject({ status: 'truncated', path: 'B' });
	});

	it('refuses more outcomes than prompts', () => {
		expect(() => decidePrefix({ hits: 10, misses: 6, n: 15 })).toThrow(RangeError);
	});
});

describe('earlyStop', () => {
	it('stops at 5 hits or 11 misses of 15, not before', () => {
		expect(earlyStop(5, 0, 15)).toBe('A');
		expect(earlyStop(4, 10, 15)).toBeUndefined();
		expect(earlyStop(0, 11, 15)).toBe('B');
	});

	it('never changes the verdict, over all 2^15 outcomes', () => {
		let changed = 0;
		let stopped = 0;
		for (let outcomes = 0; outcomes < 2 ** 15; outcomes += 1) {
			let hits = 0;
			let early: 'A' | 'B' | undefined;
			for (let prompt = 0; prompt < 15; prompt += 1) {
				hits += (outcomes >> prompt) & 1;
				early ??= earlyStop(hits, prompt + 1 - hits, 15);
				if (early !== undefined && prompt < 14 && prompt + 1 >= 5) stopped += 1;
			}
			const path = hits >= 5 ? 'A' : 'B';
			if (early !== path) changed += 1;
		}
		expect(changed).toBe(0);
		expect(stopped).toBeGreaterThan(0);
	});
});
