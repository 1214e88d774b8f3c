/**
 * Korean number words before a counter as digits: '열두 시' gives '12시', '삼십 분' gives '30분', '두 잔' gives '2잔'.
 * Only before a counter, because 이, 일 and 사 are also parts of many words. For comparison, not for display.
 */
export function digitsForNumberWords(text: string): string {
	return text
		.replace(NUMBER_BEFORE_COUNTER, (whole, words: string, counter: string) => {
			const value = sinoKorean(words) ?? nativeKorean(words);
			return value === undefined ? whole : `${value}${counter}`;
		})
		.replace(/(\d)\s+(?=[가-힣])/g, '$1')
		.replace(/(\d시\s?)반(?![가-힣])/g, '$130분');
}

const COUNTERS =
	'시간|시|분|초|번|회|개월|개|잔|컵|병|알|정|일|주|달|년|월|살|세트|쪽|페이지|장|권|명|층|걸음|보|바퀴|킬로미터|킬로|미터|리터|밀리리터|밀리|그램|퍼센트|도|원|가지';

const DIGITS = '[일이삼사오육칠팔구십백천만영공하나한둘두셋세넷네다섯여섯일곱여덟아홉열스물무서른마흔쉰예순흔든]';

const NUMBER_BEFORE_COUNTER = new RegExp(`(?<![가-힣])(${DIGITS}{1,12})\\s?(${COUNTERS})(?=$|[^가-힣]|[가-힣])`, 'gu');

const SINO = new Map([...'영일이삼사오육칠팔구'].map((char, digit) => [char, digit]));
const SINO_UNITS = new Map([
	['십', 10],
	['백', 100],
	['천', 1000],
]);

function sinoKorean(words: string): number | undefined {
	let total = 0;
	let section = 0;
	let digit: number | undefined;
	for (const char of words) {
		const unit = SINO_UNITS.get(char);
		const value = SINO.get(char);
		if (unit !== undefined) {
			section += (digit ?? 1) * unit;
			digit = undefined;
		} else if (char === '만') {
			total += (section + (digit ?? 0) || 1) * 10_000;
			section = 0;
			digit = undefined;
		} else if (value !== undefined && digit === undefined) digit = value;
		else return undefined;
	}
	return total + section + (digit ?? 0);
}

const TENS: readonly (readonly [string, number])[] = [
	['스물', 20],
	['스무', 20],
	['서른', 30],
	['마흔', 40],
	['쉰', 50],
	['예순', 60],
	['일흔', 70],
	['여든', 80],
	['아흔', 90],
	['열', 10],
];

const ONES = new Map([
	['', 0],
	['하나', 1],
	['한', 1],
	['둘', 2],
	['두', 2],
	['셋', 3],
	['세', 3],
	['넷', 4],
	['네', 4],
	['다섯', 5],
	['여섯', 6],
	['일곱', 7],
	['여덟', 8],
	['아홉', 9],
]);

function nativeKorean(words: string): number | undefined {
	const ten = TENS.find(([word]) => words.startsWith(word));
	const ones = ONES.get(ten === undefined ? words : words.slice(ten[0].length));
	if (ones === undefined || (ten === undefined && ones === 0)) return undefined;
	return (ten?.[1] ?? 0) + ones;
}
