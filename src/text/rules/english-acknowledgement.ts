import { isGenericWord } from './english-generic-word.ts';
import { englishClauses, englishWords } from './english-word.ts';

/**
 * Whether an English text only acknowledges, praises, comforts, waits or offers: it has words, and none that not any answer
 * could say. Checking, looking or helping counts as long as nothing is named that is looked for: 'Let me look up sleep
 * habits' and 'I'll log that' name an act. A number says something.
 */
export function isEnglishAcknowledgement(text: string): boolean {
	const clauses = englishClauses(text).map(englishWords);
	return (
		clauses.some((words) => words.length > 0) &&
		clauses.every((words) => words.every((word, index) => isGenericWord(word, words[index - 1])))
	);
}

/** The text without the clauses at its beginning and end that only acknowledge. */
export function withoutEnglishAcknowledgements(text: string): string {
	const clauses = englishClauses(text);
	const start = clauses.findIndex((clause) => !isEnglishAcknowledgement(clause));
	const end = clauses.findLastIndex((clause) => !isEnglishAcknowledgement(clause));
	return start < 0 ? '' : clauses.slice(start, end + 1).join(' ');
}
