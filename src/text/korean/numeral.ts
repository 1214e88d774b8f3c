/**
 * Korean numerals before a counter as digits, joined to it: '세 번' and '3 번' give '3번', '열두 시' gives '12시', '삼십 분'
 * gives '30분', '1만 보' gives '10000보'. Wide digits become plain ones and thousands lose their commas. A numeral without a counter stays, for
 * '이', '일', '한' are mostly something else. Made for comparing two texts, not for showing one.
 */
export function normalizeNumerals(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
		.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
		.replace(NATIVE, (_, tens: string | undefined, ones: string | undefined, counter: string) => {
			return `${(TENS[tens ?? ''] ?? 0) + (ONES[ones ?? ''] ?? 0)}${counter}`;
		})
		.replace(SINO, (whole, numeral: string, counter: string) => {
			const value = readSino(numeral);
			return value === undefined ? whole : `${value}${counter}`;
		})
		.replace(MIXED, (_, tenThousands: string | undefined, thousands: string | undefined, counter: string) => {
			return `${Number(tenThousands ?? 0) * 10_000 + Number(thousands ?? 0) * 1000}${counter}`;
		})
		.replace(DIGITS, '$1$2');
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
const NATIVE_COUNTERS =
	'시간|숟가락|젓가락|스푼|바퀴|걸음|모금|그릇|가지|마리|사람|차례|세트|켤레|조각|접시|봉지|번째|페이지|군데|달|주|번|시|개|잔|컵|병|권|장|명|살|끼|줄|곳|알|정|판|대|편|곡|벌|쪽|입|통|회';

const SINO_COUNTERS =
	'킬로미터|센티미터|밀리리터|킬로그램|퍼센트|페이지|칼로리|개월|주일|킬로|미터|그램|리터|세트|인분|년|월|일|주|분|초|회|원|층|쪽|도|보|호|점|배|위';

const BEFORE = '(?<![가-힣\\d])';
/** A counter ends its word, or a particle or the like follows: '한 시에', but not '한 시작'. */
const AFTER =
	'(?=$|[^가-힣]|[은는이가을를에의씩만도쯤간째반전후뒤나와과로]|정도|마다|부터|까지|으로|동안|이상|이하|보다|하고|라고|입니다|예요)';

function words(numerals: Readonly<Record<string, number>>): string {
	return Object.keys(numerals).join('|');
}

const NATIVE: RegExp = new RegExp(
	`${BEFORE}(?=[가-힣])(${words(TENS)})?\\s?(${words(ONES)})?(?<=[가-힣])\\s?(${NATIVE_COUNTERS})${AFTER}`,
	'g',
);
const SINO: RegExp = new RegExp(`${BEFORE}([일이삼사오육칠팔구십백천만]{1,12})\\s?(${SINO_COUNTERS})${AFTER}`, 'g');
/** '1만 보', '1만 5천 원'. */
const MIXED: RegExp = new RegExp(
	`(?<![\\d.,])(?=\\d)(?:(\\d{1,4})만)?\\s?(?:(\\d)천)?(?<=[만천])\\s?(${NATIVE_COUNTERS}|${SINO_COUNTERS})${AFTER}`,
	'g',
);
const DIGITS: RegExp = new RegExp(`(\\d)\\s+(${NATIVE_COUNTERS}|${SINO_COUNTERS})${AFTER}`, 'g');

const DIGIT: Readonly<Record<string, number>> = { 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 칠: 7, 팔: 8, 구: 9 };
const UNIT: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 };

/** '이천오백' is 2500; absent where it is no number ('이삼' means two or three). */
function readSino(numeral: string): number | undefined {
	let total = 0;
	let section = 0;
	let digit: number | undefined;
	for (const char of numeral) {
		const next = DIGIT[char];
		if (next !== undefined) {
			if (digit !== undefined) return undefined;
			digit = next;
			continue;
		}
		const unit = UNIT[char];
		if (unit !== undefined) section += (digit ?? 1) * unit;
		else {
			total += (section + (digit ?? 0) || 1) * 10_000;
			section = 0;
		}
		digit = undefined;
	}
	return total + section + (digit ?? 0);
}
