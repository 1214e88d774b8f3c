import type { SampleResult } from './sample.ts';
import type { UnscoredCause } from './score.ts';

/** One prompt over its epochs. */
export interface PromptOutcome {
	readonly id: string;
	readonly input: string;
	/** Epochs that were evaluated, those of them that hit, and those that missed. */
	readonly epochs: number;
	readonly hits: number;
	readonly misses: number;
	/** More than half of the planned epochs hit; a tie is a miss. Absent while the epochs without a score could decide. */
	readonly hit?: boolean | undefined;
	/** Exactly half of the planned epochs hit. */
	readonly tied?: true | undefined;
	/** Why epochs say nothing, first to last. */
	readonly unscored: readonly UnscoredCause[];
}

/** Joins the epochs of each prompt by majority, in order of first appearance. */
export function promptOutcomes(
	samples: readonly Pick<SampleResult, 'sampleId' | 'sample' | 'scores'>[],
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

function inputOf(result: Pick<SampleResult, 'sample'> | undefined): string {
	const input = result?.sample.input;
	return typeof input === 'string' ? input : '';
}

function majority(hits: number, misses: number, planned: number): boolean | undefined {
	if (hits * 2 > planned) return true;
	return misses * 2 >= planned ? false : undefined;
}
