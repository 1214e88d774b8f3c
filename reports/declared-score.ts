import { type Lang, localized, type ScoreDeclaration } from '../src/index.ts';

/** A score's title, with a word where less is better. */
export function scoreTitle({ title, direction }: ScoreDeclaration, lang: Lang): string {
	const text = localized(title, lang);
	return direction === 'lower' ? `${text} ${LOWER[lang]}` : text;
}

const LOWER: Readonly<Record<Lang, string>> = { en: '(lower is better)', ko: '(낮을수록 좋음)' };

/** A value of a number in its unit: three significant digits. */
export function scoreFigure(value: number, { unit }: Pick<ScoreDeclaration, 'unit'>): string {
	return `${Number(value.toPrecision(3))}${unit === undefined ? '' : ` ${unit}`}`;
}
