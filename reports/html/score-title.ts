import type { ScoreDeclaration } from '../../src/eval/score.ts';
import type { Locale } from '../locale/locale.ts';
import { scoreTitle as titleOf } from '../titles.ts';
import { clipped } from './markup.ts';

const TITLE_CHARS = 120;

/** What a score is called, and that less of it is better, where it is. */
export function scoreTitle(declaration: ScoreDeclaration, locale: Locale): string {
	return clipped(titleOf(declaration, locale.lang), TITLE_CHARS, locale.detail.long);
}
