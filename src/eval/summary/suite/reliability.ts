import { clusteredInterval, clusteredMean } from '../../../stats/clustered.ts';
import type { Interval } from '../../../stats/interval/interval.ts';
import { passAtK, passHatK } from '../../../stats/pass-at-k.ts';
import type { SampleResult } from '../../sample.ts';
import { scoreNamed } from '../../score/named-score.ts';

/** Of a rate with epochs, averaged over prompts, for one number of tries. */
export interface Reliability {
	readonly k: number;
	/** Chance that at least one of k tries passes. */
	readonly passAtK: Chance;
	/** Chance that all of them pass. */
	readonly passHatK: Chance;
}

/** A mean over prompts, 0 to 1, with its 95 % interval; that from two prompts on. */
export interface Chance {
	readonly mean: number;
	readonly interval?: Interval | undefined;
}

/**
 * By number of tries; none of a single epoch, which says nothing of reliability, and none where a prompt lacks one of its
 * epochs: what is missing or unscored may be so for what the model wrote, and fewer prompts would stand for many tries.
 */
export function reliability(
	samples: readonly SampleResult[],
	{ score, epochs, part }: ReliabilityOf,
): readonly Reliability[] {
	if (epochs < 2 || score === undefined) return [];
	const counted = Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (group) => {
		const values = group
			.map((sample) => scoreNamed(sample, score)?.value)
			.filter((value) => typeof value === 'boolean');
		return { n: values.length, c: values.filter(Boolean).length };
	});
	if (counted.some(({ n }) => n < epochs)) return [];
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const some = chance(
			counted.flatMap(({ n, c }) => passAtK(n, c, k) ?? []),
			part,
		);
		const every = chance(
			counted.flatMap(({ n, c }) => passHatK(n, c, k) ?? []),
			part,
		);
		return some === undefined || every === undefined ? [] : [{ k, passAtK: some, passHatK: every }];
	});
}

interface ReliabilityOf {
	/** The suite's main one, where it has one. */
	readonly score: string | undefined;
	readonly epochs: number;
	/** The run chose some of the suite's samples: no interval. */
	readonly part: boolean;
}

function chance(prompts: readonly number[], part: boolean): Chance | undefined {
	const mean = clusteredMean(prompts.map((share) => [share]));
	return mean && { mean: mean.mean, interval: part ? undefined : clusteredInterval(mean) };
}
