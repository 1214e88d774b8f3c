import { normalizeNumerals } from './numeral.ts';

/**
 * A text whose numbers keep what they say when punctuation is dropped: '1.5리터' gives '1점5리터', '-5도' and '영하 5도'
 * give '마이너스5도', '1~2잔' gives '1에서2잔', '1,2잔' gives '1또는2잔', '1/2컵' gives '2분의1컵', and '월~금' gives '월에서금'.
 * Clock times and dates are spelt out, and zeros that say nothing fall away. Made for comparing two texts, not for showing one.
 */
export function spellNumbers(text: string): string {
	return REWRITES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), normalizeNumerals(text));
}

const REWRITES: readonly (readonly [RegExp, string])[] = [
	[/(?<![\d.])(\d{4})[-./]\s?0?(\d{1,2})[-./]\s?0?(\d{1,2})(?![\d.])/g, '$1년 $2월 $3일'],
	[/(?<![\d:])0?(\d{1,2}):00(?![\d:])/g, '$1시'],
	[/(?<![\d:])0?(\d{1,2}):(\d{2})(?![\d:])/g, '$1시 $2분'],
	[/(?<=\d\.\d{0,20}[1-9])0{1,20}(?!\d)|(?<=\d)\.0{1,20}(?!\d)/g, ''],
	[/(?<![\d-])(\d+(?:\.\d+)?)(\s?[가-힣]{1,3})?\s?[~∼〜～–]\s?(?=\d)/g, '$1에서'],
	[/(?<![\d-])(\d{1,6})(\s?[가-힣]{1,3})\s?-\s?(?=\d{1,6}\2)/g, '$1에서'],
	// '와~ 좋아요' is a drawn-out word.
	[/(?<=[가-힣])(?:[~∼〜～–]|\s[~∼〜～–]\s)(?=[가-힣])/g, '에서'],
	// Thousands have lost their commas by now.
	[/(?<=\d)\s?[,、·ㆍ]\s?(?=\d)/g, '또는'],
	// One hyphen between two numbers is a range, several are a number of a telephone or an account.
	[/(?<![\d-])(\d{1,6})\s?-\s?(?=\d{1,6}(?![\d-]))/g, '$1에서'],
	[/(?:영하|마이너스)\s?(?=\d)|(?<![\p{L}\p{N}-])[-−]\s?(?=\d)/gu, '마이너스'],
	[/(?<!\d)(\d{1,4})\s?\/\s?(\d{1,4})(?![\d/])/g, '$2분의$1'],
	[/(?<=\d)\.(?=\d)/g, '점'],
	[/(?<=\d)\s?(?:%|프로(?![가-힣]))/g, '퍼센트'],
];
