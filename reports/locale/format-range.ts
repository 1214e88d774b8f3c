import type { Interval } from '../../src/stats/intervals.ts';
import type { Lang } from '../../src/text/text.ts';
import { formatBound } from './format-number.ts';

/** `35.7–80.2 %`; in Korean `35.7~80.2 %`. Bounds are shares. In Markdown a tilde strikes through: escape it. */
export function formatShareRange({ low, high }: Interval, lang: Lang): string {
	return `${formatBound(low)}${RANGE[lang]}${formatBound(high)} %`;
}

/** A figure that no line of a page may end within. */
export function unbroken(figure: string): string {
	return figure.replaceAll(' ', '\u00a0');
}

const RANGE: Readonly<Record<Lang, string>> = { en: '–', ko: '~' };

/** Bounds with signs and units of their own: `−12 ms … +3 ms`, in Korean `−12 ms ~ +3 ms`. `format` gets magnitudes. */
export function formatSignedRange({ low, high }: Interval, format: (magnitude: number) => string, lang: Lang): string {
	return `${formatSigned(low, format)} ${lang === 'ko' ? '~' : '…'} ${formatSigned(high, format)}`;
}

/** A difference: `+3 ms`, `−12 ms`, `0 ms`. `format` gets its magnitude. */
export function formatSigned(value: number, format: (magnitude: number) => string): string {
	const sign = value === 0 ? '' : value < 0 ? '−' : '+';
	return `${sign}${format(Math.abs(value))}`;
}
