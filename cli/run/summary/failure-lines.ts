import { counted } from '../../../src/base/message.ts';
import { failureCounts } from '../../../src/eval/summary/failure-counts.ts';
import { ownFailureText } from '../../../src/eval/summary/own-failure-text.ts';
import { ownFailures } from '../../../src/eval/summary/own-failures.ts';
import { OWN_CODE } from '../../../src/eval/user-code.ts';
import type { Log } from '../../../src/log/record.ts';
import { countReasons } from '../../../src/stats/counts.ts';
import { appWords } from '../../../src/text/app-words.ts';

/** What engines failed with, the most frequent first. */
export function failureLines({ samples }: Log): readonly string[] {
	const counts = failureCounts({ samples: samples.filter(({ transcript }) => transcript.failure !== OWN_CODE) });
	const rest = counts.length - MOST_FAILURES;
	return [
		...counts.slice(0, MOST_FAILURES).map(({ said, count }) => `failed: ${counted(count, 'sample')}: ${said}`),
		...(rest > 0 ? [`failed: ${counted(rest, 'more way')}, in the report`] : []),
	];
}

const MOST_FAILURES = 3;

/** Turns that the chat loop ended, for the model went on calling: they count as they stand, and say nothing of what was to come. */
export function stoppedLines({ samples }: Log): readonly string[] {
	const counts = countReasons(samples.map(({ transcript: { error } }) => (STOPS.has(error ?? '') ? error : undefined)));
	return counts.map(
		({ reason, count }) => `stopped by the chat loop: ${count} of ${counted(samples.length, 'sample')}: ${reason}`,
	);
}

const STOPS: ReadonlySet<string> = new Set(
	['ko', 'en'].map(appWords).flatMap(({ tooManyTurns, tooManyCalls }) => [tooManyTurns, tooManyCalls]),
);

/** What of the app's own failed, which the rates above would lay at the model's door. */
export function ownFailureLines(log: Log): readonly string[] {
	const failures = ownFailures(log);
	const rest = failures.length - MOST_OWN_FAILURES;
	return [
		...failures.slice(0, MOST_OWN_FAILURES).map(ownFailureText),
		...(rest > 0
			? [`${counted(rest, 'other tool, scorer or suite', 'other tools, scorers or suites')} failed too, in the report`]
			: []),
	];
}

const MOST_OWN_FAILURES = 5;
