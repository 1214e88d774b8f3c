const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Follows brackets and quotes through a text, character by character; tells where its first value ends. */
export class BracketDepth {
	readonly #lineBreakEndsString: boolean;
	readonly #closers: string[] = [];
	#quote = '';
	#escaped = false;

	/** A Python string does not reach over a line's end; one that a model wrote as JSON sometimes does. */
	constructor(language: 'json' | 'python', opening = '') {
		this.#lineBreakEndsString = language === 'python';
		for (const character of opening) this.take(character);
	}

	get inString(): boolean {
		return this.#quote !== '';
	}

	/** Whether this character, outside a string, would end the first value. */
	endsWith(character: string): boolean {
		return !this.inString && this.#closers.length === 1 && this.#closers[0] === character;
	}

	/** What closes the value where the text breaks off; undefined inside a string. */
	get missing(): string | undefined {
		return this.inString ? undefined : this.#closers.toReversed().join('');
	}

	/** True when this character ends the first value. */
	take(character: string): boolean {
		if (this.#escaped) {
			this.#escaped = false;
		} else if (this.#quote !== '') {
			this.#takeInString(character);
		} else if ((character === '"' || character === "'") && this.#closers.length > 0) {
			this.#quote = character;
		} else if (Object.hasOwn(CLOSERS, character)) {
			this.#closers.push(CLOSERS[character] ?? '');
		} else if (character === '}' || character === ']' || character === ')') {
			return this.#closers.pop() !== undefined && this.#closers.length === 0;
		}
		return false;
	}

	#takeInString(character: string): void {
		if (character === '\\') this.#escaped = true;
		else if (character === this.#quote || (character === '\n' && this.#lineBreakEndsString)) this.#quote = '';
	}
}
