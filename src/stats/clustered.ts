/** A mean over clusters of observations, such as the epochs of each prompt. */
export interface ClusteredMean {
	readonly clusters: number;
	readonly n: number;
	readonly mean: number;
	/** Clustered standard error; from two clusters on. */
	readonly standardError?: number;
}

/**
 * Mean with clustered standard error (Miller 2024, Adding Error Bars to Evals, §2.2): repeats of a prompt are not
 * independent, so their residuals are summed within the prompt before they are squared. Without the small-sample factor,
 * as in the paper. Clusters of one observation give the plain standard error of the mean. Absent without observations.
 */
export function clusteredMean(clusters: readonly (readonly number[])[]): ClusteredMean | undefined {
	const filled = clusters.filter((cluster) => cluster.length > 0);
	const n = filled.reduce((count, cluster) => count + cluster.length, 0);
	if (n === 0) return undefined;
	const mean = filled.reduce((sum, cluster) => sum + total(cluster), 0) / n;
	const squares = filled.reduce((sum, cluster) => sum + (total(cluster) - mean * cluster.length) ** 2, 0);
	return {
		clusters: filled.length,
		n,
		mean,
		...(filled.length < 2 ? {} : { standardError: Math.sqrt(squares) / n }),
	};
}

function total(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}
