import type { Score } from './score.ts';

/** A score in words, without its detail. */
export function scoreText(score: Score | undefined): string {
	if (score === undefined) return 'no score';
	if (score.unscored !== undefined) return `unscored (${score.unscored})`;
	const value = typeof score.value === 'boolean' ? (score.value ? 'yes' : 'no') : String(score.value);
	return score.reason === undefined ? value : `${value} (${score.reason})`;
}

/** Whether both say the same of a sample, in value, reason and detail. */
export function sameScore(one: Score | undefined, other: Score | undefined): boolean {
	return (
		one !== undefined &&
		other !== undefined &&
		one.value === other.value &&
		one.reason === other.reason &&
		one.detail === other.detail &&
		one.unscored === other.unscored
	);
}
