import { passAtK, passHatK } from '../../../stats/pass-at-k.ts';
import type { SampleResult } from '../../sample.ts';
import { scoreNamed } from '../../score/named-score.ts';

/** Of a rate with epochs, averaged over samples, for one number of tries. */
export interface Reliability {
	readonly k: number;
	/** Chance that at least one of k tries passes. */
	readonly passAtK: number;
	/** Chance that all of them pass. */
	readonly passHatK: number;
}

/** Averages over the samples that were scored in at least k epochs; a single epoch says nothing of reliability. */
export function reliability(
	samples: readonly SampleResult[],
	score: string | undefined,
	epochs: number,
): readonly Reliability[] {
	if (epochs < 2 || score === undefined) return [];
	const counted = Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (group) => {
		const values = group
			.map((sample) => scoreNamed(sample, score)?.value)
			.filter((value) => typeof value === 'boolean');
		return { n: values.length, c: values.filter(Boolean).length };
	});
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const some = counted.flatMap(({ n, c }) => passAtK(n, c, k) ?? []);
		const every = counted.flatMap(({ n, c }) => passHatK(n, c, k) ?? []);
		return some.length === 0 ? [] : [{ k, passAtK: mean(some), passHatK: mean(every) }];
	});
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
