/** What of the model is needed to turn tokens into text. */
export interface Detokenizer {
	/** Text of the tokens in a row, special tokens visible; U+FFFD for bytes that are no character (yet). */
	detokenize(tokens: readonly number[]): string;
	/** A token that stands for ordinary text, before which no tokenizer strips a space. */
	readonly anchor: number;
	/** A token as its vocabulary spells it, spaces as `▁`; undefined where that cannot be asked. */
	spelling?(token: number): string | undefined;
}

/** A character has at most four bytes, and a token at least one. */
const MAX_UNFINISHED = 4;
const REPLACEMENT = '\uFFFD';

/** Text of tokens by themselves, remembered for all generations of a model. */
export class TokenTexts {
	readonly #detokenizer: Detokenizer;
	readonly #anchorText: string;
	readonly #known = new Map<number, string>();

	constructor(detokenizer: Detokenizer) {
		this.#detokenizer = detokenizer;
		this.#anchorText = detokenizer.detokenize([detokenizer.anchor]);
	}

	of(token: number): string {
		const known = this.#known.get(token);
		if (known !== undefined) return known;
		const text = withSpaces(this.ofAll([token]), this.#detokenizer.spelling?.(token));
		this.#known.set(token, text);
		return text;
	}

	ofAll(tokens: readonly number[]): string {
		const { anchor } = this.#detokenizer;
		return this.#detokenizer.detokenize([anchor, ...tokens]).slice(this.#anchorText.length);
	}
}

/**
 * llama.cpp takes a space before `?`, `!`, `.`, `,` and some apostrophes away when it joins tokens of a byte-pair
 * vocabulary, as Gemma 4's is (`clean_spaces` in llama-vocab.cpp, v0.5.0): a token of both would lose what the model wrote.
 */
function withSpaces(text: string, spelling: string | undefined): string {
	const spelled = spelling?.replaceAll('▁', ' ');
	return spelled !== undefined && spelled.replaceAll(' ', '') === text.replaceAll(' ', '') ? spelled : text;
}

/** Turns one generation's tokens into text, one by one; a token that leaves a character unfinished gives ''. */
export class TokenTextStream {
	readonly #texts: TokenTexts;
	#unfinished: number[] = [];

	constructor(texts: TokenTexts) {
		this.#texts = texts;
	}

	/** True when bytes of a character are waiting for the rest of it. */
	get isUnfinished(): boolean {
		return this.#unfinished.length > 0;
	}

	push(token: number): string {
		if (this.#unfinished.length === 0) {
			const text = this.#texts.of(token);
			if (!text.endsWith(REPLACEMENT)) return text;
		}
		this.#unfinished.push(token);
		const text = this.#texts.ofAll(this.#unfinished);
		if (text.endsWith(REPLACEMENT) && this.#unfinished.length < MAX_UNFINISHED) return '';
		this.#unfinished = [];
		return text;
	}

	/** Text of bytes that no token completed. */
	end(): string {
		const rest = this.#unfinished.length === 0 ? '' : this.#texts.ofAll(this.#unfinished);
		this.#unfinished = [];
		return rest;
	}
}
