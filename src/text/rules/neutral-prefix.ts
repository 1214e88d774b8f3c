import { compactText, normalizeText } from '../normalize-text.ts';
import { isGarbled } from '../prefix/garbled.ts';
import { isEcho } from './echo.ts';
import type { PrefixEmptiness, PrefixMeaning } from './meaning.ts';
import { readProse } from './prose.ts';

/**
 * Whether a prefix says something, as far as that can be told without knowing its language. The first of these that
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
