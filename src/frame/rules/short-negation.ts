import { type KoreanWord, koreanWords } from '../../text/korean/korean-word.ts';
import { isVerbForm } from './verb-form.ts';

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
