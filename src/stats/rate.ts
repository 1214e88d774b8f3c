import { assertCount, clopperPearson, type Interval, scoreInterval, studentT, wilson } from './intervals.ts';

/** A share with its 95 % intervals. Without observations (`n` 0) there is no rate and no interval. */
export interface Rate {
	readonly hits: number;
	readonly n: number;
	/** 0 to 1. */
	readonly rate?: number;
	readonly wilson?: Interval;
	readonly clopperPearson?: Interval;
	/** Of clustered observations, instead of the intervals for independent ones. */
	readonly clustered?: ClusteredError;
}

interface ClusteredError {
	/** Clusters with an observation: prompts, where the observations are their repeats. */
	readonly clusters: number;
	/** From two clusters on, as is the interval. */
	readonly standardError?: number;
	readonly interval?: Interval;
}

export function rateOf(hits: number, n: number): Rate {
	assertCount(hits, n);
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	if (score === undefined || exact === undefined) return { hits, n };
	return { hits, n, rate: hits / n, wilson: score, clopperPearson: exact };
}

/** The share of hits in clusters of observations; with at most one observation each, as {@link rateOf}. */
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

/** Without the interval, which is wrong if observations may be selected by their results. */
export function withoutInterval({ hits, n }: Rate): Rate {
	return n === 0 ? { hits, n } : { hits, n, rate: hits / n };
}

/** The interval to show with a rate: clustered, else Wilson's. */
export function intervalOf({ wilson, clustered }: Rate): Interval | undefined {
	return clustered === undefined ? wilson : clustered.interval;
}

/** A mean over clusters of observations, such as the epochs of each prompt. */
interface ClusteredMean {
	readonly clusters: number;
	readonly n: number;
	readonly mean: number;
	/** Clustered standard error; from two clusters on. */
	readonly standardError?: number;
}

/**
 * Mean with clustered standard error (Miller 2024, Adding Error Bars to Evals, §2.2): repeats of a prompt are not
 * independent, so their residuals are summed within the prompt before they are squared. With the factor C / (C - 1) for
 * C clusters, which the paper omits: SE² = C / (C - 1) · Σ (Σ residuals of a cluster)² / n². So clusters of one
 * give the plain standard error s / sqrt(n), where s has the divisor n - 1. Absent without observations.
 */
export function clusteredMean(clusters: readonly (readonly number[])[]): ClusteredMean | undefined {
	const filled = clusters.filter((cluster) => cluster.length > 0);
	const count = filled.length;
	const n = filled.reduce((sum, cluster) => sum + cluster.length, 0);
	if (n === 0) return undefined;
	const mean = filled.reduce((sum, cluster) => sum + total(cluster), 0) / n;
	const squares = filled.reduce((sum, cluster) => sum + (total(cluster) - mean * cluster.length) ** 2, 0);
	const standardError = count < 2 ? undefined : Math.sqrt((squares * count) / (count - 1)) / n;
	return { clusters: count, n, mean, standardError };
}

/**
 * 95 % interval of a rate whose observations come in clusters: Wilson's score interval over the effective sample size
 * p (1 - p) / SE², between one and n, with Student's t of C - 1 degrees of freedom (the modified Wilson interval of survey
 * statistics: Franco, Little, Louis, Slud 2019). Where all observations are the same, SE says nothing and a cluster
 * counts as one observation. Mean ± t · SE would mostly miss a small rate of few clusters. Absent for one cluster.
 */
export function clusteredInterval({ clusters, n, mean, standardError }: ClusteredMean): Interval | undefined {
	if (standardError === undefined) return undefined;
	const same = mean === 0 || mean === 1;
	const effective = same ? clusters : Math.min(n, Math.max(1, (mean * (1 - mean)) / standardError ** 2));
	return scoreInterval(mean, effective, studentT(clusters - 1));
}

function total(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}

/** Unbiased pass@k = 1 - C(n-c, k) / C(n, k): at least one of k tries succeeds (Chen et al. 2021). Absent for k > n. */
export function passAtK(n: number, c: number, k: number): number | undefined {
	assertTries(n, c, k);
	return k > n ? undefined : 1 - shareOfDraws(n, n - c, k);
}

/** pass^k = C(c, k) / C(n, k): all of k tries succeed (tau-bench). Absent for k > n. */
export function passHatK(n: number, c: number, k: number): number | undefined {
	assertTries(n, c, k);
	return k > n ? undefined : shareOfDraws(n, c, k);
}

function assertTries(n: number, c: number, k: number): void {
	assertCount(c, n);
	if (!(Number.isInteger(k) && k >= 1)) throw new RangeError(`k must be a positive integer, got ${k}`);
}

/** C(marked, k) / C(n, k) as a product, so that no factorial overflows. */
function shareOfDraws(n: number, marked: number, k: number): number {
	let share = 1;
	for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, marked - drawn) / (n - drawn);
	return share;
}
