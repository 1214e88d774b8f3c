import { mean } from '../../stats/distribution.ts';
import { type PairedDifference, pairedDifference } from '../../stats/paired.ts';
import type { EvaluatedSuite } from '../run.ts';
import { scoreNamed } from '../sample.ts';
import type { Score, ScoreDeclaration } from '../score.ts';
import { appliesInOne, type PairedSample } from './paired-sample.ts';

/** A number that a suite declares, second run minus first: of the samples that have it in both. */
export interface NumberDifference {
	readonly suite: string;
	readonly arm: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	/** Means over the same pairs. */
	readonly firstMean: number;
	readonly secondMean: number;
	/** Of a pair per prompt, because the epochs of a prompt are not independent. */
	readonly difference: PairedDifference;
	/** Samples that are unscored in one of the runs, or in both; and those that no run has scored. */
	readonly unpaired: number;
	readonly inNeither: number;
	/** Samples that the score applies to in one run only. */
	readonly inOneOnly: number;
}

/** Every declared number with at least two prompts that have it in both runs. */
export function numberDifferences(
	pairs: readonly PairedSample[],
	suites: readonly EvaluatedSuite[],
): readonly NumberDifference[] {
	return suites.flatMap(({ name: suite, scores }) => {
		const own = pairs.filter(({ first }) => first.suite === suite);
		return Array.from(
			Map.groupBy(own, ({ first }) => first.arm),
			([arm, group]) =>
				Object.entries(scores).flatMap(([score, declaration]): readonly NumberDifference[] => {
					const measured = declaration.kind === 'number' ? measure(group, score) : undefined;
					return measured === undefined ? [] : [{ suite, arm, score, declaration, ...measured }];
				}),
		).flat();
	});
}

function measure(
	group: readonly PairedSample[],
	score: string,
): Omit<NumberDifference, 'suite' | 'arm' | 'score' | 'declaration'> | undefined {
	const scored = group.map(({ first, second }) => [scoreNamed(first, score), scoreNamed(second, score)] as const);
	// The mean of a prompt is that of all its epochs: of some it could be another.
	const whole = wholePrompts(group, scored);
	const values = group.flatMap(({ first }, index) => {
		if (!whole.has(first.sampleId)) return [];
		const [one, other] = scored[index] ?? [];
		if (typeof one?.value !== 'number' || typeof other?.value !== 'number') return [];
		return [{ prompt: first.sampleId, one: one.value, other: other.value }];
	});
	const prompts = Array.from(
		Map.groupBy(values, ({ prompt }) => prompt).values(),
		(epochs) => [mean(epochs.map(({ one }) => one)), mean(epochs.map(({ other }) => other))] as const,
	);
	const difference = pairedDifference(prompts);
	if (difference === undefined) return undefined;
	const unpaired = scored.filter((both) => both.some((one) => one?.unscored !== undefined));
	return {
		firstMean: mean(prompts.map(([one]) => one)),
		secondMean: mean(prompts.map(([, other]) => other)),
		difference,
		unpaired: unpaired.length,
		inNeither: unpaired.filter((both) => both.every((one) => one?.value === undefined)).length,
		inOneOnly: scored.filter(([one, other]) => appliesInOne(one, other)).length,
	};
}

/** Prompts without an epoch that is unscored in a run. */
function wholePrompts(
	group: readonly PairedSample[],
	scored: readonly (readonly (Score | undefined)[])[],
): ReadonlySet<string> {
	const open = new Set(
		group.flatMap(({ first }, index) =>
			scored[index]?.some((one) => one?.unscored !== undefined) ? [first.sampleId] : [],
		),
	);
	return new Set(group.map(({ first }) => first.sampleId).filter((id) => !open.has(id)));
}
