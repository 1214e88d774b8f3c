import { countHangulSyllables } from '../korean/hangul.ts';
import { removeMarkup } from '../markup.ts';
import { compactText, normalizeText } from '../normalize-text.ts';
import { isDegenerate } from './degenerate.ts';
import { isGarbled } from './garbled.ts';
import { weighWord } from './generic-word.ts';
import { sentencesOf } from './sentence.ts';
import { type SentenceWorth, worthOf } from './sentence-worth.ts';
import { isThinking } from './thinking.ts';
import { readUserMessage, type UserMessage } from './user-message.ts';

/** Why a text before a tool call says nothing worth keeping. */
export type PrefixEmptiness = 'empty' | 'thinking' | 'markup' | 'degenerate' | 'filler' | 'echo' | 'not-korean';

export type PrefixMeaning =
	| { readonly meaningful: true }
	| { readonly meaningful: false; readonly reason: PrefixEmptiness };

/**
 * Whether the text before a turn's first tool call says something: it announces an act, adds information, or asks a
 * question of substance. After NFC and trimming, the first of these that applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `thinking`: leaked thinking, whatever follows it;
 * - `markup`: calls, JSON, code or tags, and fewer than four Hangul syllables beside them, or JSON as a noun of the sentence;
 * - `degenerate`: a syllable, word or phrase over and over, replacement characters inside of words, or random syllables;
 * - `echo`: some sentence gives back the user's own words, also as a reflection ('...하시군요', '... 말씀이시죠?'), and none
 *   says more. What the app wrote before the message, in square brackets, is not the user's;
 * - `filler`: no sentence does more than acknowledge, wait, offer or praise;
 * - `not-korean`: fewer than four Hangul syllables, or some of them in a text of another script.
 */
export function classifyPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	if (isThinking(text)) return because('thinking');
	if (isGarbled(text)) return because('degenerate');
	if (JSON_AS_NOUN.test(text)) return because('markup');
	const prose = normalizeText(removeMarkup(text));
	const said = compactText(prose);
	const user = readUserMessage(userText);
	const worth = worthOfProse(prose, user);
	const hangul = countHangulSyllables(prose);
	const brief = hangul < MIN_SYLLABLES;
	if ((prose === '' || said !== compactText(text)) && brief && worth !== 'filler') return because('markup');
	if (isDegenerate(said)) return because('degenerate');
	if (worth === 'filler' && said !== user.compact) return because('filler');
	if (worth === 'echo' || (said !== '' && user.whole.includes(said))) return because('echo');
	return brief || isForeign(prose, hangul) ? because('not-korean') : { meaningful: true };
}

const MIN_SYLLABLES = 4;

/** '{"category":"sleep"} 를 조회합니다': arguments that a particle makes a part of the sentence. */
const JSON_AS_NOUN = /\{\s{0,8}"[^{}]{0,1000}\}\s?(?:을|를|은|는|이|가|으?로|에서|의|와|과)(?=\s)/;

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}

/** The best of its sentences; a text without a word that counts is worth nothing and has no reason here. */
function worthOfProse(prose: string, user: UserMessage): SentenceWorth | undefined {
	const sentences = sentencesOf(prose);
	const worths = sentences.map((sentence) => worthOf(sentence, user));
	if (worths.includes('says')) return 'says';
	if (worths.includes('echo')) return 'echo';
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
