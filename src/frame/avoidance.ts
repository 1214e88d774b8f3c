import { BATCHIM, finalConsonant, type KoreanWord, koreanWords } from '../text/korean/stem.ts';

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

/**
 * 안 + verb in a text in NFC: as a word of its own ('안 먹는다'), joined to the verb ('안먹는다'), or joined to both
 * sides ('술안마신다'). 안 that means 'inside' (집 안), words that begin with it (안내, 안정) and the verb 안다 (안고,
 * 안는다) are left alone, and so are negated adjectives ('기분이 안 좋을 때'), which avoid nothing.
 */
export function findShortNegation(text: string): readonly { readonly start: number; readonly end: number }[] {
	const words = koreanWords(text);
	return words.flatMap((word, index) => {
		const next = follows(words[index + 1]);
		if (word.text === '안') {
			const before = index > 0 && isSpace(word.gap) ? words[index - 1]?.text : digitsBefore(word);
			if (next === undefined || !isNegated(next.text, follows(words[index + 2])?.text, before)) return [];
			return [{ start: word.start, end: next.end }];
		}
		if (word.text.startsWith('안')) {
			return isNegatedTogether(word.text, next?.text, words[index - 1]?.text)
				? [{ start: word.start, end: word.end }]
				: [];
		}
		const inside = INSIDE_WORD.exec(word.text);
		return inside === null ? [] : [{ start: word.start + inside.index, end: word.end }];
	});
}

function follows(word: KoreanWord | undefined): KoreanWord | undefined {
	return word !== undefined && isSpace(word.gap) ? word : undefined;
}

function isSpace(gap: string): boolean {
	return /^\s+$/.test(gap);
}

/** '10 안' has no Hangul word before it, yet something stands there. */
function digitsBefore(word: KoreanWord): string | undefined {
	return /[\d\p{L}]\s*$/u.test(word.gap) ? '' : undefined;
}

function isNegated(verb: string, after: string | undefined, before: string | undefined): boolean {
	if (NOT_AVOIDED.test(verb)) return false;
	if (before !== undefined && (CONTAINER.test(before) || before.endsWith('의'))) {
		return UNLIKELY_INSIDE.test(verb) && isVerbForm(verb, after);
	}
	return isVerbForm(verb, after);
}

function isNegatedTogether(word: string, after: string | undefined, before: string | undefined): boolean {
	const verb = word.slice(1);
	// '화를 안내는': guidance (안내) takes no object.
	if (word === '안내는' && before !== undefined && /[을를]$/.test(before)) return true;
	if (WORDS_IN_AN.test(word) || HUGGING.test(verb) || NOT_AVOIDED.test(verb)) return false;
	return isVerbForm(verb, after);
}

/** Adjectives, which name a state and no act, and the idiom '안 그래도'. */
const NOT_AVOIDED =
	/^(?:좋(?!아[하한할해했합])|편[하한할해]|바[쁘쁜쁠빠]|아[프픈플파깝까]|추[우운울워]|춥|더[우운울워]|덥|힘[들든]|예[쁘쁜쁠뻐]|많|괜찮|쉬[우운울워]|쉽|어[려렵]|졸[리린릴려]|깨끗|건강|조용|익숙|친[하한할해]|중요|필요|피곤|무[섭서]|행복|즐[겁거]|재미|배고|고[프픈플파]|급[하한할해]|그래도|그래요|그런가)/;

/** What has an inside. Only whole words where the syllable is frequent at the end of others. */
const CONTAINER =
	/(?:집|방|[거침교욕사화]실|사무실|화장실|가방|주머니|서랍|냉장고|상자|박스|건물|엘리베이터|지하철|버스|열차|기차|비행기|이불|텐트|마음|범위|기한|기간|시간|예산|학교|회사|카페|가게|마트|동네|공원|울타리|아파트|옷장|책장|베란다|부엌|주방|현관)$|^(?:몸|입|손|품|숲|차|통|그|이|저|우리|분|일|주|달|년)$/;

/** Verbs that speak of keeping away even behind a container: '카페 안 간다', against '집 안 청소한다'. */
const UNLIKELY_INSIDE =
	/^(?:먹|마[시신셔실심셨]|피[우운워울웠]|가(?![구방족전운습])|간(?!식)|갈|갔|나[가간갈갔]|들어[가간갈갔]|들[르른러]|오(?![븐래른])|온(?![도기풍])|올(?!려)|와|왔|사(?![람진물이])|산(?!책)|살|샀|쓰(?!레)|쓴|쓸|써|썼|타(?!올)|탄|탈|탔|켜|켠|끄|끈|하|한(?![쪽켠가])|할|해|했|되|된|돼|될|지[키킨켜]|어[기긴겨]|보(?![이관호온석물여일])|본|볼|봐|만[나난])/;

/** Words that begin with 안 and are not its negation, up to where a verb could take over (안내한다, but not 안낸다). */
const WORDS_IN_AN =
	/^안(?:녕|정|전|심|경|개(?![고며])|과|쪽|방|팎|약|색|락|식|목|무(?![서섭])|테|티|드로|단테|타[깝까]|쓰[럽러레]|절부절|간힘|성(?![가])|착|장|구|감|뜰|마당|사람|사돈|하무인|젤|토니|배(?!우|운|울|워|웠)|면|료|분지족|식년|내(?:[하한해할했합를가는도문서소자판원에로와만의된되방센데책받]|$)|주(?:[를로와가도만나에보거하한해상]|$)|마(?:[를기사하한해받도는]|의자|$)|부(?![르른르러를리린럽]|르)|건(?![드너넨])|달(?![리린려릴라])|치(?:[하한해된되]|환)|도(?![와우운울])|대(?:[를로에]|$)|보(?:[를의에상관리협]|$)|일(?:하|한|해|함)|이(?:하|한|해|함)|온(?:하|한|해)|위|수(?![하한])|[기긴길겨겼김깁](?!다[리린릴려]|억|록|대|운|름))/;

/** Forms of 안다, to hug: 안 followed by nothing but an ending. */
const HUGGING =
	/^(?:고(?:서|는|도|만)?|는(?:다|다면|다고|데|지)?|은|을(?:래요?|게요?|까요?|수록)?|아(?![끼낀낄낌껴꼈]).*|았.*|겠.*|으(?:면|며|면서|니|니까|러|려.*|시.*|세요|십시오)|지|게|던|다|다면|자|거나|습니다|도록)$/;

/** Written without any space, for verbs that nothing else ends in: 술안마신다. 동안 takes none of them. */
const INSIDE_WORD = /(?<=[가-힣])(?<!동)안(?:먹|마[시신셔실심셨]|피[우운워울웠])/;

/**
 * Whether a word can be a form of a Korean verb, judged by its ending; `after` is the word behind it. Made for the
 * word behind 안, where little else stands: a noun in the nominative or with a case particle is told apart, a bare
 * noun only by its final sound.
 */
function isVerbForm(word: string, after: string | undefined): boolean {
	if (/(?:에서|에게|에|으로|의|를|과|랑|부터|까지|쪽|님|씨|처럼|이)$/.test(word)) return false;
	if (word.endsWith('가')) return /^(?:|나|들어|돌아|올라|내려|걸어|다녀)가$|[는은한인]가$/.test(word);
	if (word.endsWith('와')) return /^(?:|나|들어|돌아|올라|내려|다녀|가져|데려|사|도)와$/.test(word);
	if (word.endsWith('로')) return word.endsWith('기로');
	if (word.endsWith('도')) return /(?:[아어여해봐가와돼려켜져써셔워]|기|서|지)도$/.test(word);
	if (word.endsWith('만')) return /[기지]만$/.test(word);
	if (/(?:길|[을를]래|할래)$/.test(word)) return true;
	const batchim = finalConsonant(word);
	if (batchim === BATCHIM.rieul) return after !== undefined && DEPENDENT_NOUN.test(after);
	if (batchim === BATCHIM.nieun || batchim === BATCHIM.mieum || batchim === BATCHIM.ssangsiot) return true;
	return FINAL_SYLLABLE.test(word);
}

/** What follows the adnominal -ㄹ: 먹을 때, 먹을 것. */
const DEPENDENT_NOUN =
	/^(?:때|수|것|거|게|걸|건|겁|정도|만큼|뿐|생각|예정|계획|작정|순간|경우|테|텐|필요|사람|리|줄|일|날|바|듯)/;

/** Last syllables of verb forms: -다, -고, -면 ... and the contracted -아/-어 forms. */
const FINAL_SYLLABLE =
	/[다고면며지자요죠서니려게든데네라까야구록나기해돼봐써줘아어여켜펴져쳐려러셔워둬꺼떠커사타쉬차마걸거래]$/;
