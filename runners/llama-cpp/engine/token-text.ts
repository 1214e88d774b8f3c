import type { Piece } from '../../../src/model/completer.ts';

/** What of the model is needed to turn tokens into text. */
interface Detokenizer {
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

/**
 * Finds stop texts in a stream of pieces, also across pieces, and holds back what may turn out to be one. A token of -1: only
 * part of the token's text.
 */
export class StopScanner {
	readonly #stops: readonly string[];
	readonly #beginnings: ReadonlySet<string>;
	#held: Required<Piece>[] = [];
	#heldText = '';
	#found: string | undefined;

	constructor(stops: readonly string[]) {
		this.#stops = stops.filter((stop) => stop !== '');
		this.#beginnings = new Set(this.#stops.map((stop) => stop.charAt(0)));
	}

	/** The stop text that ended the stream. */
	get found(): string | undefined {
		return this.#found;
	}

	/** Pieces that are known to be output. After a stop text was found there will be no more. */
	push(piece: Required<Piece>): readonly Required<Piece>[] {
		if (this.#held.length === 0 && !this.#mayBegin(piece.text)) return [piece];
		this.#held.push(piece);
		this.#heldText += piece.text;
		const first = this.#firstStop();
		if (first !== undefined) {
			this.#found = first.stop;
			return this.#cutAt(first.at);
		}
		return this.#release(this.#heldText.length - this.#possibleBeginning());
	}

	/** No more pieces will come: what was held back is output after all. */
	end(): readonly Required<Piece>[] {
		const rest = this.#found === undefined ? this.#held : [];
		this.#held = [];
		this.#heldText = '';
		return rest;
	}

	#mayBegin(text: string): boolean {
		for (const character of this.#beginnings) if (text.includes(character)) return true;
		return false;
	}

	#firstStop(): { readonly stop: string; readonly at: number } | undefined {
		let first: { readonly stop: string; readonly at: number } | undefined;
		for (const stop of this.#stops) {
			const at = this.#heldText.indexOf(stop);
			const earlier = first === undefined || at < first.at || (at === first.at && stop.length > first.stop.length);
			if (at !== -1 && earlier) first = { stop, at };
		}
		return first;
	}

	/** Length of the longest end of the held text that some stop text begins with. */
	#possibleBeginning(): number {
		let longest = 0;
		for (const stop of this.#stops) {
			for (let length = Math.min(stop.length - 1, this.#heldText.length); length > longest; length--) {
				if (this.#heldText.endsWith(stop.slice(0, length))) longest = length;
			}
		}
		return longest;
	}

	/** Pieces that end within the first `length` characters. */
	#release(length: number): readonly Required<Piece>[] {
		const released: Required<Piece>[] = [];
		let at = 0;
		for (const piece of this.#held) {
			if (at + piece.text.length > length) break;
			at += piece.text.length;
			released.push(piece);
		}
		this.#held.splice(0, released.length);
		this.#heldText = this.#heldText.slice(at);
		return released;
	}

	/** Everything before the stop text; a piece that reaches into it loses its token. */
	#cutAt(length: number): readonly Required<Piece>[] {
		const released = this.#release(length);
		const rest = length - released.reduce((sum, piece) => sum + piece.text.length, 0);
		const straddling = this.#held[0];
		if (rest <= 0 || straddling === undefined) return released;
		return [...released, { token: -1, text: straddling.text.slice(0, rest), atMs: straddling.atMs }];
	}
}
