/**
 * What stands between two numbers or times as a word: a range in any writing ('7~9시', '7-9시', '월→금', '7시부터 9시까지')
 * gives 내지 ('7내지9시'), a list ('7, 9시', '7·9시', '7시와 9시') 또는. A unit that both share stands behind the last. So
 * digits never run together, and Monday to Friday is not Monday and Friday. Expects plain digits.
 */
export function spellSeparators(text: string): string {
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
const SHARED_BEHIND = '(?=(?:마이너스)?\\d[\\d.]{0,11}\\s?\\2)';

const TIME = '(?:[월화수목금토일](?:요일)?|오전|오후|아침|점심|저녁|밤|새벽|정오|자정|어제|오늘|내일|지금)';
const BEHIND_TIME = `(?<=(?<![가-힣])${TIME})`;
const BEFORE_TIME = `(?=${TIME}(?![가-힣]))`;

const REWRITES: readonly (readonly [RegExp, string])[] = [
	[/(?<=[가-힣\d])(?:에서부터|부터|에서)\s?((?:(?!부터|까지|에서)[가-힣\d.\s]){1,20})까지/g, '내지$1'],
	[new RegExp(`${SHARED_BEFORE}에서\\s?${SHARED_BEHIND}`, 'g'), '$1내지'],
	[new RegExp(`(?<=\\d|\\d\\s?(?:시간?|분|초|일|월|년))에서\\s?(?=\\d|${TIME}\\s?\\d)`, 'g'), '내지'],
	// '와~ 좋아요' is a drawn-out word.
	[new RegExp(`(?<=[가-힣\\d])(?:\\s?${TILDE}|\\s${TILDE}\\s)(?=[가-힣\\d])`, 'g'), '내지'],
	// Until seven, or about seven.
	[new RegExp(`(?<![\\p{L}\\p{N}~]\\s?)${TILDE}(?=\\d)`, 'gu'), '내지'],
	[new RegExp(`${QUANTITY}\\s?${TILDE}\\s?(?=\\d|마이너스)`, 'g'), '내지'],
	[new RegExp(`(?:${QUANTITY}|${BEHIND_TIME})\\s?(?:${TILDE}|${DASH}|${DOTS})\\s?${BEFORE_TIME}`, 'g'), '내지'],
	[new RegExp(`${SHARED_BEFORE}\\s?${DASH}\\s?${SHARED_BEHIND}`, 'g'), '$1내지'],
	[new RegExp(`(?<=\\d)\\s?(?:${DASH}|${DOTS})\\s?(?=\\d)`, 'g'), '내지'],
	// Sets and their repeats, a house and its flat are two things; ' -5도' is a temperature.
	[
		new RegExp(`(?<=\\d\\s?[가-힣]{1,3})(?<!세트|회|동|호|번지)(?:${DASH}|\\s${DASH}\\s|${DASH}\\s)(?=\\d)`, 'g'),
		'내지',
	],
	[new RegExp(`${BEHIND_TIME}${DASH}(?=\\d)`, 'g'), '내지'],
	[new RegExp(`${SHARED_BEFORE}내지${SHARED_BEHIND}`, 'g'), '$1내지'],
	[/([월화수목금토일])요일내지(?=([월화수목금토일])요일)/g, '$1내지'],
	[/(?<=내지[월화수목금토일])요일/g, ''],
	[new RegExp(`${SHARED_BEFORE}(?:\\s?${COMMA}\\s?|\\s|${AND}\\s?)${SHARED_BEHIND}`, 'g'), '$1또는'],
	[new RegExp(`(?<=\\d)(?:\\s?${COMMA}\\s?|\\.\\s|\\s)(?=\\d)`, 'g'), '또는'],
];
