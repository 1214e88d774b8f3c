import { countHangulSyllables } from '../korean/stem.ts';
import { readRules } from '../rules.ts';
import { compactText, normalizeText } from '../text.ts';
import { isDegenerate, isGarbled, isSalad, isThinking } from './broken.ts';
import rows from './korean.rules.json' with { type: 'json' };
import leaks from './leaks.rules.json' with { type: 'json' };
import { removeMarkup } from './markup.ts';
import { readUserMessage, type Sentence, sentencesOf, similarity, type UserMessage, type Word } from './sentence.ts';
import { type SpeechAct, speechActOf, type WordWeight, weighWord } from './words.ts';

const RULES = readRules(rows);
const LEAKS = readRules(leaks);

/** Why a text before a tool call says nothing worth keeping. */
export type PrefixEmptiness =
	| 'empty'
	| 'thinking'
	| 'markup'
	| 'degenerate'
	| 'filler'
	| 'bare-announcement'
	| 'echo'
	| 'not-korean';

type PrefixMeaning = { readonly meaningful: true } | { readonly meaningful: false; readonly reason: PrefixEmptiness };

/**
 * Whether the text before a turn's first tool call says something: it announces an act, adds information, or asks a
 * question of substance. After NFC and trimming, the first of these that applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `thinking`: leaked thinking, whatever follows it;
 * - `markup`: calls, JSON, code or tags, and fewer than four Hangul syllables beside them, or JSON as a noun of the sentence;
 * - `degenerate`: a syllable, word or phrase over and over, every third one twice, pieces of several scripts, replacement characters inside of words, or random syllables;
 * - `echo`: some sentence gives back the user's own words, also as a reflection ('...하시군요', '... 말씀이시죠?'), and none
 *   says more. What the app wrote before the message, in square brackets, is not the user's;
 * - `filler`: no sentence does more than acknowledge, wait, offer or praise;
 * - `bare-announcement`: a search is announced or offered, and nothing says what is looked for: '확인해 드릴게요';
 * - `not-korean`: fewer than four Hangul syllables, or some of them in a text of another script.
 */
export function classifyPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	if (LEAKS.jsonThought.test(text)) return because('markup');
	if (isThinking(text)) return because('thinking');
	if (isGarbled(text) || isSalad(text, 'Hangul')) return because('degenerate');
	if (RULES.jsonAsNoun.test(text)) return because('markup');
	const prose = normalizeText(removeMarkup(text));
	const said = compactText(prose);
	const user = readUserMessage(userText);
	const worth = worthOfProse(prose, user);
	const hangul = countHangulSyllables(prose);
	const brief = hangul < MIN_SYLLABLES;
	const marked = prose === '' || said !== compactText(text);
	if (marked && (brief || !RULES.said.test(prose)) && worth !== 'filler') return because('markup');
	if (LEAKS.roleWord.test(text)) return because('thinking');
	if (isDegenerate(said) || isDegenerate(wordsOf(prose))) return because('degenerate');
	if (worth === 'filler' && said !== user.compact) return because('filler');
	if (worth === 'echo' || (said !== '' && user.whole.includes(said))) return because('echo');
	if (isForeign(prose, hangul)) return because('not-korean');
	if (worth === 'bare-announcement') return because('bare-announcement');
	return brief ? because('not-korean') : { meaningful: true };
}

const MIN_SYLLABLES = 4;

/** The words of a text without the numbers of a list: '1. 걷기\n2. 걷기' gives 걷기 twice. */
function wordsOf(prose: string): readonly string[] {
	return prose.split(/\s+/).filter((word) => !/^\d{1,3}[.)]?$/.test(word));
}

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}

/** The best of its sentences; a text without a word that counts is worth nothing and has no reason here. */
function worthOfProse(prose: string, user: UserMessage): SentenceWorth | undefined {
	const sentences = sentencesOf(prose);
	const worths = sentences.map((sentence) => worthOf(sentence, user));
	const best = (['says', 'bare-announcement', 'echo'] as const).find((worth) => worths.includes(worth));
	if (best !== undefined) return best;
	const courteous = sentences.some(({ words }) =>
		words.some(({ text, stem }) => ['courtesy', 'generic'].includes(weighWord(text, stem))),
	);
	return courteous || countHangulSyllables(prose) >= MIN_SYLLABLES ? worths[0] : undefined;
}

/** Mostly another script, and no Korean sentence in it: "Let me look up '김치찌개 레시피'". */
function isForeign(prose: string, hangul: number): boolean {
	const letters = prose.match(/\p{L}/gu)?.length ?? 0;
	return letters > 3 * hangul && !RULES.koreanEnding.test(prose);
}

/** What a sentence is to the user who waits: it `says` something, announces a search of nothing named, is an `echo`, or `filler`. */
type SentenceWorth = 'says' | 'bare-announcement' | 'echo' | 'filler';

/**
 * An act that is announced says something, whatever words it repeats, as long as it names what is done or looked for
 * ('추가할게요', '습관을 찾아볼게요'; neither '처리하겠습니다' nor '찾아볼게요'). Anything else must hold a word that the user did not say and that not any answer could say; a
 * reflection ('...하시군요') must hold more new words than old ones.
 */
function worthOf(sentence: Sentence, user: UserMessage): SentenceWorth {
	const act = speechActOf(sentence.text);
	const weighed = weigh(sentence.words);
	const { content, lookups, main } = weighed;
	if ((user.asksLeave && RULES.leave.test(sentence.text)) || RULES.refusal.test(sentence.text)) return 'says';
	if (asksFor(sentence.text, content, user)) return 'says';
	const fresh = content.filter((word) => !user.said(word));
	const known = content.length - fresh.length;
	const end = sentence.text.slice(-24);
	const comforts =
		(RULES.comfort.test(end) || (RULES.reassuring.test(end) && fresh.length < 2)) && !fresh.some(isNumber);
	const nothing = known > 0 || lookups.some(user.said) ? 'echo' : 'filler';
	const repeats = user.announces && fresh.length === 0 && lookups.every(user.said);
	if (RULES.praise.test(sentence.text) && !fresh.some(isNumber)) return nothing;
	const isNamed = fresh.length > 0 || (lookups.length > 0 && content.length > 0);
	const names = isNamed && RULES.act.test(sentence.text);
	if (RULES.help.test(sentence.text)) return names ? 'says' : nothing;
	if (isAct(act, weighed, fresh.length)) return repeats ? 'echo' : 'says';
	if ((act === 'announces' || act === 'offers') && looksForNothing(weighed))
		return repeats ? 'echo' : 'bare-announcement';
	if (act === 'announces' || act === 'offers' || act === 'under-way') return 'filler';
	if (isLike(sentence.text, user.compact)) return 'echo';
	if (comforts || (known === 0 && RULES.cry.test(sentence.text) && sentence.words.length <= 2 && !fresh.some(isNumber)))
		return nothing;
	if (fresh.some((word) => isNumber(word) && !(act === 'reflects' && user.saysNumber(word.text)))) return 'says';
	if (main === 'courtesy') return nothing;
	if (act === 'reflects') {
		const ofUser = RULES.ofUser.test(sentence.text.slice(-24));
		return fresh.length > (ofUser ? known + 2 : known === 0 ? 2 : Math.max(1, known)) ? 'says' : nothing;
	}
	if (act === 'notices' && fresh.length === 1 && known > 1) return nothing;
	// '받으실 분이 계신가요?' asks for something, '무엇을 찾으시나요?' for anything.
	if (main !== 'generic' && sentence.text.endsWith('?') && fresh.some((word) => word !== sentence.words.at(-1)))
		return 'says';
	if (fresh.length > 1 || fresh.some((word) => known > 0 || isThing(word))) return 'says';
	if (!isReport(sentence, user, known, main)) return nothing;
	return looksForNothing(weighed) ? 'bare-announcement' : 'says';
}

function looksForNothing({ content, main }: Weighed): boolean {
	return main === 'lookup' && content.length === 0;
}

const ECHO_SIMILARITY = 0.8;

function isLike(sentence: string, user: string): boolean {
	const { length } = compactText(sentence);
	// Texts of such different lengths cannot be alike; most need not be compared.
	if (Math.min(length, user.length) < ECHO_SIMILARITY * Math.max(length, user.length)) return false;
	return similarity(sentence, user) >= ECHO_SIMILARITY;
}

interface Weighed {
	readonly content: readonly Word[];
	readonly lookups: readonly Word[];
	/** Of the last word that weighs anything: the predicate. */
	readonly main: WordWeight;
}

function weigh(words: readonly Word[]): Weighed {
	const content: Word[] = [];
	const lookups: Word[] = [];
	let main: WordWeight = 'none';
	for (const [index, word] of words.entries()) {
		const weight = weighWord(word.text, word.stem);
		if (weight !== 'none') main = weight;
		if (weight === 'lookup') lookups.push(word);
		else if (weight === 'content' && !isPhrase(word, words[index - 1], words[index + 1])) content.push(word);
	}
	return { content, lookups, main };
}

/**
 * What is praised is not named ('좋은 목표예요'), a wish names no day ('좋은 하루 보내세요'), '시간이 걸려요' no time, and what
 * any answer could say stays so however it is described ('유용한 정보', '몇 가지 작업').
 */
function isPhrase({ text }: Word, before: Word | undefined, next: Word | undefined): boolean {
	if (RULES.praising.test(before?.text ?? '') || (/^보내[세시]/.test(text) && RULES.day.test(before?.text ?? '')))
		return true;
	if (next === undefined) return false;
	if (/^오늘도?$/.test(text) && RULES.praising.test(next.text)) return true;
	if (RULES.how.test(text) && ['none', 'generic'].includes(weighWord(next.text, next.stem))) return true;
	if (RULES.describing.test(text) && weighWord(next.text, next.stem) === 'generic') return true;
	return RULES.praising.test(text) || (/^시간/.test(text) && !/\d/.test(text) && RULES.takingTime.test(next.text));
}

/** Whether the sentence names an act that the speaker does, is doing or offers to do. */
function isAct(act: SpeechAct, { content, main }: Weighed, fresh: number): boolean {
	if (act === 'announces') return main !== 'courtesy' && content.length > 0;
	if (act === 'under-way') return content.length > 0;
	// An offer to do with what was asked for what any answer does says nothing: '추천을 도와드릴까요?'.
	return act === 'offers' && main !== 'courtesy' && (fresh > 0 || (content.length > 0 && main !== 'generic'));
}

/** Whether a sentence asks for something with its name, which the user has not asked to be told. */
function asksFor(sentence: string, content: readonly Word[], user: UserMessage): boolean {
	if (!RULES.asksFor.test(sentence) || /알려|말해|보여/.test(user.compact)) return false;
	return content.some(({ text }) => RULES.askedObject.test(text));
}

/** A bare verb or adjective ('듣고 있어요', '어렵지 않아요') says nothing; what it is about does. */
function isThing({ text }: Word): boolean {
	return RULES.thing.test(text);
}

function isNumber(word: Word): boolean {
	return /\d/.test(word.text) && !/^1(?:걸음|마디|순간)/.test(word.text);
}

/** What was asked for is done, or is being done: '껐습니다' to '꺼 줘'; '조회합니다'. */
function isReport({ text }: Sentence, user: UserMessage, known: number, main: WordWeight): boolean {
	const end = text.replace(/[^가-힣]+$/u, '');
	if (RULES.formalReport.test(end) && main === 'lookup') return true;
	return (
		known > 0 &&
		main === 'content' &&
		user.requests &&
		RULES.reported.test(end) &&
		!/[셨시]|말씀|라고|다고/.test(end.slice(-8))
	);
}
