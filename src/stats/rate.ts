import { clopperPearson } from './clopper-pearson.ts';
import { assertCount, type Interval } from './interval.ts';
import { wilson } from './wilson.ts';

/** A share with its 95 % intervals. Without observations (`n` 0) there is no rate and no interval. */
export interface Rate {
	readonly hits: number;
	readonly n: number;
	/** 0 to 1. */
	readonly rate?: number;
	readonly wilson?: Interval;
	readonly clopperPearson?: Interval;
}

export function rateOf(hits: number, n: number): Rate {
	assertCount(hits, n);
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	if (score === undefined || exact === undefined) return { hits, n };
	return { hits, n, rate: hits / n, wilson: score, clopperPearson: exact };
}
