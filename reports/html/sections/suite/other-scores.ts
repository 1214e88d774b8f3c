import {
	type EvaluatedSuite,
	mainScore,
	type SampleResult,
	type ScoreDeclaration,
	scoreNamed,
} from '../../../../src/index.ts';
import { formatMeasure } from '../../../locale/format-number.ts';
import type { Locale } from '../../../locale/locale.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { mainScoreOf, scoreWord } from '../../samples/sample-score.ts';
import { scoreTitle } from '../../score-title.ts';

/** What a sample's row says beside its main rate: numbers, other rates that did not pass, scores that are missing alone. */
export function otherScores(sample: SampleResult, suite: EvaluatedSuite, locale: Locale): readonly Markup[] {
	const main = mainScore(suite);
	const silent = mainScoreOf(sample, suite)?.unscored;
	return Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const score = scoreNamed(sample, name);
		if (typeof score?.value === 'number')
			return [note(declaration, formatMeasure(score.value, declaration.unit), locale)];
		// What keeps all scores from a sample is said once.
		if (name === main || (score?.unscored !== undefined && score.unscored === silent)) return [];
		const word = scoreWord(score, locale);
		return word === undefined ? [] : [note(declaration, word, locale)];
	});
}

function note(declaration: ScoreDeclaration, word: string, locale: Locale): Markup {
	return html`<span class="muted">${scoreTitle(declaration, locale)}: ${word}</span>`;
}
