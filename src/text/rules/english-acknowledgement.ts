import { acknowledgingPhrase, MAX_PHRASE_WORDS } from './english-phrase.ts';
import { englishClauses, englishWords } from './english-word.ts';

/**
 * Whether an English text only acknowledges: Sure, Of course, Got it, One moment, Let me check and their like, in any
 * number and order, with any punctuation and emoji. Checking, looking or helping is filler as long as its object is
 * none or a pronoun; 'Let me look up sleep habits' and 'I'll log that' name an act. A text without words is none.
 */
export function isEnglishAcknowledgement(text: string): boolean {
	if (text.length > 2_000) return false;
	const words = englishWords(text);
	if (words.length === 0 || words.length > MAX_WORDS) return false;
	// reachable[i]: the first i words are acknowledgements, one behind the other.
	const reachable = [true];
	for (let end = 1; end <= words.length; end += 1) {
		let found = false;
		for (let start = Math.max(0, end - MAX_PHRASE_WORDS); start < end && !found; start += 1) {
			found = reachable[start] === true && acknowledgingPhrase.test(words.slice(start, end).join(' '));
		}
		reachable.push(found);
	}
	return reachable[words.length] === true;
}

/** The text without the clauses at its beginning and end that only acknowledge. */
export function withoutEnglishAcknowledgements(text: string): string {
	const clauses = englishClauses(text);
	const start = clauses.findIndex((clause) => !isEnglishAcknowledgement(clause));
	const end = clauses.findLastIndex((clause) => !isEnglishAcknowledgement(clause));
	return start < 0 ? '' : clauses.slice(start, end + 1).join(' ');
}

const MAX_WORDS = 60;
