/**
 * Symbols that change what a text says, as words, so that they count where punctuation does not: '₩5,000' gives '5000원',
 * '≥3회' gives '이상3회'. Of digits without commas. What only decorates ('✅', '•') stays as it is.
 */
export function spellSymbols(text: string): string {
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
