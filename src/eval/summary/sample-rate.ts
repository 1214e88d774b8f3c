import { type Rate, rateOfClusters, withoutInterval } from '../../stats/rate.ts';
import { type SampleResult, scoreNamed } from '../sample.ts';

/**
 * A score's rate over the samples that have a yes or no of it, epochs clustered by prompt. Without its interval where these
 * are fewer than `all`: what is missing or unscored may be so for what the model wrote.
 */
export function sampleRate(samples: readonly SampleResult[], score: string, all: number): Rate {
	const rate = rateOfClusters(
		Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (epochs) =>
			epochs.map((sample) => scoreNamed(sample, score)?.value).filter((value) => typeof value === 'boolean'),
		),
	);
	return rate.n < all ? withoutInterval(rate) : rate;
}
