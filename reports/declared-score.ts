import { type Lang, localized, type ScoreDeclaration } from '../src/index.ts';
import { localeOf } from './locale/locale.ts';

/** A score's title, with a word where less is better. */
export function scoreTitle({ title, direction }: ScoreDeclaration, lang: Lang): string {
	const text = localized(title, lang);
	return direction === 'lower' ? `${text} ${LOWER[lang]}` : text;
}

const LOWER: Readonly<Record<Lang, string>> = { en: '(lower is better)', ko: '(낮을수록 좋음)' };

/** What of a number the app declares as affordable, where it does: `budget: ≤ 30 words`. */
export function scoreBudget({ kind, budget, direction, unit }: ScoreDeclaration, lang: Lang): string | undefined {
	if (kind === 'rate' || budget === undefined) return undefined;
	return `${localeOf(lang).scores.budget}: ${direction === 'lower' ? '≤' : '≥'} ${scoreFigure(budget, { unit })}`;
}

/** A value of a number in its unit: three significant digits. */
export function scoreFigure(value: number, { unit }: Pick<ScoreDeclaration, 'unit'>): string {
	return `${Number(value.toPrecision(3))}${unit === undefined ? '' : ` ${unit}`}`;
}
