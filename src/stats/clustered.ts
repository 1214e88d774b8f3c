import type { Interval } from './interval/interval.ts';
import { studentT } from './interval/student-t.ts';
import { scoreInterval } from './interval/wilson.ts';

/** A mean over clusters of observations, such as the epochs of each prompt. */
export interface ClusteredMean {
	readonly clusters: number;
	readonly n: number;
	readonly mean: number;
	/** Clustered standard error; from two clusters on. */
	readonly standardError?: number | undefined;
}

/**
 * Mean with clustered standard error (Miller 2024, Adding Error Bars to Evals, §2.2): repeats of a prompt are not
 * independent, so their residuals are summed within the prompt before they are squared. With the factor C / (C - 1) for
 * C clusters, which the paper leaves out: SE² = C / (C - 1) · Σ (Σ residuals of a cluster)² / n². So clusters of one
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
