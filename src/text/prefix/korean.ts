import { countHangulSyllables } from '../korean/stem.ts';
import { compactText, normalizeText } from '../text.ts';
import { isDegenerate, isGarbled, isSalad, isThinking } from './broken.ts';
import { removeMarkup } from './markup.ts';
import { KOREAN_ROWS, TEXT_ROWS } from './rows.ts';
import { readUserMessage, type Sentence, sentencesOf, similarity, type UserMessage, type Word } from './sentence.ts';
import { type SpeechAct, speechActOf, type WordWeight, weighWord } from './words.ts';

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
	if (TEXT_ROWS['json-thought'].pattern.test(text)) return because('markup');
	if (isThinking(text)) return because('thinking');
	if (isGarbled(text) || isSalad(text, 'Hangul')) return because('degenerate');
	if (JSON_AS_NOUN.test(text)) return because('markup');
	const prose = normalizeText(removeMarkup(text));
	const said = compactText(prose);
	const user = readUserMessage(userText);
	const worth = worthOfProse(prose, user);
	const hangul = countHangulSyllables(prose);
	const brief = hangul < MIN_SYLLABLES;
	const marked = prose === '' || said !== compactText(text);
	if (marked && (brief || !SAID.test(prose)) && worth !== 'filler') return because('markup');
	if (TEXT_ROWS['role-word'].pattern.test(text)) return because('thinking');
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

/** A sentence, a question or a number: beside markup other words are an argument that was left of it. */
const SAID = /[가-힣](?:[요다까죠지게네자어야해용음함임됨군나줘])(?![가-힣])|[?\d]/;

/** '{"category":"sleep"} 를 조회합니다': arguments that a particle makes a part of the sentence. */
const JSON_AS_NOUN = /\{\s{0,8}"[^{}]{0,1000}\}\s?(?:을|를|은|는|이|가|으?로|에서|의|와|과)(?=\s)/;

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
	return letters > 3 * hangul && !/[가-힣](?:요|다|게|까|죠|자|어)(?![가-힣])/.test(prose);
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
	if ((user.asksLeave && LEAVE.test(sentence.text)) || REFUSAL.test(sentence.text)) return 'says';
	if (asksFor(sentence.text, content, user)) return 'says';
	const fresh = content.filter((word) => !user.said(word));
	const known = content.length - fresh.length;
	const end = sentence.text.slice(-24);
	const comforts = (COMFORT.test(end) || (REASSURING.test(end) && fresh.length < 2)) && !fresh.some(isNumber);
	const nothing = known > 0 || lookups.some(user.said) ? 'echo' : 'filler';
	const repeats = user.announces && fresh.length === 0 && lookups.every(user.said);
	if (KOREAN_ROWS.praise.pattern.test(sentence.text) && !fresh.some(isNumber)) return nothing;
	const isNamed = fresh.length > 0 || (lookups.length > 0 && content.length > 0);
	const names = isNamed && KOREAN_ROWS.act.pattern.test(sentence.text);
	if (KOREAN_ROWS.help.pattern.test(sentence.text)) return names ? 'says' : nothing;
	if (isAct(act, weighed, fresh.length)) return repeats ? 'echo' : 'says';
	if ((act === 'announces' || act === 'offers') && looksForNothing(weighed))
		return repeats ? 'echo' : 'bare-announcement';
	if (act === 'announces' || act === 'offers' || act === 'under-way') return 'filler';
	if (isLike(sentence.text, user.compact)) return 'echo';
	if (comforts || (known === 0 && CRY.test(sentence.text) && sentence.words.length <= 2 && !fresh.some(isNumber)))
		return nothing;
	if (fresh.some((word) => isNumber(word) && !(act === 'reflects' && user.saysNumber(word.text)))) return 'says';
	if (main === 'courtesy') return nothing;
	if (act === 'reflects') {
		const ofUser = OF_USER.test(sentence.text.slice(-24));
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

/** What the user is, does or wants: '두통이 있으시군요'. The user knows. */
const OF_USER = /[시셨으]는?\s?(?:군|네|구나|겠|죠|지|나)|신가|신\s?모양|싶|말씀|하셨/;

/** What comforts, wishes or encourages, whatever it names: '길게 느껴지시겠어요', '탓하지 않으셨으면 해요', '나아지셔야 할 텐데요'. */
const COMFORT =
	/시겠(?:어|네|군)요[.!~\s]*$|셨으면\s(?:해|합|좋)|텐데요?|[길기]를?\s바[라랍랄]|(?:박수|응원|위로|감사|축하)[가-힣]{0,2}\s(?:보내|보냅|드리|드립|전[하합])|(?:함께|같이|우리)\s[가-힣\s]{1,12}(?:봐요|가요|나가요|해요)/;

/** '혼자 힘들어하지 마세요'; not '밤에는 커피를 드시지 마세요'. */
const REASSURING = /지\s?(?:마세요|마요|말아요|마시고|않으셔도\s(?:돼요|됩니다|괜찮아요))[.!~\s]*$/;

/** A cry without a predicate: '도장 꾹!'. */
const CRY = /[가-힣](?<![요다죠자까네])!$/;

/** Leave given or refused. */
const REFUSAL = /지원[하되]지\s?않|지원이\s안|(?:해\s?드릴|할)\s수\s없(?:어|습|는|네)/;
const LEAVE = /(?:^|\s)(?:안\s?)?(?:됩니다|돼요?)[.!~\s]*$/;

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
	if (PRAISING.test(before?.text ?? '') || (/^보내[세시]/.test(text) && DAY.test(before?.text ?? ''))) return true;
	if (next === undefined) return false;
	if (/^오늘도?$/.test(text) && PRAISING.test(next.text)) return true;
	if (HOW.test(text) && ['none', 'generic'].includes(weighWord(next.text, next.stem))) return true;
	if (DESCRIBING.test(text) && weighWord(next.text, next.stem) === 'generic') return true;
	return PRAISING.test(text) || (/^시간/.test(text) && !/\d/.test(text) && TAKING_TIME.test(next.text));
}

/** '예쁘게 해 드릴게요' says nothing, '크게 할게요' how much. */
const HOW = /^[가-힣]{1,4}(?<![크작밝높낮짧길]|어둡|덥|춥|차갑|뜨겁)게$/;

/** Not '자세한 내용을 확인해 볼게요': it says how much is looked at. */
const DESCRIBING = /(?<!자세)(?:한|운|적인)$|^(?:몇|여러|각종|외부|내부)$/;
const PRAISING =
	/^(?:좋은|멋진|훌륭한|대단한|굉장한|현명한|탁월한|즐거운|행복한|상쾌한|완벽한|따뜻한|편안한|뜻깊은|보람찬|특별한|소중한|값진|알찬|활기찬|흥미로운)$/;
/** '시간이 조금 걸려요' names no time either. */
const TAKING_TIME = /^(?:[주걸]|필요|내|소요|조금|좀|다소|약간|더)/;
const DAY = /^(?:하루|아침|오후|저녁|밤|주말|시간|날|연휴)/;

/** Whether the sentence names an act that the speaker does, is doing or offers to do. */
function isAct(act: SpeechAct, { content, main }: Weighed, fresh: number): boolean {
	if (act === 'announces') return main !== 'courtesy' && content.length > 0;
	if (act === 'under-way') return content.length > 0;
	// An offer to do with what was asked for what any answer does says nothing: '추천을 도와드릴까요?'.
	return act === 'offers' && main !== 'courtesy' && (fresh > 0 || (content.length > 0 && main !== 'generic'));
}

/** Whether a sentence asks for something with its name, which the user has not asked to be told. */
function asksFor(sentence: string, content: readonly Word[], user: UserMessage): boolean {
	if (!KOREAN_ROWS['asks-for'].pattern.test(sentence) || /알려|말해|보여/.test(user.compact)) return false;
	return content.some(({ text }) => /[을를지]$|^(?:누구|어디|언제|얼마|몇|며칠)/.test(text));
}

/** A bare verb or adjective ('듣고 있어요', '어렵지 않아요') says nothing; what it is about does. */
function isThing({ text }: Word): boolean {
	return /[가-힣](?:[을를은이가도만과와]|에서?|으?로|까지|부터|마다)$|(?:이에요|예요|입니다|인가요|이세요|[되돼됐된])|^(?:언제|어디|누구|누가|얼마|몇)./.test(
		text,
	);
}

function isNumber(word: Word): boolean {
	return /\d/.test(word.text) && !/^1(?:걸음|마디|순간)/.test(word.text);
}

/** What was asked for is done, or is being done: '껐습니다' to '꺼 줘'; '조회합니다'. */
function isReport({ text }: Sentence, user: UserMessage, known: number, main: WordWeight): boolean {
	const end = text.replace(/[^가-힣]+$/u, '');
	if (/(?<![았었했됐렸겼졌꼈였])습니다$|(?<![가-힣]드)[가-힣](?<!습|십|입)니다$/.test(end) && main === 'lookup')
		return true;
	return (
		known > 0 &&
		main === 'content' &&
		user.requests &&
		REPORTED.test(end) &&
		!/[셨시]|말씀|라고|다고/.test(end.slice(-8))
	);
}

const REPORTED = /[가-힣]니다$|(?:[았었했됐렸겼졌꼈였켰췄꺼갔왔냈뒀줬놨썼봤샀])(?:어요?|음)$/;
