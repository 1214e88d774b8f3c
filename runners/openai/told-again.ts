import { contradictoryAnswer } from './wire/unread-answer.ts';

/**
 * The text of one answer as it is streamed, held against servers that tell it again: all so far in each piece, or the whole
 * once more at the end. Read as pieces, a model would stammer that did not.
 */
export class StreamedText {
	readonly #source: string;
	#text = '';
	#last = '';
	#count = 0;
	#isSoFar = true;

	constructor(source: string) {
		this.#source = source;
	}

	/** The next piece. Throws EngineError (`contradictory`) for one that tells what was told before. */
	add(piece: string): void {
		const isSoFar = this.#isSoFar && piece.length > this.#last.length && piece.startsWith(this.#last);
		// A model that says a short word twice is none: the rest of a token would not stand behind it in one piece.
		const known = this.#count === 1 ? this.#last : piece;
		const isWhole = this.#count > 1 && piece.startsWith(this.#text);
		if ((isWhole || (isSoFar && this.#count > 0)) && letters(known) >= LEAST_LETTERS)
			throw contradictoryAnswer(`${this.#source}: the server tells again, in one piece, what it told in others before`);
		this.#isSoFar = isSoFar || this.#count === 0;
		this.#text += piece;
		this.#last = piece;
		this.#count += 1;
	}
}

/** Laughter and ellipses repeat fewer: ㅋㅋ, haha. */
const LEAST_LETTERS = 3;

function letters(text: string): number {
	return new Set(text.match(/\p{L}/gu)).size;
}
