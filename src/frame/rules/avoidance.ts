import { BATCHIM, finalConsonant } from '../../text/korean/hangul.ts';
import { findShortNegation } from './short-negation.ts';

/**
 * What kind of avoidance a span is: 안 + verb; -지 않-; -지 말-; 끊-; 그만두-; 금지; 참-.
 */
export type AvoidanceKind = 'short-negation' | 'long-negation' | 'prohibition' | 'quitting' | 'ban' | 'endurance';

/** Offending words, [start, end) in UTF-16 units. */
export interface AvoidanceSpan {
	readonly start: number;
	readonly end: number;
	readonly kind: AvoidanceKind;
}

/**
 * The hard-avoid expressions of a text in NFC, in order and without overlaps. It reads Korean by its endings and
 * final consonants, with closed lists only where spelling alone cannot tell (안내 from '안 내', 참고 from '참고').
 * It does not look at the clause; `findMainAvoidance` does.
 */
export function findAvoidance(text: string): readonly AvoidanceSpan[] {
	return inOrder([
		...findShortNegation(text).map((span): AvoidanceSpan => ({ ...span, kind: 'short-negation' })),
		...findLongNegation(text),
		...findProhibition(text),
		...findQuitting(text),
		...findBan(text),
		...findEndurance(text),
	]);
}

/** Spans by their start, without those that another one overlaps from before; the longer of two goes first. */
export function inOrder(spans: readonly AvoidanceSpan[]): readonly AvoidanceSpan[] {
	let end = 0;
	return [...spans]
		.sort((a, b) => a.start - b.start || b.end - a.end)
		.filter((span) => {
			if (span.start < end) return false;
			end = span.end;
			return true;
		});
}

/** -지 않-; no other Korean morpheme is written 않. Also its misspelling '-지 안는다'. */
function findLongNegation(text: string): readonly AvoidanceSpan[] {
	// The patterns try the stem at every syllable: most texts can be spared that.
	if (!/않|[지진질]\s{0,4}안/.test(text)) return [];
	return spansOf(text, /(?:[가-힣]{0,10}(?:지[는도를만]?|[진질])\s{0,4})?않[가-힣]*/g, 'long-negation')
		.filter(({ start, end }) => !/^(?:머지|못지|마지)\s*않/.test(text.slice(start, end)))
		.concat(
			spansOf(
				text,
				/[가-힣]{0,10}[지진질]\s{0,4}안(?:는|고|을|은|았|아|기|게|도록|으)[가-힣]*/g,
				'long-negation',
			).filter(({ start, end }) => !NOUN_IN_JI.test(text.slice(start, end))),
		);
}

/** -지 말-. '할지 말지' asks whether, and '까지 마신다' drinks until. */
function findProhibition(text: string): readonly AvoidanceSpan[] {
	if (!/[지진질는도를만]\s{0,4}[말맙마]/.test(text)) return [];
	return spansOf(text, PROHIBITION, 'prohibition').filter(({ start, end }) => {
		const found = text.slice(start, end);
		if (NOUN_IN_JI.test(found)) return false;
		if (found.startsWith('가지') && COUNTED.test(text.slice(Math.max(0, start - 8), start))) return false;
		const stem = found.slice(0, found.indexOf('지'));
		return !(/지\s*말(?:지|까)/.test(found) && finalConsonant(stem) === BATCHIM.rieul);
	});
}

/** -지 (also -지는, -진, -질) and a form of 말다. After -진 only forms that '멋진 말', '멋진 마' cannot be. */
const PROHIBITION: RegExp = new RegExp(
	[
		'[가-힣]{0,10}(?:지[는도를만]?|(?<!사)[진질])\\s{0,4}',
		'(?:말(?:고|자|기|아|았|라|도록|면|며|지|게|거|렴|까|길|\\s?것)[가-힣]*|맙시다|',
		'(?:마(?:라|세요|셔요|십시오|시오|시라|시길|시기|렴)|(?<=지[는도를만]?\\s{0,4})마요?)(?![가-힣]))',
	].join(''),
	'g',
);

/** 끊-, 그만두- and its short form 관두-. Broken off by itself (끊기다, 끊어지다) is no quitting, nor is a call that ends. */
function findQuitting(text: string): readonly AvoidanceSpan[] {
	const cut = spansOf(text, /끊[가-힣]*/g, 'quitting').filter(({ start, end }) => {
		const before = text.slice(Math.max(0, start - 24), start);
		if (
			/^끊(?:임|이지|일|[겨긴겼길깁김]|기(?:면|고|지|거나|더라|자|다가|게|려)|어[지진져질졌집])/.test(
				text.slice(start, end),
			)
		) {
			return false;
		}
		if (/^끊기는/.test(text.slice(start, end)) && /[이가]\s+$/.test(before)) return false;
		return !/(?:전화|통화|표|티켓|권|헬스장|영수증|계산서|피티|PT)[를을는은도만]?\s*(?:(?:바로|먼저|막|일찍|빨리|새로|미리)\s*)?$/.test(
			before,
		);
	});
	const stopped = spansOf(
		text,
		/그만\s?(?:두(?!\s)|[둔둘둠둬뒀둡])[가-힣]*|(?<![가-힣])관[두둔둘둠둬뒀둡][가-힣]*/g,
		'quitting',
	);
	return [...cut, ...stopped];
}

/** 금지, but not where 금 ends one word and 지- begins the next (지금 지켜, 기금 지원). */
function findBan(text: string): readonly AvoidanceSpan[] {
	return spansOf(text, /금지(?!하철|[급원불연갑대역출점켜키킨킬])[가-힣]*/g, 'ban').filter(
		({ start, end }) => !/^금지시(?![키킨킬켜킵])/.test(text.slice(start, end)),
	);
}

/** 참- (to endure). 참고 is endurance only where it is not reference, and nouns such as 참치 never match. */
function findEndurance(text: string): readonly AvoidanceSpan[] {
	return spansOf(
		text,
		/(?<![가-힣])[꾹잘못]?참(?:는|고|다|지|기|게|자|아|았|을|은|으|습|던|거나|도록)[가-힣]*/g,
		'endurance',
	).filter(({ start, end }) => {
		const found = text.slice(start, end);
		if (/참(?:기름|을성|으로|다운|다워|다랑|게장|게탕|자마|고인|고서(?!라도)|고문|고용|고래|고등|지름)/.test(found))
			return false;
		return !/^참고(?:로|삼|를|만|가|도(?!$)|[하한해할했합]|자료|\s+(?:자료|문헌|도서|서적|삼|[하해할했합]|한다))/.test(
			text.slice(start),
		);
	});
}

/** Before 가지 as 'kinds': 몇 가지 말고. */
const COUNTED = /(?:몇|여러|한|두|세|네|다섯|온갖|이런|그런|\d)\s*$/;

/** Nouns (and the particle 까지) that end in 지, so that 지 is no verb ending: 강아지, 편지, 까지. */
const NOUN_IN_JI =
	/^[가-힣]*(?:까|버|[강송망]아|편|휴|바|돼|반|먼|잡|일|메시|이미|에너|페이|소시|렌|나머|여|의|단|토|둥|봉|쪽|벽|용|복|처|정|중|유|방|감|폐)지[는도를만]?\s*[안말마맙]/;

function spansOf(text: string, pattern: RegExp, kind: AvoidanceKind): AvoidanceSpan[] {
	return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, kind }));
}
