import { countReasons } from '../stats/counts.ts';
import { type Decision, decide, type Verdict } from './decision.ts';
import { type EvaluatedSuite, hasPart, promptsOf } from './header.ts';
import type { SampleResult } from './sample.ts';
import type { UnscoredCause } from './score.ts';
import type { LoggedSettings } from './settings.ts';

/** A prompt over its epochs. */
export interface PromptOutcome {
	readonly id: string;
	readonly input: string;
	/** Evaluated epochs, hits and misses. */
	readonly epochs: number;
	readonly hits: number;
	readonly misses: number;
	/** More than half of the planned epochs hit; a tie is a miss. Absent while unscored epochs could change it. */
	readonly hit?: boolean;
	/** Exactly half of the planned epochs hit. */
	readonly tied?: true;
	/** Causes of unscored epochs, in order. */
	readonly unscored: readonly UnscoredCause[];
}

/** Combines the epochs of each prompt by majority, in order of first appearance. */
export function promptOutcomes(
	samples: readonly SampleResult[],
	score: string,
	plannedEpochs: number,
): readonly PromptOutcome[] {
	return Array.from(
		Map.groupBy(samples, ({ sampleId }) => sampleId),
		([id, group]) => {
			const scores = group.map(({ scores }) => (Object.hasOwn(scores, score) ? scores[score] : undefined));
			const hits = scores.filter((one) => one?.value === true).length;
			const misses = scores.filter((one) => one?.value === false).length;
			return {
				id,
				input: inputOf(group[0]),
				epochs: group.length,
				hits,
				misses,
				hit: majority(hits, misses, plannedEpochs),
				...(hits * 2 === plannedEpochs && misses === hits && { tied: true as const }),
				unscored: scores.flatMap((one) =>
					typeof one?.value === 'boolean' ? [] : [one?.unscored ?? ('score-missing' as const)],
				),
			};
		},
	);
}

function inputOf(result: SampleResult | undefined): string {
	const input = result?.sample.input;
	return typeof input === 'string' ? input : '';
}

function majority(hits: number, misses: number, planned: number): boolean | undefined {
	if (hits * 2 > planned) return true;
	return misses * 2 >= planned ? false : undefined;
}

/** The verdict of a suite's samples, scored by rule or people, without the prompts that are left out of the decision. */
export function decisionVerdict(
	suite: EvaluatedSuite,
	decision: Decision,
	settings: LoggedSettings,
	results: readonly SampleResult[],
	leftOut = 0,
): Verdict {
	const prompts = promptOutcomes(results, decision.score, settings.epochs);
	return decide(decision, {
		hits: prompts.filter(({ hit }) => hit === true).length,
		misses: prompts.filter(({ hit }) => hit === false).length,
		tied: prompts.filter(({ tied }) => tied).length,
		n: Math.max(promptsOf(suite, settings) - leftOut, prompts.length),
		unscored: unscoredPrompts(prompts),
		partly: prompts.filter(({ hit, unscored }) => hit === undefined && unscored.length === 0).length,
		subset: hasPart(suite, settings, results),
	});
}

/** Each prompt without an outcome counts once, under its first cause. */
function unscoredPrompts(prompts: readonly PromptOutcome[]): Verdict['unscored'] {
	const causes = prompts.flatMap(({ hit, unscored }) => (hit === undefined ? unscored.slice(0, 1) : []));
	return countReasons(causes).map(({ reason, count }) => ({ cause: reason as UnscoredCause, count }));
}
