import { BATCHIM, finalConsonant, type KoreanWord, koreanWords } from '../text/korean/stem.ts';
import { readRules } from '../text/rules.ts';
import rows from './shape.rules.json' with { type: 'json' };

const RULES = readRules(rows);

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
	if (RULES.nounInMyeon.test(word)) return false;
	if (/^(?:내|불)면/.test(word)) return before !== undefined && /[을를이가도]$/.test(before);
	if (/^(?:아니|그러|어쩌|왜냐하)면/.test(word)) return false;
	if (/^들면/.test(word) && /^예를?$/.test(before ?? '')) return false;
	// '일찍 자면 좋겠다', '물을 마시면 된다' wish or allow; they name no occasion.
	return !(after !== undefined && RULES.wished.test(after.text));
}

/** -ㄹ 때, 점심때. Not 그때, 제때, 때문에. */
function isWhen(word: string, before: string | undefined): boolean {
	const match = RULES.when.exec(word);
	if (match === null) return false;
	const owner = match[1] === '' ? before : match[1];
	if (owner === undefined) return false;
	return finalConsonant(owner) === BATCHIM.rieul || RULES.timeOfDay.test(owner);
}

/** -고 나서, -고서. */
function isHavingDone(word: string, before: string | undefined): boolean {
	// 보고서 and 신고서 are papers, as long as nothing is seen or worn.
	if (/[가-힣]고서(?:는|야)?$/.test(word)) return !/[보신]고서$/.test(word) || /[을를]$/.test(before ?? '');
	return /고나(?:서|면|서는)$/.test(word) || (/^나서(?:는|야)?$/.test(word) && before?.endsWith('고') === true);
}

/** -기 전에, N 전에, N 직전. Not 오전에, 며칠 전, nor 전 as '저는'. */
function isBefore(word: string, before: string | undefined): boolean {
	if (RULES.beforeWord.test(word)) return before !== undefined && !RULES.noOccasion.test(before);
	return RULES.beforeJoined.test(word);
}

/** -ㄴ 후에/뒤에/다음에, N 후, 식후, 직후. Not 오후에, nor the place 뒤에서. */
function isAfter(word: string, before: string | undefined): boolean {
	const has = before !== undefined && !RULES.noOccasion.test(before);
	if (/^전후(?:로|에)?$/.test(word)) return has && RULES.event.test(before);
	if (RULES.afterWord.test(word)) return has;
	if (/^뒤(?:에|엔|에는|에도|마다)?$/.test(word))
		return has && (isPastAdnominal(before) || RULES.event.test(before) || RULES.timeUnit.test(before));
	if (/^다음(?:에|엔|에는|에야)?$/.test(word)) return has && isPastAdnominal(before);
	const owner = RULES.afterJoined.exec(word)?.[1];
	return (
		owner !== undefined &&
		!/[전산]$/.test(owner) &&
		(isPastAdnominal(owner) || RULES.event.test(owner) || /식$/.test(owner))
	);
}

/** A modified noun that means an occasion: -는 순간, -는 동안, -ㄹ 경우, 비 오는 날, 기상 시. */
function isDependentNoun(word: string, before: string | undefined): boolean {
	if (before === undefined || !RULES.dependentNoun.test(word)) return false;
	const batchim = finalConsonant(before);
	const adnominal = batchim === BATCHIM.nieun && !RULES.adnominalOnly.test(before);
	if (/^경우(?:에|엔|에는|에도|라면)?$/.test(word)) return adnominal || batchim === BATCHIM.rieul;
	if (/^순간(?:에|엔|에는|마다)?$/.test(word)) return adnominal;
	if (/^동안(?:에|엔|에는|은|만|에도)?$/.test(word)) return /.는$/.test(before) && adnominal;
	if (/^날(?:에|엔|에는|이면|에도)?$/.test(word)) return adnominal;
	if (/^즉시$/.test(word)) return adnominal || RULES.event.test(before);
	if (/^대로$/.test(word)) return /.는$/.test(before) && adnominal;
	if (/^(?:무렵|즈음)(?:에|엔|에는)?$/.test(word)) return true;
	return /^시(?:에|에는|엔)?$/.test(word) && RULES.event.test(before);
}

/** -자마자, -마다, -거든. */
function isOther(word: string, before: string | undefined): boolean {
	if (RULES.otherEnding.test(word)) return true;
	return word === '마자' && before?.endsWith('자') === true;
}

/** 먹은, 마신, 끝낸: ends in ㄴ, and is none of the frequent nouns that do. */
function isPastAdnominal(word: string): boolean {
	if (RULES.nounInNieun.test(word)) return false;
	return finalConsonant(word) === BATCHIM.nieun;
}

/**
 * Whether a text in NFC says who one is, the shape of an L3 frame: a sentence that ends in '... 사람이다' (사람입니다,
 * 사람이에요, 사람) or gives it as a reason (사람이라서), or one with 나는/저는 that ends in a noun and the copula (나는
 * 아침형 인간이다, 나는 러너다). 'N이 아니다' is none.
 */
export function hasIdentity(text: string): boolean {
	return text.split(/[.!?。…\n]+/u).some((sentence) => {
		const ending = lastWords(sentence);
		return (
			RULES.person.test(ending) || (RULES.subject.test(sentence) && (RULES.because.test(sentence) || saysWhat(ending)))
		);
	});
}

/** The end of a sentence up to its last Hangul syllable: emoji, quotes and brackets behind it do not count. */
function lastWords(sentence: string): string {
	let end = sentence.length;
	while (end > 0 && !/[가-힣]/.test(sentence.charAt(end - 1))) end -= 1;
	return sentence.slice(Math.max(0, end - 40), end);
}

function saysWhat(sentence: string): boolean {
	const last = /[가-힣]+$/u.exec(sentence)?.[0] ?? '';
	const noun = RULES.withCopula.exec(last)?.[1];
	if (noun === undefined) return RULES.agent.test(last) && !RULES.verbInDa.test(last);
	const head = noun || (/([가-힣]+)\s+[가-힣]+$/u.exec(sentence)?.[1] ?? '');
	return !RULES.notWho.test(head) && !RULES.verbInI.test(last);
}
