import { clusteredInterval, clusteredMean } from './clustered.ts';
import { clopperPearson } from './interval/clopper-pearson.ts';
import { assertCount, type Interval } from './interval/interval.ts';
import { wilson } from './interval/wilson.ts';

/** A share with its 95 % intervals. Without observations (`n` 0) there is no rate and no interval. */
export interface Rate {
	readonly hits: number;
	readonly n: number;
	/** 0 to 1. */
	readonly rate?: number;
	readonly wilson?: Interval;
	readonly clopperPearson?: Interval;
	/** Of observations that come in clusters, in place of the intervals that take each one as independent. */
	readonly clustered?: ClusteredError;
}

export interface ClusteredError {
	/** Clusters with an observation: prompts, where the observations are their repeats. */
	readonly clusters: number;
	/** From two clusters on, as is the interval. */
	readonly standardError?: number | undefined;
	readonly interval?: Interval | undefined;
}

export function rateOf(hits: number, n: number): Rate {
	assertCount(hits, n);
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	if (score === undefined || exact === undefined) return { hits, n };
	return { hits, n, rate: hits / n, wilson: score, clopperPearson: exact };
}

/** The share of hits in clusters of observations; of at most one observation each they are independent, as in {@link rateOf}. */
export function rateOfClusters(clusters: Iterable<readonly boolean[]>): Rate {
	const filled = Array.from(clusters).filter((cluster) => cluster.length > 0);
	const observed = filled.flat();
	const hits = observed.filter(Boolean).length;
	const mean = clusteredMean(filled.map((cluster) => cluster.map(Number)));
	if (mean === undefined || mean.n === mean.clusters) return rateOf(hits, observed.length);
	const { standardError } = mean;
	const clustered = { clusters: mean.clusters, standardError, interval: clusteredInterval(mean) };
	return { hits, n: observed.length, rate: hits / observed.length, clustered };
}

/** The share alone: of observations that may have been chosen by what came out, an interval says nothing. */
export function withoutInterval({ hits, n }: Rate): Rate {
	return n === 0 ? { hits, n } : { hits, n, rate: hits / n };
}

/** The interval that belongs beside a rate: the clustered one where observations come in clusters, else Wilson's. */
export function intervalOf({ wilson, clustered }: Rate): Interval | undefined {
	return clustered === undefined ? wilson : clustered.interval;
}
