import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { SampleResult } from './sample.ts';
import type { Suite } from './suite.ts';

export interface Rescored<R extends SampleResult> {
	readonly samples: readonly R[];
	/** Samples of which at least one score is another one now. */
	readonly changed: number;
}

/**
 * Scores logged samples again with the suites as they are now, from what the log holds alone. Samples of suites that
 * are not given stay as they are.
 */
export function rescore<R extends SampleResult>(samples: readonly R[], suites: readonly Suite[]): Rescored<R> {
	const bySuite = new Map(suites.map((suite) => [suite.name, suite]));
	let changed = 0;
	const rescored = samples.map((result) => {
		const suite = bySuite.get(result.suite);
		if (suite === undefined) return result;
		const scores = suite.score(suite.fromLog(result.sample), result.transcript);
		if (!sameScores(scores, result.scores)) changed += 1;
		return { ...result, scores };
	});
	return { samples: rescored, changed };
}

/** Scores are nearly always the same, in the same order of keys: then no sorting is needed to see it. */
function sameScores(one: SampleResult['scores'], other: SampleResult['scores']): boolean {
	return JSON.stringify(one) === JSON.stringify(other) || canonical(one) === canonical(other);
}

function canonical(scores: SampleResult['scores']): string {
	return canonicalJson(scores as unknown as JsonValue);
}
