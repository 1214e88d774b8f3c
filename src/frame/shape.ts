import { BATCHIM, finalConsonant, type KoreanWord, koreanWords } from '../text/korean/stem.ts';

/**
 * Whether a text in NFC names when the act is to be done, the shape of an L2 frame: -면, -면서, -ㄹ 때, -고 나서,
 * -기 전에, -ㄴ 후에/뒤에/다음에, N 전/후/직후, -자마자, -마다, -는 순간/경우/동안/날, -거든. A bare time ('아침에',
 * '매일') is none.
 */
export function hasCondition(text: string): boolean {
	return koreanWords(text).some(endsCondition);
}

/** The words that end its conditions, in order: '올 때' gives 때, '끝나면' itself. */
export function findConditions(text: string): readonly KoreanWord[] {
	return koreanWords(text).filter(endsCondition);
}

function endsCondition(word: KoreanWord, index: number, words: readonly KoreanWord[]): boolean {
	const before = CLAUSE_BREAK.test(word.gap) ? undefined : words[index - 1]?.text;
	const after = words[index + 1];
	return ENDINGS.some((isCondition) => isCondition(word.text, before, after));
}

const CLAUSE_BREAK = /[.!?,;:\n]/;

type Ending = (word: string, before: string | undefined, after: KoreanWord | undefined) => boolean;

const ENDINGS: readonly Ending[] = [isIf, isWhen, isHavingDone, isBefore, isAfter, isDependentNoun, isOther];

/** -면. A noun in 면 gives itself away by a final consonant before it (냉면, 정면), or stands in the list (화면). */
function isIf(word: string, before: string | undefined, after: KoreanWord | undefined): boolean {
	if (/[가-힣]면서(?:도)?$/.test(word)) return true;
	const stem = /^(.+)면(?:은|야)?$/.exec(word)?.[1];
	if (stem === undefined) return false;
	const batchim = finalConsonant(stem);
	if (batchim !== BATCHIM.none && batchim !== BATCHIM.rieul) return false;
	if (/^(?:라|화|수|표|후|대|외|노|쫄|밀|해수|렘수)면|(?:컵|봉지|신|진)라면$|[홈첫금기]화면$/.test(word)) return false;
	if (/^(?:내|불)면/.test(word)) return before !== undefined && /[을를이가도]$/.test(before);
	if (/^(?:아니|그러|어쩌|왜냐하)면/.test(word)) return false;
	if (/^들면/.test(word) && /^예를?$/.test(before ?? '')) return false;
	// '일찍 자면 좋겠다', '물을 마시면 된다' wish or allow; they name no occasion.
	return !(after !== undefined && /^(?:좋겠|된다|돼|됩니다|안돼|안된)/.test(after.text));
}

/** -ㄹ 때, 점심때. Not 그때, 제때, 때문에. */
function isWhen(word: string, before: string | undefined): boolean {
	const match = /^(.*?)(?:때(?:면|에|는|엔|마다|에는|에도|에만|도|만|쯤|부터|까지)?|땐)$/.exec(word);
	if (match === null) return false;
	const owner = match[1] === '' ? before : match[1];
	if (owner === undefined) return false;
	return (
		finalConsonant(owner) === BATCHIM.rieul || /(?:아침|점심|저녁|새벽|식사|방학|휴가|명절|시험|출근|퇴근)$/.test(owner)
	);
}

/** -고 나서, -고서. */
function isHavingDone(word: string, before: string | undefined): boolean {
	// 보고서 and 신고서 are papers, as long as nothing is seen or worn.
	if (/[가-힣]고서(?:는|야)?$/.test(word)) return !/[보신]고서$/.test(word) || /[을를]$/.test(before ?? '');
	return /고나(?:서|면|서는)$/.test(word) || (/^나서(?:는|야)?$/.test(word) && before?.endsWith('고') === true);
}

/** -기 전에, N 전에, N 직전. Not 오전에, 며칠 전, nor 전 as '저는'. */
function isBefore(word: string, before: string | undefined): boolean {
	if (/^(?:직)?전(?:에|엔|에는|에도|에만|까지|마다)?$/.test(word))
		return before !== undefined && !NO_OCCASION.test(before);
	return /(?:기|식|직|출근|퇴근|취침|운동|식사|외출|회의|수업|공부|업무|기상)전(?:에|엔|에는|에도)?$/.test(word);
}

/** -ㄴ 후에/뒤에/다음에, N 후, 식후, 직후. Not 오후에, nor the place 뒤에서. */
function isAfter(word: string, before: string | undefined): boolean {
	const has = before !== undefined && !NO_OCCASION.test(before);
	if (/^전후(?:로|에)?$/.test(word)) return has && EVENT.test(before);
	if (/^(?:후|직후|이후)(?:에|엔|에는|에도|마다|로|로는|부터|까지)?$/.test(word)) return has;
	if (/^뒤(?:에|엔|에는|에도|마다)?$/.test(word))
		return has && (isPastAdnominal(before) || EVENT.test(before) || TIME_UNIT.test(before));
	if (/^다음(?:에|엔|에는|에야)?$/.test(word)) return has && isPastAdnominal(before);
	const owner = /^(.+?)(?:직후|[후뒤])(?:에|엔|에는|에도)?$/.exec(word)?.[1];
	return (
		owner !== undefined && !/[전산]$/.test(owner) && (isPastAdnominal(owner) || EVENT.test(owner) || /식$/.test(owner))
	);
}

/** A modified noun that means an occasion: -는 순간, -는 동안, -ㄹ 경우, 비 오는 날, 기상 시. */
function isDependentNoun(word: string, before: string | undefined): boolean {
	if (before === undefined || !DEPENDENT_NOUN.test(word)) return false;
	const batchim = finalConsonant(before);
	const adnominal =
		batchim === BATCHIM.nieun && !/^(?:이런|그런|저런|모든|다른|어느|어떤|한|나는|저는|난|전)$/.test(before);
	if (/^경우(?:에|엔|에는|에도|라면)?$/.test(word)) return adnominal || batchim === BATCHIM.rieul;
	if (/^순간(?:에|엔|에는|마다)?$/.test(word)) return adnominal;
	if (/^동안(?:에|엔|에는|은|만|에도)?$/.test(word)) return /.는$/.test(before) && adnominal;
	if (/^날(?:에|엔|에는|이면|에도)?$/.test(word)) return adnominal;
	if (/^즉시$/.test(word)) return adnominal || EVENT.test(before);
	if (/^대로$/.test(word)) return /.는$/.test(before) && adnominal;
	if (/^(?:무렵|즈음)(?:에|엔|에는)?$/.test(word)) return true;
	return /^시(?:에|에는|엔)?$/.test(word) && EVENT.test(before);
}

/** Few words are one: the others are spared what is asked of each. */
const DEPENDENT_NOUN = /^(?:경우|순간|동안|날|즉시|대로|무렵|즈음|시)/;

/** -자마자, -마다, -거든. */
function isOther(word: string, before: string | undefined): boolean {
	if (/.자마자$|.마다(?:는|도)?$|.거든$/.test(word)) return true;
	return word === '마자' && before?.endsWith('자') === true;
}

/** 먹은, 마신, 끝낸: ends in ㄴ, and is none of the frequent nouns that do. */
function isPastAdnominal(word: string): boolean {
	if (
		/^(?:문|산|정원|공원|현관|병원|학원|사진|신|손|눈|돈|오전|이번|다른|그런|이런)$|(?:[는]|기간|시간|주간)$/.test(word)
	)
		return false;
	return finalConsonant(word) === BATCHIM.nieun;
}

/** Words before 전 and 후 that leave it a mere point in the past, or make 전 a contracted '저는'. */
const NO_OCCASION =
	/^(?:며칠|얼마|오래|한참|조금|방금|아주|훨씬|그|이|몇|오늘|내일|지금|이제|매일|항상|요즘|그래서|그리고|하지만)$/;

const EVENT =
	/(?:식사|운동|퇴근|출근|하교|등교|귀가|외출|기상|취침|샤워|세수|양치|목욕|아침|점심|저녁|간식|회의|수업|업무|공부|산책|명상|커피|도착|종료|완료|이동|발생|착석)$/;
const TIME_UNIT = /(?:분|시간|달|개월|주|일)$/;

/**
 * Whether a text in NFC says who one is, the shape of an L3 frame: a sentence that ends in '... 사람이다' (사람입니다,
 * 사람이에요, 사람) or gives it as a reason (사람이라서), or one with 나는/저는 that ends in a noun and the copula (나는
 * 아침형 인간이다, 나는 러너다). 'N이 아니다' is none.
 */
export function hasIdentity(text: string): boolean {
	return text.split(/[.!?。…\n]+/u).some((sentence) => {
		const ending = lastWords(sentence);
		return PERSON.test(ending) || (SUBJECT.test(sentence) && (BECAUSE.test(sentence) || saysWhat(ending)));
	});
}

/** The end of a sentence up to its last Hangul syllable: emoji, quotes and brackets behind it do not count. */
function lastWords(sentence: string): string {
	let end = sentence.length;
	while (end > 0 && !/[가-힣]/.test(sentence.charAt(end - 1))) end -= 1;
	return sentence.slice(Math.max(0, end - 40), end);
}

const COPULA = '(?:이다|입니다|이에요|예요|이야|이죠|이지요?|이네요?|이거든요?|이란다|이니까|임)';

const PERSON: RegExp = new RegExp(`[가-힣]\\s*(?:사람|인간)${COPULA}?$`, 'u');

/** Who one is as a reason for what one does: 나는 읽는 사람이라서 책을 편다. */
const BECAUSE = /[가-힣]\s?(?:사람|인간)(?:이니까|이라서?|이므로|이기에|이기\s|이고|이며)/u;

const SUBJECT = /(?:^|[\s,'"“‘(])(?:나는|난|저는|전|내가|제가|나야말로|우리는|우린)\s/u;

function saysWhat(sentence: string): boolean {
	const last = /[가-힣]+$/u.exec(sentence)?.[0] ?? '';
	const noun = WITH_COPULA.exec(last)?.[1];
	if (noun === undefined) return AGENT.test(last) && !VERB_IN_DA.test(last);
	const head = noun || (/([가-힣]+)\s+[가-힣]+$/u.exec(sentence)?.[1] ?? '');
	return !NOT_WHO.test(head) && !VERB_IN_I.test(last);
}

const WITH_COPULA: RegExp = new RegExp(`^(.*)${COPULA}$`, 'u');

/** Nouns whose copula says what one does, wants or is at, not who one is: 할 것이다, 하는 중이다. */
const NOT_WHO =
	/(?:^|.)(?:것|거|중|편|때|뿐|예정|생각|계획|작정|마음|셈|터|참|시간|일|목표|꿈|바람|이유|차례|습관|방법|상태|기분|정도|다짐|결심|원칙|규칙|최고|전부)$/u;

/** Dictionary forms that end like noun and copula. */
const VERB_IN_I = /(?:움직|줄|높|보|쌓|모|붙|들|먹|기울|끓|섞|녹|속|죽|놓|덮|쓰|트|망설|반짝|끄덕)이다$/u;

/** A noun of a person without final consonant takes the bare 다: 러너다, 독서가다, 실천자다, 미니멀리스트다. */
const AGENT =
	/(?:[가-힣]{2,}[가자]|[가-힣](?:너|커|더|머|러|터|스트|니아|[리교]사|비게이터)|작가|부자|부모|엄마|아빠|선수|친구|동료)(?:다|야|임)$/u;

const VERB_IN_DA =
	/(?:(?:나|들어|올라|내려|돌아|걸어|살아|나아|지나|따라|찾아|다녀|건너|넘어|뛰어)가|잠자|그러|이러|건너|부러|무너|떠나)다$/u;
