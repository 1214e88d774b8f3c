import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import { parseRow } from './parse-row.ts';
import type { SampleResult } from './sample.ts';
import { scoreSample } from './score-sample.ts';
import type { ScoreContext } from './scorer.ts';
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
export function rescore<R extends SampleResult>(
	samples: readonly R[],
	suites: readonly Suite[],
	context: ScoreContext,
): Rescored<R> {
	const bySuite = new Map(suites.map((suite) => [suite.name, suite]));
	let changed = 0;
	const rescored = samples.map((result) => {
		const suite = bySuite.get(result.suite);
		if (suite === undefined) return result;
		const sample = parseRow(suite, result.sample);
		const scores = scoreSample(suite, sample, result.transcript, context);
		if (!sameScores(scores, result.scores)) changed += 1;
		return { ...result, ...(suite.groups && { groups: suite.groups(sample) }), scores };
	});
	return { samples: rescored, changed };
}

/** Scores are nearly always the same, in the same order of keys: then no sorting is needed to see it. */
function sameScores(one: SampleResult['scores'], other: SampleResult['scores']): boolean {
	return JSON.stringify(one) === JSON.stringify(other) || canonical(one) === canonical(other);
}

function canonical(scores: SampleResult['scores']): string {
	return canonicalJson(JSON.parse(JSON.stringify(scores)) as JsonValue);
}
