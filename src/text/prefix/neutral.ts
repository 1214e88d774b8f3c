import { readRules } from '../rules.ts';
import { compactText, normalizeText } from '../text.ts';
import { isGarbled } from './broken.ts';
import type { PrefixEmptiness as KoreanEmptiness } from './korean.ts';
import leaks from './leaks.rules.json' with { type: 'json' };
import { removeMarkup } from './markup.ts';

const LEAKS = readRules(leaks);

import { similarity } from './sentence.ts';

/** Why a text before a tool call says nothing worth keeping, in the rules of any language. */
export type PrefixEmptiness = KoreanEmptiness | 'not-english' | 'wordless';

/**
 * Whether a rule could have judged a text with this reason either way. Every other reason is known to hold nothing worth
 * keeping: no call, blank, leaked thinking, markup, degenerate, another language.
 */
export function isSoft(reason: string | undefined): boolean {
	return reason === 'filler' || reason === 'bare-announcement' || reason === 'echo';
}

/** What the rules of a language say of a prefix. */
export type PrefixMeaning =
	| { readonly meaningful: true }
	| { readonly meaningful: false; readonly reason: PrefixEmptiness };

/**
 * Whether a prefix says something, as far as that is known without knowing its language. The first of these that
 * applies is the reason why not; an acknowledgement is none of them, for that takes a list of words.
 *
 * - `empty`: nothing but white space;
 * - `degenerate`: replacement characters inside of words;
 * - `markup`: calls, JSON, code or tags, and fewer than four letters beside them;
 * - `echo`: the user's own words: equal to them or a part of them after dropping spaces and punctuation, at least 0.8
 *   similar, or all of them with fewer than four letters or digits more;
 * - `wordless`: no letter at all.
 */
export function classifyNeutralPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	if (isGarbled(text)) return because('degenerate');
	if (LEAKS.jsonThought.test(text) || LEAKS.roleWord.test(text)) return because('markup');
	const prose = readProse(text);
	if (prose.hadMarkup && prose.letters < FEW_LETTERS) return because('markup');
	if (isEcho(compactText(prose.text), compactText(userText), FEW_LETTERS)) return because('echo');
	return prose.letters === 0 ? because('wordless') : { meaningful: true };
}

/** In a script of syllables or words this is a word already; in an alphabet it is less than one. */
const FEW_LETTERS = 4;

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}

/**
 * Whether a text only repeats the user's: it is equal to it or a part of it, at least 0.8 similar, or all of it with
 * fewer than `few` letters or digits more. Both as in `compactText`.
 */
export function isEcho(said: string, user: string, few: number): boolean {
	if (said === '' || user === '') return false;
	if (user.includes(said) || similarity(said, user) >= ECHO_SIMILARITY) return true;
	return said.includes(user) && said.replaceAll(user, '').length < few;
}

const ECHO_SIMILARITY = 0.8;

/** What of a model's text is there to be read by a person. */
interface Prose {
	readonly text: string;
	/** Whether letters or digits of the model's text were markup, or all of it was. */
	readonly hadMarkup: boolean;
	/** In `text`, of any script. */
	readonly letters: number;
}

/** Takes markup from a text. */
export function readProse(text: string): Prose {
	const prose = normalizeText(removeMarkup(text));
	return {
		text: prose,
		hadMarkup: prose === '' || compactText(prose) !== compactText(text),
		letters: prose.match(/\p{L}/gu)?.length ?? 0,
	};
}
