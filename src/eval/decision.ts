import { clopperPearson } from '../stats/clopper-pearson.ts';
import { assertCount, type Interval } from '../stats/interval.ts';
import { jeffreysProbabilityAtLeast } from '../stats/jeffreys.ts';
import { wilson } from '../stats/wilson.ts';

/** A: keep the prefix (push). B: discard it, on purpose and on record. */
export type Path = 'A' | 'B';

/**
 * What the prefix corpus decides. `complete`: every prompt was judged. `truncated`: some were not, but no outcome of the
 * rest could change the path; the rate says nothing then, so there is no interval. `undecided`: the rest could change it.
 */
export type Verdict =
	| {
			readonly status: 'complete';
			readonly path: Path;
			/** Prompts with a meaningful prefix. */
			readonly hits: number;
			/** Prompts of the corpus. */
			readonly n: number;
			/** Hits that make it path A. */
			readonly threshold: number;
			readonly wilson: Interval;
			readonly clopperPearson: Interval;
			/** P(true rate >= 1/3) under Jeffreys. */
			readonly probabilityAtLeastThird: number;
			/** True where that probability lies between 10 % and 90 %: a repeat could well decide otherwise. */
			readonly greyZone: boolean;
	  }
	| {
			readonly status: 'truncated';
			readonly path: Path;
			readonly hits: number;
			readonly misses: number;
			readonly n: number;
			readonly threshold: number;
	  }
	| {
			readonly status: 'undecided';
			readonly hits: number;
			readonly misses: number;
			readonly n: number;
			readonly threshold: number;
	  };

export interface PrefixOutcome {
	readonly hits: number;
	readonly misses: number;
	/** Prompts of the corpus, judged or not. */
	readonly n: number;
}

/** Decides between path A and path B: A if at least a third (5 of 15) of the prompts have a meaningful prefix. */
export function decidePrefix({ hits, misses, n }: PrefixOutcome): Verdict {
	assertCount(hits, hits + misses);
	assertCount(hits + misses, n);
	const threshold = prefixThreshold(n);
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	if (hits + misses < n || score === undefined || exact === undefined) {
		const path = earlyStop(hits, misses, n);
		const counted = { hits, misses, n, threshold };
		return path === undefined ? { status: 'undecided', ...counted } : { status: 'truncated', path, ...counted };
	}
	const probabilityAtLeastThird = jeffreysProbabilityAtLeast(1 / 3, hits, n);
	return {
		status: 'complete',
		path: hits >= threshold ? 'A' : 'B',
		hits,
		n,
		threshold,
		wilson: score,
		clopperPearson: exact,
		probabilityAtLeastThird,
		greyZone: probabilityAtLeastThird >= 0.1 && probabilityAtLeastThird <= 0.9,
	};
}

/** Hits of `n` prompts that make it path A: a third, rounded up. */
export function prefixThreshold(n: number): number {
	return Math.ceil(n / 3);
}

/** The path that is already certain (5 hits or 11 misses of 15), whatever the prompts left out would say; else absent. */
export function earlyStop(hits: number, misses: number, n: number): Path | undefined {
	if (n === 0) return undefined;
	const threshold = prefixThreshold(n);
	if (hits >= threshold) return 'A';
	return n - misses < threshold ? 'B' : undefined;
}
