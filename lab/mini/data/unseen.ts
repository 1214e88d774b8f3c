import { compactText } from '../../../src/text/text.ts';

/** Sentences that the model must not have seen: equal but for spaces, punctuation and case counts as seen. */
export class UnseenSentences {
	readonly #compact: ReadonlySet<string>;

	constructor(sentences: readonly string[]) {
		// Emoji alone leave nothing to compare; such a text is compared as it is.
		this.#compact = new Set(sentences.map(keyOf));
	}

	has(sentence: string): boolean {
		return this.#compact.has(keyOf(sentence));
	}
}

function keyOf(sentence: string): string {
	return compactText(sentence) || sentence.normalize('NFC').trim();
}
