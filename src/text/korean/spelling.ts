import { readRules, rewriter } from '../rules.ts';
import after from './after-separators.rules.json' with { type: 'json' };
import before from './before-separators.rules.json' with { type: 'json' };
import { normalizeNumerals, plainDigits, spellEstimates } from './numeral.ts';
import separators from './separators.rules.json' with { type: 'json' };
import rows from './spelling.rules.json' with { type: 'json' };

const RULES = readRules(rows);
const beforeSeparators = rewriter(before);
const afterSeparators = rewriter(after);

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
	return afterSeparators(spellSeparators(joinAccounts(beforeSeparators(spellUnits(spellSymbols(plainDigits(text)))))));
}

function spellUnits(text: string): string {
	return text.replace(RULES.unit, (_, unit: string) => UNITS[unit.toLowerCase()] ?? unit);
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

/**
 * What stands between two numbers or times as a word: a range in any writing ('7~9시', '7-9시', '월→금', '7시부터 9시까지')
 * gives 내지 ('7내지9시'), a list ('7, 9시', '7·9시', '7시와 9시') 또는. A unit that both share stands after the last. So
 * digits never run together, and Monday to Friday is not Monday and Friday. Expects plain digits.
 */
const spellSeparators = rewriter(separators);

/** Numbers of a telephone or an account, written with or without hyphens, those of a telephone with spaces too. */
function joinAccounts(text: string): string {
	return text
		.replace(RULES.area, '$1$2-')
		.replace(RULES.dotted, '$1$2$3')
		.replace(RULES.account, (whole) => {
			const digits = whole.replace(/\D/g, '');
			return digits.length >= 9 && (/^[0+]/.test(whole) || !whole.includes(' ')) ? digits : whole;
		});
}

/**
 * Symbols that change what a text says, as words, so that they count where punctuation does not: '₩5,000' gives '5000원',
 * '≥3회' gives '이상3회'. Of digits without commas. What only decorates ('✅', '•') stays as it is.
 */
function spellSymbols(text: string): string {
	const priced = text.replace(RULES.price, (_, sign: string, amount: string) => `${amount}${CURRENCIES[sign] ?? sign}`);
	return priced.replace(RULES.product, '곱하기').replace(SYMBOL, (symbol) => WORDS[symbol] ?? symbol);
}

const CURRENCIES: Readonly<Record<string, string>> = {
	'₩': '원',
	'￦': '원',
	$: '달러',
	'€': '유로',
	'£': '파운드',
	'¥': '엔',
};

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
