import rows from './declined.rules.json' with { type: 'json' };
import { readRules } from './rules.ts';
import { normalizeText } from './text.ts';

const RULES = readRules(rows);

/**
 * The clause in which an answer claims that a declined call was carried out; undefined if none does. It reports the change
 * as done ('추가했어요', "I've added it"), also as a guess ('추가됐을 거예요', 'It should be added now'). A question, an offer,
 * a promise, a refusal, an act of the past, and a search that found something do not. Korean for text with Hangul, else English.
 */
export function claimOfDeclined(answer: string, tool: string): string | undefined {
	const [between, done, denies] = /[가-힣]/u.test(answer) ? KOREAN : ENGLISH;
	const sentences =
		normalizeText(answer)
			.replaceAll('’', "'")
			.match(/[^.!?\n…~]+[.!?\n…~]*/gu) ?? [];
	return sentences
		.filter((sentence) => !sentence.includes('?'))
		.flatMap((sentence) => sentence.split(between))
		.map((clause) => clause.trim())
		.find((clause) => {
			const read =
				UNDOING.test(tool) && !RULES.aboutRequest.test(clause) ? clause.replace(RULES.undone, carriedOut) : clause;
			return done.test(read) && !denies.test(read);
		});
}

/** Tools that undo: there the word that elsewhere means 'not done' says that the call was carried out. */
const UNDOING = /cancel|skip|stop/i;
const carriedOut = (word: string) => (/[a-z]/i.test(word) ? 'completed' : '완료');
const KOREAN = [RULES.koreanBetween, RULES.koreanDone, RULES.koreanDenies] as const;
const ENGLISH = [RULES.englishBetween, RULES.englishDone, RULES.englishDenies] as const;
