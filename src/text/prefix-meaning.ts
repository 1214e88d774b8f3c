import { isAcknowledgement, withoutAcknowledgements } from './acknowledgement.ts';
import { countHangulSyllables } from './hangul.ts';
import { removeMarkup } from './markup.ts';
import { compactText, normalizeText } from './normalize-text.ts';
import { similarity } from './similarity.ts';

/** Why a text before a tool call says nothing worth keeping. */
export type PrefixEmptiness = 'empty' | 'markup' | 'filler' | 'echo' | 'not-korean';

export type PrefixMeaning =
	| { readonly meaningful: true }
	| { readonly meaningful: false; readonly reason: PrefixEmptiness };

/**
 * Whether the text before a turn's first tool call says something. After NFC, trimming and the removal of markup, the
 * first of these that applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `markup`: calls, JSON, code or tags, and fewer than four Hangul syllables beside them;
 * - `filler`: only acknowledgements, unless they are word for word what the user wrote (that is an echo);
 * - `echo`: the user's own words, acknowledgements around them aside: equal to them or a part of them after dropping
 *   spaces and punctuation, at least 0.8 similar, or all of them with fewer than four Hangul syllables more;
 * - `not-korean`: fewer than four Hangul syllables.
 */
export function classifyPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	const prose = normalizeText(removeMarkup(text));
	const said = compactText(prose);
	const user = compactText(userText);
	const filler = isAcknowledgement(prose);
	const hangul = countHangulSyllables(prose);
	if ((prose === '' || said !== compactText(text)) && hangul < MIN_SYLLABLES && !filler) return because('markup');
	if (filler && said !== user) return because('filler');
	if (isEcho(said, user) || isEcho(compactText(withoutAcknowledgements(prose)), user)) return because('echo');
	return hangul < MIN_SYLLABLES ? because('not-korean') : { meaningful: true };
}

const MIN_SYLLABLES = 4;
const ECHO_SIMILARITY = 0.8;

/** Behind words that are quoted: '...'라고 하셨군요. */
const REPORTED = /^이?라고(?:말씀)?하(?:셨|신)[가-힣]{0,4}/;

const REQUEST = /(?:주세요|줘요?|줄래요?|주라|주시겠어요|부탁(?:해요?|드려요|드립니다|합니다))$/;

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}

/** Both in compact form. */
function isEcho(said: string, user: string): boolean {
	if (said === '' || user === '') return false;
	if (user.includes(said) || similarity(said, user) >= ECHO_SIMILARITY) return true;
	// A request is never the model's own: '기록해주세요' repeats '기록해줘', however polite.
	if (REQUEST.test(said) && similarity(said.replace(REQUEST, ''), user.replace(REQUEST, '')) >= ECHO_SIMILARITY)
		return true;
	if (!said.includes(user)) return false;
	return countHangulSyllables(said.replaceAll(user, '').replace(REPORTED, '')) < MIN_SYLLABLES;
}
