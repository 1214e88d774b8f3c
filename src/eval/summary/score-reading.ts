import { type Rate, rateOf } from '../../stats/rate.ts';
import type { SampleResult, Score } from '../sample.ts';

/** A yes or no score; absent where it was not judged or is a number. */
export function flag(score: Score | undefined): boolean | undefined {
	return typeof score?.value === 'boolean' ? score.value : undefined;
}

/** Share of the samples judged by `name` that passed. Samples it does not apply to carry no such score. */
export function scoreRate(samples: readonly SampleResult[], name: string): Rate {
	const flags = samples.flatMap((sample) => flag(sample.scores[name]) ?? []);
	return rateOf(flags.filter(Boolean).length, flags.length);
}
