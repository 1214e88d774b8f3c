import { compactText, normalizeText } from '../normalize-text.ts';
import { isDegenerate } from '../prefix/degenerate.ts';
import { isGarbled } from '../prefix/garbled.ts';
import { isEnglishThinking } from '../prefix/thinking.ts';
import { isEnglishAcknowledgement } from './english-acknowledgement.ts';
import { isEnglishEcho } from './english-echo.ts';
import { englishWords } from './english-word.ts';
import { isForeignLatin } from './foreign-latin.ts';
import type { PrefixEmptiness, PrefixMeaning } from './meaning.ts';
import { readProse } from './prose.ts';

/**
 * Whether an English prefix says something. After NFC, trimming and the removal of markup, the first of these that
 * applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `degenerate`: a word or phrase over and over, or replacement characters inside of words;
 * - `filler`: only acknowledging, waiting, offering, praise, comfort and the machinery, unless it is word for word what the
 *   user wrote (that is an echo);
 * - `echo`: the user's own words, acknowledgements around them and 'You want me to' aside, be it in the first person or
 *   the second: equal to them or a part of them after dropping spaces and punctuation, at least 0.8 similar, or all of
 *   them with fewer than eight letters or digits more; not where an act is announced ('I'll log ...');
 * - `thinking`: leaked thinking, talk of 'the user' or of which tool to call;
 * - `markup`: calls, names of tools, JSON, code or tags, and fewer than eight letters beside them;
 * - `not-english`: fewer than eight Latin letters, more letters of other scripts, or another frequent language in Latin
 *   letters.
 */
export function classifyEnglishPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	const prose = readProse(text);
	const words = englishWords(prose.text);
	if (isGarbled(text) || isDegenerate(words)) return because('degenerate');
	const filler = isEnglishAcknowledgement(prose.text);
	if (filler && compactText(prose.text) !== compactText(userText)) return because('filler');
	if (isEnglishEcho(prose.text, userText, FEW_LETTERS)) return because('echo');
	if (isEnglishThinking(text)) return because('thinking');
	if (prose.hadMarkup && prose.letters < FEW_LETTERS) return because('markup');
	const latin = prose.text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const foreign = latin < FEW_LETTERS || latin * 2 < prose.letters || isForeignLatin(words);
	return foreign ? because('not-english') : { meaningful: true };
}

/** About what the four syllables hold that the Korean rules ask for. */
const FEW_LETTERS = 8;

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}
