import { AFTER, NATIVE_COUNTERS } from './numeral.ts';

/** Two numerals in one as a range of digits: '한두 시간' gives '1~2 시간', '이삼일' '2~3일'. */
export function spellEstimates(text: string): string {
	return text.replace(NATIVE, (words) => ESTIMATES[words] ?? words).replace(SINO, (words) => ESTIMATES[words] ?? words);
}

const NATIVE_ESTIMATES: Readonly<Record<string, string>> = {
	한두: '1~2',
	두세: '2~3',
	서너: '3~4',
	너덧: '4~5',
	네다섯: '4~5',
	대여섯: '5~6',
	예닐곱: '6~7',
	일고여덟: '7~8',
	일곱여덟: '7~8',
	여덟아홉: '8~9',
};

const SINO_ESTIMATES: Readonly<Record<string, string>> = {
	이삼: '2~3',
	삼사: '3~4',
	사오: '4~5',
	오륙: '5~6',
	육칠: '6~7',
	칠팔: '7~8',
};

const ESTIMATES: Readonly<Record<string, string>> = { ...NATIVE_ESTIMATES, ...SINO_ESTIMATES };

const NATIVE: RegExp = estimatesBefore(NATIVE_ESTIMATES, NATIVE_COUNTERS);
/** Not 도: 오륙도 is an island. */
const SINO: RegExp = estimatesBefore(SINO_ESTIMATES, '개월|주일|인분|년|일|주|분|초|회|층|명');

function estimatesBefore(estimates: Readonly<Record<string, string>>, counters: string): RegExp {
	return new RegExp(`(?<![가-힣\\d])(?:${Object.keys(estimates).join('|')})(?=\\s?(?:${counters})${AFTER})`, 'g');
}
