/** A run of Hangul syllables in a text, with what stands around it. Offsets are UTF-16 units. */
export interface KoreanWord {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** What separates it from the word before it: white space, punctuation, digits, or nothing at the text's start. */
	readonly gap: string;
}

/** The Hangul words of a text in NFC, in order. Latin letters, digits and punctuation are gaps. */
export function koreanWords(text: string): readonly KoreanWord[] {
	const words: KoreanWord[] = [];
	let end = 0;
	for (const match of text.matchAll(/[가-힣]+/g)) {
		words.push({
			text: match[0],
			start: match.index,
			end: match.index + match[0].length,
			gap: text.slice(end, match.index),
		});
		end = match.index + match[0].length;
	}
	return words;
}
