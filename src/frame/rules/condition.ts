import { BATCHIM, finalConsonant } from '../../text/korean/hangul.ts';
import { type KoreanWord, koreanWords } from '../../text/korean/korean-word.ts';

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
