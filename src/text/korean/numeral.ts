/**
 * Korean numerals before a counter as digits, joined to it: '세 번' and '3 번' give '3번', '열두 시' gives '12시', '삼십 분'
 * gives '30분'. Digits with units are one number: '1만 5천 원', '1만5000원' and '1.5만 원' give '15000원'. Wide digits become
 * plain ones and thousands lose their commas. A numeral without a counter stays, for '이', '일', '한' are mostly something
 * else. Made for comparing two texts, not for showing one.
 */
export function normalizeNumerals(text: string): string {
	return plainDigits(text)
		.replace(NATIVE, (_, tens: string | undefined, ones: string | undefined, counter: string) => {
			return `${(TENS[tens ?? ''] ?? 0) + (ONES[ones ?? ''] ?? 0)}${counter}`;
		})
		.replace(SINO, readBefore)
		.replace(LARGE, readBefore)
		.replace(MIXED, (whole) => `${readSino(whole) ?? whole}`)
		.replace(DIGITS, '$1$2');
}

/** The text in NFC, wide digits as plain ones, thousands without commas. */
export function plainDigits(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
		.replace(/(?<=\d)[,，](?=\d{3}(?!\d))/g, '');
}

function readBefore(whole: string, numeral: string, counter: string): string {
	const value = readSino(numeral);
	return value === undefined ? whole : `${value}${counter}`;
}

const TENS: Readonly<Record<string, number>> = {
	열: 10,
	스무: 20,
	스물: 20,
	서른: 30,
	마흔: 40,
	쉰: 50,
	예순: 60,
	일흔: 70,
	여든: 80,
	아흔: 90,
};

const ONES: Readonly<Record<string, number>> = {
	한: 1,
	두: 2,
	세: 3,
	석: 3,
	네: 4,
	넉: 4,
	다섯: 5,
	여섯: 6,
	일곱: 7,
	여덟: 8,
	아홉: 9,
};

/** Counters of native numerals; longer ones first. */
const NATIVE_COUNTERS: string =
	'시간|숟가락|젓가락|스푼|바퀴|걸음|모금|그릇|가지|마리|사람|차례|세트|켤레|조각|접시|봉지|번째|페이지|군데|달|주|번|시|개|잔|컵|병|권|장|명|살|끼|줄|곳|알|정|판|대|편|곡|벌|쪽|입|통|회|배';

const SINO_COUNTERS =
	'킬로미터|센티미터|밀리리터|킬로그램|퍼센트|페이지|칼로리|개월|주일|킬로|미터|그램|리터|세트|인분|년|월|일|주|분|초|회|원|층|쪽|도|보|호|점|배|위';

/** 두통 is a headache, 한정 a limit, 오호 a cry: words, where no blank parts them. */
const BEFORE = '(?<![가-힣\\d])(?!두통|한정|세대|세배|한편|세정|열정|열병|열대|오호|일도|이도)';
/** A counter ends its word, or a particle or the like follows: '한 시에', but not '한 시작'. */
const AFTER: string =
	'(?=$|[^가-힣]|[은는이가을를에의씩만도쯤간째반전후뒤나와과로]|정도|마다|부터|까지|으로|동안|이상|이하|보다|하고|라고|입니다|예요)';

function words(numerals: Readonly<Record<string, number>>): string {
	return Object.keys(numerals).join('|');
}

const NATIVE: RegExp = new RegExp(
	`${BEFORE}(?=[가-힣])(${words(TENS)})?\\s?(${words(ONES)})?(?<=[가-힣])\\s?(${NATIVE_COUNTERS})${AFTER}`,
	'g',
);
const SINO: RegExp = new RegExp(`${BEFORE}([일이삼사오육칠팔구십백천만억]{1,12})\\s?(${SINO_COUNTERS})${AFTER}`, 'g');
/** From ten on, things are counted in Sino-Korean too: '오십 개', '백번'; but '천장' is a ceiling, and '이천시' a city. */
const LARGE: RegExp = new RegExp(
	`${BEFORE}(?=[가-힣]{0,11}[십백천만억])([일이삼사오육칠팔구십백천만억]{1,12})\\s?(걸음|마리|사람|번째|개|명|번)${AFTER}`,
	'g',
);

const ANY_COUNTER: string = `(?:${NATIVE_COUNTERS}|${SINO_COUNTERS})`;
const WITH_UNIT = '\\d{1,8}(?:\\.\\d{1,4})?[십백천만억]{1,2}';
/** '1만', '1만 5천', '1만5000', '3백만', '1.5만', where no other word goes on ('3만큼'). */
const MIXED: RegExp = new RegExp(
	`(?<![\\d.,])(?:${WITH_UNIT}\\s?(?=\\d)){0,4}(?:${[
		`(?<=[백천만억]\\s?)\\d{1,4}(?![\\d.십백천만억])(?=\\s?${ANY_COUNTER})`,
		`${WITH_UNIT}(?=$|[^가-힣]|${ANY_COUNTER}|자|달러|에서|부터|까지)`,
	].join('|')})`,
	'g',
);
const DIGITS: RegExp = new RegExp(`(\\d)\\s+(${ANY_COUNTER})${AFTER}`, 'g');

const DIGIT: Readonly<Record<string, number>> = { 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 칠: 7, 팔: 8, 구: 9 };
const UNIT: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 };
const SECTION: Readonly<Record<string, number>> = { 만: 1e4, 억: 1e8 };

/** '이천오백' and '2천5백' are 2500; absent where it is no number: '이삼' means two or three, '3천 5천' two prices. */
function readSino(numeral: string): number | undefined {
	let total = 0;
	let section = 0;
	let digit: number | undefined;
	let unit = Number.POSITIVE_INFINITY;
	let largest = Number.POSITIVE_INFINITY;
	for (const [part] of numeral.matchAll(/\d+(?:\.\d+)?|[가-힣]/g)) {
		const next = UNIT[part];
		const large = SECTION[part];
		if (next !== undefined) {
			if (next >= unit) return undefined;
			section += (digit ?? 1) * next;
			unit = next;
		} else if (large !== undefined) {
			if (large >= largest) return undefined;
			total += (section + (digit ?? 0) || 1) * large;
			section = 0;
			unit = large;
			largest = large;
		} else if (digit === undefined) {
			digit = DIGIT[part] ?? Number(part);
			continue;
		} else return undefined;
		digit = undefined;
	}
	if (digit !== undefined && digit >= unit) return undefined;
	// 1.1 times 10000 is no whole number in floating point.
	return Number((total + section + (digit ?? 0)).toFixed(4));
}

/** Two numerals in one as a range of digits: '한두 시간' gives '1~2 시간', '이삼일' '2~3일'. */
export function spellEstimates(text: string): string {
	return text
		.replace(ESTIMATE_NATIVE, (words) => ESTIMATES[words] ?? words)
		.replace(ESTIMATE_SINO, (words) => ESTIMATES[words] ?? words);
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

const ESTIMATE_NATIVE: RegExp = estimatesBefore(NATIVE_ESTIMATES, NATIVE_COUNTERS);
/** Not 도: 오륙도 is an island. */
const ESTIMATE_SINO: RegExp = estimatesBefore(SINO_ESTIMATES, '개월|주일|인분|년|일|주|분|초|회|층|명');

function estimatesBefore(estimates: Readonly<Record<string, string>>, counters: string): RegExp {
	return new RegExp(`(?<![가-힣\\d])(?:${Object.keys(estimates).join('|')})(?=\\s?(?:${counters})${AFTER})`, 'g');
}
