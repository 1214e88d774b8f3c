import { type Distribution, distribution } from '../../stats/distribution.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';

/** Tokens of thought in the samples of one suite and arm, of those that tell them. */
export interface ThoughtRow {
	readonly suite: string;
	readonly arm: string;
	readonly tokens: Distribution;
}

export function summarizeThoughts({ samples }: EvaluatedRun): readonly ThoughtRow[] {
	const rows = new Map<string, { readonly suite: string; readonly arm: string; readonly counts: number[] }>();
	for (const sample of samples) {
		const count = sampleThoughtTokens(sample);
		if (count === undefined) continue;
		const { suite, arm } = sample;
		const row = rows.get(`${suite} ${arm}`) ?? { suite, arm, counts: [] };
		row.counts.push(count);
		rows.set(`${suite} ${arm}`, row);
	}
	return Array.from(rows.values(), ({ counts, ...row }) => ({ ...row, tokens: distribution(counts) }));
}

/** Of all generations of the sample; absent where none tells. */
export function sampleThoughtTokens({ transcript }: Pick<SampleResult, 'transcript'>): number | undefined {
	const counts = transcript.generations.flatMap(({ usage }) => usage.thoughtTokens ?? []);
	return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}
