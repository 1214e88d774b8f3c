import type { SampleResult } from '../sample.ts';
import { scoreNamed } from './named-score.ts';
import type { UnscoredCause } from './score.ts';

/**
 * Why people can no more judge a sample than the rule of this score can: what was cut, swallowed or told in two ways is not
 * what the model would have said. Undefined where the answer is there to be judged.
 */
export function unjudgeable(sample: Pick<SampleResult, 'scores'>, score: string): UnscoredCause | undefined {
	const cause = scoreNamed(sample, score)?.unscored;
	return cause === undefined || RULES_OWN.has(cause) ? undefined : cause;
}

/** The rule says nothing of an answer that is there. */
const RULES_OWN: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>([
	'scorer-failed',
	'score-missing',
	'not-applicable',
]);
