import type { EvaluatedRun } from '../run.ts';

/** One thing that engines, the app or a suite said of failing samples. */
export interface FailureCount {
	readonly said: string;
	readonly count: number;
}

/** What was said of samples that failed by themselves, the most frequent first. */
export function failureCounts({ samples }: Pick<EvaluatedRun, 'samples'>): readonly FailureCount[] {
	const counts = new Map<string, number>();
	for (const { transcript } of samples) {
		const said = transcript.failureDetail;
		if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1);
	}
	return Array.from(counts, ([said, count]) => ({ said, count })).sort((a, b) => b.count - a.count);
}
