/** Texts that a rule gave one answer: that of a call, or those of a prompt over its repeats. */
interface Phrased {
	readonly answer: string;
	readonly texts: readonly { readonly text: string; readonly user: string }[];
}

/**
 * The family of each text, numbered by first appearance. A family is one phrase, whatever object it has: a text joins the first
 * family of its answer whose first text it equals, or with which it shares more than half of the words that are neither
 * numbers nor the user's. A rule that misjudges a phrase does so as often as the phrase is said.
 */
export function phraseFamilies(phrased: readonly Phrased[]): readonly number[] {
	const sizes: number[] = [];
	// Families by a word of their first text, so that thousands of texts are compared with those alone that share one.
	const byWord = new Map<string, number[]>();
	const shared = new Uint32Array(phrased.length);
	const known = new Map<string, number>();
	return phrased.map(({ answer, texts }) => {
		const key = JSON.stringify([answer, ...new Set(texts.map(({ text }) => text).sort())]);
		const frame = new Set(texts.flatMap(({ text, user }) => frameOf(text, user)));
		// A frame without a word is alike to another such.
		const words = frame.size === 0 ? [answer] : Array.from(frame, (word) => `${answer} ${word}`);
		const near = words.flatMap((word) => byWord.get(word) ?? []);
		for (const family of near) shared[family] = (shared[family] ?? 0) + 1;
		const alike = near.filter((family) => 3 * (shared[family] ?? 0) > (sizes[family] ?? 0) + words.length);
		const before = known.get(key) ?? alike.reduce((first, family) => Math.min(first, family), sizes.length);
		for (const family of near) shared[family] = 0;
		if (before === sizes.length) {
			sizes.push(words.length);
			for (const word of words) (byWord.get(word) ?? byWord.set(word, []).get(word))?.push(before);
		}
		known.set(key, before);
		return before;
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
