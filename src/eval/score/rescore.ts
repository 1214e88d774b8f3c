import { groupsOf } from '../evaluate/own-code.ts';
import type { Sample, SampleResult } from '../sample.ts';
import { rowReader } from '../suite/parse-row.ts';
import type { Suite } from '../suite/suite.ts';
import { scoreSample } from './score-sample.ts';
import { sameScore, scoreText } from './score-text.ts';
import type { ScoreContext } from './scorer.ts';

export interface Rescored<R extends SampleResult> {
	/** One of which nothing is another now is the very same. */
	readonly samples: readonly R[];
	/** Samples of which at least one score is another one now. */
	readonly changed: number;
	/** Scores that are others now, as they were and are: `no (empty) became yes`; how often, most frequent first. */
	readonly changes: readonly ScoreChange[];
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
	const bySuite = new Map(suites.map((suite) => [suite.name, { suite, rowOf: rowReader(suite) }]));
	let changed = 0;
	const changes = new Map<string, ScoreChange>();
	const rescored = samples.map((result) => {
		const known = bySuite.get(result.suite);
		if (known === undefined) return result;
		const { suite, rowOf } = known;
		const sample = rowOf(result.sample);
		const scores = scoreSample(suite, sample, result.transcript, context);
		const isSame = sameScores(scores, result.scores);
		if (!isSame) {
			changed += 1;
			countChanges(changes, result, scores);
		}
		const { groups: before, ...rest } = result;
		const groups = groupsNow(suite, sample);
		if (isSame && JSON.stringify(groups) === JSON.stringify(before)) return result;
		return { ...rest, ...(groups && { groups }), scores } as R;
	});
	return { samples: rescored, changed, changes: [...changes.values()].sort((one, other) => other.count - one.count) };
}

/** None where the suite's code fails to give them, as in the run. */
function groupsNow(suite: Suite, sample: Sample): SampleResult['groups'] {
	try {
		return groupsOf(suite, sample);
	} catch {
		return undefined;
	}
}

/** One kind of change of a score. */
export interface ScoreChange {
	readonly suite: string;
	readonly arm: string;
	readonly score: string;
	readonly before: string;
	readonly after: string;
	readonly count: number;
	/** Samples, in the order of the log. */
	readonly samples: readonly string[];
}

function countChanges(changes: Map<string, ScoreChange>, result: SampleResult, scores: SampleResult['scores']): void {
	const { suite, arm, sampleId } = result;
	for (const score of new Set([...Object.keys(result.scores), ...Object.keys(scores)])) {
		const [before, after] = [scoreText(result.scores[score]), scoreText(scores[score])];
		if (before === after) continue;
		const key = JSON.stringify([suite, arm, score, before, after]);
		const { count = 0, samples = [] } = changes.get(key) ?? {};
		changes.set(key, { suite, arm, score, before, after, count: count + 1, samples: [...samples, sampleId] });
	}
}

function sameScores(one: SampleResult['scores'], other: SampleResult['scores']): boolean {
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every((name) => sameScore(one[name], other[name]));
}
