import { type EvaluatedSuite, mainScore, type SampleResult, type Score, scoreNamed } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../../page/markup.ts';
import { causeName, reasonName } from '../../page/reason-name.ts';

/** The score that says whether a sample passed; absent where its suite declares none. */
export function mainScoreOf(sample: SampleResult, suite: Pick<EvaluatedSuite, 'scores'>): Score | undefined {
	const main = mainScore(suite);
	return main === undefined ? undefined : (scoreNamed(sample, main) ?? { unscored: 'score-missing' });
}

/** Whether the score passed; absent where it is unscored, or a number. */
export function passed(score: Score | undefined): boolean | undefined {
	return typeof score?.value === 'boolean' ? score.value : undefined;
}

/** Why a score did not pass, or is not there, in a word; absent where there is nothing to say. */
export function scoreWord(
	score: Score | undefined,
	locale: Locale,
	reasonWord: (reason: string) => string = (reason) => reasonName(reason, locale),
): string | undefined {
	if (score?.unscored !== undefined) return causeName(score.unscored, locale);
	if (score?.value !== false) return undefined;
	return score.reason === undefined ? locale.scores.missed : reasonWord(score.reason);
}

/** That word as a badge; one of an unscored sample looks different from a miss. */
export function scoreBadge(
	score: Score | undefined,
	locale: Locale,
	reasonWord?: (reason: string) => string,
): Markup | undefined {
	const word = scoreWord(score, locale, reasonWord);
	return word === undefined
		? undefined
		: html`<span class="${score?.unscored === undefined ? 'badge' : 'badge unscored'}">${word}</span>`;
}
