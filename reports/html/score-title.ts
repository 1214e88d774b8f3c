import { localized, type ScoreDeclaration } from '../../src/index.ts';
import type { Locale } from '../locale/locale.ts';
import { clipped } from './said.ts';

const TITLE_CHARS = 120;

/** What a score is called, and that less of it is better, where it is. */
export function scoreTitle({ title, direction }: ScoreDeclaration, locale: Locale): string {
	const name = clipped(localized(title, locale.lang), TITLE_CHARS, locale.detail.long);
	return direction === 'lower' ? `${name} (${locale.scores.lowerIsBetter})` : name;
}
