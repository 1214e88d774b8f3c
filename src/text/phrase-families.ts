/** Texts that a rule gave one answer: that of a call, or those of a prompt over its repeats. */
export interface Phrased {
	readonly answer: string;
	readonly texts: readonly { readonly text: string; readonly user: string }[];
}

/**
 * The family of each text, numbered by first appearance. A family is one phrase, whatever object it has: a text joins the first
 * family of its answer whose first text it equals, or with which it shares more than half of the words that are neither
 * numbers nor the user's. A rule that misjudges a phrase does so as often as the phrase is said.
 */
export function phraseFamilies(phrased: readonly Phrased[]): readonly number[] {
	const firsts: { readonly answer: string; readonly frame: ReadonlySet<string> }[] = [];
	const known = new Map<string, number>();
	return phrased.map(({ answer, texts }) => {
		const key = JSON.stringify([answer, ...new Set(texts.map(({ text }) => text).sort())]);
		const frame = new Set(texts.flatMap(({ text, user }) => frameOf(text, user)));
		const before = known.get(key) ?? firsts.findIndex((one) => one.answer === answer && isAlike(one.frame, frame));
		const family = before < 0 ? firsts.push({ answer, frame }) - 1 : before;
		known.set(key, family);
		return family;
	});
}

/** The words of a text without numbers and the user's words. */
function frameOf(text: string, user: string): readonly string[] {
	const users = new Set(wordsOf(user).map(stemOf));
	return wordsOf(text).filter((word) => !/\p{N}/u.test(word) && !users.has(stemOf(word)));
}

function wordsOf(text: string): readonly string[] {
	return (
		text
			.normalize('NFC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

function stemOf(word: string): string {
	return word.slice(0, /[가-힣]/u.test(word) ? 2 : 4);
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	const shared = [...other].filter((word) => one.has(word)).length;
	return shared === one.size + other.size - shared || 2 * shared > one.size + other.size - shared;
}
