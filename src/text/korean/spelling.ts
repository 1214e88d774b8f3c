import { normalizeNumerals, plainDigits, spellEstimates } from './numeral.ts';

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
		AFTER_SEPARATORS,
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
	// After the day a full stop belongs to the date ('2026. 3. 5.에').
	[/(?<![\d.])(\d{4})[-./]\s?0?(\d{1,2})[-./]\s?0?(\d{1,2})(?!\d|\.\d)\.?/g, '$1년 $2월 $3일'],
	[/(?<![\d:])0?(\d{1,2}):00(?![\d:])/g, '$1시'],
	[/(?<![\d:])0?(\d{1,2}):(?:0(\d)|(\d{2}))(?![\d:])/g, '$1시 $2$3분'],
	[/(?<=\d)\s?[:：]\s?(?=\d)/g, '대'],
	[/(?<![\d.])0(?=\d\s?[시분초월일])/g, ''],
	[/(?<=\d\s?시간?)\s?반(?![가-힣])|(?<=\d\s?시간?)\s?반(?=(?:에|부터|까지|쯤)(?![가-힣]))/g, ' 30분'],
	[/(?<=\d\.\d{0,20}[1-9])0{1,20}(?!\d)|(?<=\d)\.0{1,20}(?!\d)/g, ''],
];

const AFTER_SEPARATORS: readonly Rewrite[] = [
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

/**
 * What stands between two numbers or times as a word: a range in any writing ('7~9시', '7-9시', '월→금', '7시부터 9시까지')
 * gives 내지 ('7내지9시'), a list ('7, 9시', '7·9시', '7시와 9시') 또는. A unit that both share stands after the last. So
 * digits never run together, and Monday to Friday is not Monday and Friday. Expects plain digits.
 */
function spellSeparators(text: string): string {
	return REWRITES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), joinAccounts(text));
}

/** Numbers of a telephone or an account, written with or without hyphens, those of a telephone with spaces too. */
function joinAccounts(text: string): string {
	return text
		.replace(AREA, '$1$2-')
		.replace(DOTTED, '$1$2$3')
		.replace(ACCOUNT, (whole) => {
			const digits = whole.replace(/\D/g, '');
			return digits.length >= 9 && (/^[0+]/.test(whole) || !whole.includes(' ')) ? digits : whole;
		});
}

/** '(02) 123-4567' and '02)123-4567'. */
const AREA = /(?:\((0\d{1,2})\)|(?<![\d(])(0\d{1,2})\))\s?(?=\d{3,4}[- .]\d{4}(?!\d))/g;
const DOTTED = /(?<![\d.])(0\d{1,2})\.(\d{3,4})\.(\d{4})(?![\d.]|\.\d)/g;
const ACCOUNT = /(?<![\d-])\+?\d{2,6}[- ]\d{2,6}[- ]\d{2,7}(?:[- ]\d{2,7})?(?![\d-])/g;

const TILDE = '(?:[~∼〜～–→]|[-=]>)';
const DASH = '[-‐‑‒—―−]';
const DOTS = '(?:…|\\.{2,3})';
const COMMA = '[,，、·ㆍ・•∙⋅‧;；&＆+＋]';

const AND = '(?:와|과|하고|이?랑)';

/** A digit, with or without a unit. */
const QUANTITY = '(?<=\\d\\s?[가-힣]{0,3})';
/** A unit that both ends of a range or all of a list have, before the next number. */
const SHARED_BEFORE = '(\\d)\\s?([가-힣]{1,3}|%)';
const SHARED_AFTER = '(?=(?:마이너스)?\\d[\\d.]{0,11}\\s?\\2)';

const TIME = '(?:[월화수목금토일](?:요일)?|오전|오후|아침|점심|저녁|밤|새벽|정오|자정|어제|오늘|내일|지금)';
const AFTER_TIME = `(?<=(?<![가-힣])${TIME})`;
const BEFORE_TIME = `(?=${TIME}(?![가-힣]))`;

const REWRITES: readonly (readonly [RegExp, string])[] = [
	[/(?<=[가-힣\d])(?:에서부터|부터|에서)\s?((?:(?!부터|까지|에서)[가-힣\d.\s]){1,20})까지/g, '내지$1'],
	[new RegExp(`${SHARED_BEFORE}에서\\s?${SHARED_AFTER}`, 'g'), '$1내지'],
	[new RegExp(`(?<=\\d|\\d\\s?(?:시간?|분|초|일|월|년))에서\\s?(?=\\d|${TIME}\\s?\\d)`, 'g'), '내지'],
	// '와~ 좋아요' is a drawn-out word.
	[new RegExp(`(?<=[가-힣\\d])(?:\\s?${TILDE}|\\s${TILDE}\\s)(?=[가-힣\\d])`, 'g'), '내지'],
	// Until seven, or about seven.
	[new RegExp(`(?<![\\p{L}\\p{N}~]\\s?)${TILDE}(?=\\d)`, 'gu'), '내지'],
	[new RegExp(`${QUANTITY}\\s?${TILDE}\\s?(?=\\d|마이너스)`, 'g'), '내지'],
	[new RegExp(`(?:${QUANTITY}|${AFTER_TIME})\\s?(?:${TILDE}|${DASH}|${DOTS})\\s?${BEFORE_TIME}`, 'g'), '내지'],
	[new RegExp(`${SHARED_BEFORE}\\s?${DASH}\\s?${SHARED_AFTER}`, 'g'), '$1내지'],
	[new RegExp(`(?<=\\d)\\s?(?:${DASH}|${DOTS})\\s?(?=\\d)`, 'g'), '내지'],
	// Sets and their repeats, a house and its flat are two things; ' -5도' is a temperature.
	[
		new RegExp(`(?<=\\d\\s?[가-힣]{1,3})(?<!세트|회|동|호|번지)(?:${DASH}|\\s${DASH}\\s|${DASH}\\s)(?=\\d)`, 'g'),
		'내지',
	],
	[new RegExp(`${AFTER_TIME}${DASH}(?=\\d)`, 'g'), '내지'],
	[new RegExp(`${SHARED_BEFORE}내지${SHARED_AFTER}`, 'g'), '$1내지'],
	[/([월화수목금토일])요일내지(?=([월화수목금토일])요일)/g, '$1내지'],
	[/(?<=내지[월화수목금토일])요일/g, ''],
	[new RegExp(`${SHARED_BEFORE}(?:\\s?${COMMA}\\s?|\\s|${AND}\\s?)${SHARED_AFTER}`, 'g'), '$1또는'],
	[new RegExp(`(?<=\\d)(?:\\s?${COMMA}\\s?|\\.\\s|\\s)(?=\\d)`, 'g'), '또는'],
];

/**
 * Symbols that change what a text says, as words, so that they count where punctuation does not: '₩5,000' gives '5000원',
 * '≥3회' gives '이상3회'. Of digits without commas. What only decorates ('✅', '•') stays as it is.
 */
function spellSymbols(text: string): string {
	const priced = text.replace(PRICE, (_, sign: string, amount: string) => `${amount}${CURRENCIES[sign] ?? sign}`);
	return priced.replace(PRODUCT, '곱하기').replace(SYMBOL, (symbol) => WORDS[symbol] ?? symbol);
}

/** Before its amount, as it is written and not as it is said. */
const PRICE = /([₩￦$€£¥])\s?(\d+(?:\.\d+)?)/g;

const CURRENCIES: Readonly<Record<string, string>> = {
	'₩': '원',
	'￦': '원',
	$: '달러',
	'€': '유로',
	'£': '파운드',
	'¥': '엔',
};

const PRODUCT = /(?<=\d)\s?[x×*]\s?(?=\d)/g;

const WORDS: Readonly<Record<string, string>> = {
	'≥': '이상',
	'≧': '이상',
	'≤': '이하',
	'≦': '이하',
	'≠': '다름',
	'±': '플러스마이너스',
	'÷': '나누기',
	'×': '곱하기',
	'↑': '상승',
	'↓': '하락',
	'❌': '아님',
	'✖': '아님',
	'✗': '아님',
	'✘': '아님',
};

const SYMBOL = new RegExp(`[${Object.keys(WORDS).join('')}]`, 'gu');
