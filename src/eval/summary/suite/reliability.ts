import type { Interval } from '../../../stats/intervals.ts';
import { clusteredInterval, clusteredMean, passAtK, passHatK } from '../../../stats/rate.ts';
import { type SampleResult, scoreNamed } from '../../sample.ts';

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
	{ score, epochs, part, lower = false }: ReliabilityOf,
): readonly Reliability[] {
	if (epochs < 2 || score === undefined) return [];
	const prompts = Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (own) =>
		own.map((sample) => scoreNamed(sample, score)?.value).filter((value) => typeof value === 'boolean'),
	).map((values) => values.map((value) => value !== lower));
	if (prompts.some(({ length }) => length < epochs)) return [];
	const chances = (share: typeof passAtK, k: number): Chance | undefined => {
		const shares = prompts.map((tries) => [share(tries.length, tries.filter(Boolean).length, k)]);
		// One try is the rate itself, with its interval.
		return chance(k === 1 ? prompts : shares.map((own) => own.filter((one) => one !== undefined)), part);
	};
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const [some, every] = [chances(passAtK, k), chances(passHatK, k)];
		return some === undefined || every === undefined ? [] : [{ k, passAtK: some, passHatK: every }];
	});
}

interface ReliabilityOf {
	/** The suite's main one, where it has one. */
	readonly score: string | undefined;
	readonly epochs: number;
	/** A no passes. */
	readonly lower?: boolean | undefined;
	/** The run chose some of the suite's samples: no interval. */
	readonly part: boolean;
}

function chance(prompts: readonly (readonly (number | boolean)[])[], part: boolean): Chance | undefined {
	const mean = clusteredMean(prompts.map((shares) => shares.map(Number)));
	return mean && { mean: mean.mean, interval: part ? undefined : clusteredInterval(mean) };
}
