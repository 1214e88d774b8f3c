import { spellEstimates } from './estimate.ts';
import { normalizeNumerals, plainDigits } from './numeral.ts';
import { spellSeparators } from './separator.ts';
import { spellSymbols } from './symbol-spelling.ts';

/**
 * A text whose numbers keep what they say when punctuation is dropped: '1.5리터' gives '1점5리터', '-5도' and '영하 5도'
 * give '마이너스5도', '1/2컵' gives '2분의1컵', '10:1' gives '10대1', ranges and lists what {@link spellSeparators} says.
 * Clock times, dates and symbols of units are spelt out, and zeros that say nothing fall away. Made for comparing two
 * texts, not for showing one.
 */
export function spellNumbers(text: string): string {
	return spellSigns(normalizeNumerals(spellEstimates(text)));
}

/** {@link spellNumbers} without reading numerals: '세 번' stays as it is. */
export function spellSigns(text: string): string {
	return rewrite(
		spellSeparators(rewrite(spellUnits(spellSymbols(plainDigits(text))), BEFORE_SEPARATORS)),
		BEHIND_SEPARATORS,
	);
}

type Rewrite = readonly [RegExp, string];

function rewrite(text: string, rules: readonly Rewrite[]): string {
	return rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

function spellUnits(text: string): string {
	return text.replace(
		/(?<=\d)\s?(km|cm|mm|kg|mg|m[lL]|[mgLl])(?![A-Za-z])/g,
		(_, unit: string) => UNITS[unit.toLowerCase()] ?? unit,
	);
}

const UNITS: Readonly<Record<string, string>> = {
	km: '킬로미터',
	cm: '센티미터',
	mm: '밀리미터',
	m: '미터',
	kg: '킬로그램',
	mg: '밀리그램',
	g: '그램',
	l: '리터',
	ml: '밀리리터',
};

const BEFORE_SEPARATORS: readonly Rewrite[] = [
	[/(?<=[~∼〜～–→>]\s?)[-−](?=\d)/g, '마이너스'],
	// Behind the day a full stop belongs to the date ('2026. 3. 5.에').
	[/(?<![\d.])(\d{4})[-./]\s?0?(\d{1,2})[-./]\s?0?(\d{1,2})(?!\d|\.\d)\.?/g, '$1년 $2월 $3일'],
	[/(?<![\d:])0?(\d{1,2}):00(?![\d:])/g, '$1시'],
	[/(?<![\d:])0?(\d{1,2}):(?:0(\d)|(\d{2}))(?![\d:])/g, '$1시 $2$3분'],
	[/(?<=\d)\s?[:：]\s?(?=\d)/g, '대'],
	[/(?<![\d.])0(?=\d\s?[시분초월일])/g, ''],
	[/(?<=\d\s?시간?)\s?반(?![가-힣])|(?<=\d\s?시간?)\s?반(?=(?:에|부터|까지|쯤)(?![가-힣]))/g, ' 30분'],
	[/(?<=\d\.\d{0,20}[1-9])0{1,20}(?!\d)|(?<=\d)\.0{1,20}(?!\d)/g, ''],
];

const BEHIND_SEPARATORS: readonly Rewrite[] = [
	[/(?:영하|마이너스)\s?(?=\d)|(?<![\p{L}\p{N}-])[-−](?=\d)/gu, '마이너스'],
	[/(?<!\d)(\d{1,4})\s?\/\s?(\d{1,4})(?![\d/])/g, '$2분의$1'],
	[/(?<=\d)\.(?=\d)/g, '점'],
	[/(?<=\d)\s?(?:℃|°C|°(?![A-Za-z]))/g, '도'],
	// Whatever else stands between two numbers, they are two.
	[/(?<=\d)[^\p{L}\p{M}\p{N}]+(?=\d)/gu, '또는'],
	[/(?<=\d)\s?(?:%|프로(?![가-힣]))/g, '퍼센트'],
	// 'C++' and 'C#' are other languages than 'C'.
	[/(?<=[A-Za-z+])\+(?![A-Za-z\d])/g, '플러스'],
	[/(?<=[A-Za-z])#(?![A-Za-z\d])/g, '샤프'],
];
