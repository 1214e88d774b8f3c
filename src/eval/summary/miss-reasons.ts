import { countReasons, type ReasonCounts } from '../../stats/counts.ts';
import { type SampleResult, scoreNamed } from '../sample.ts';

/** Why samples did not pass, where their scorer told. */
export function missReasons(samples: readonly SampleResult[], score: string): ReasonCounts {
	return countReasons(
		samples.map((sample) => {
			const judged = scoreNamed(sample, score);
			return judged?.value === false && judged.reason !== '' ? judged.reason : undefined;
		}),
	);
}
