import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';
import type { Repair } from '../model/generation.ts';

const MAX_DEPTH = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y;
const BARE_KEY = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const SPACE = /[ \t\r\n]*/y;
const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

/** What stands at the beginning of a text, how long it is, and what had to be forgiven to read it. */
export interface TaggedArguments {
	readonly value: JsonObject;
	readonly length: number;
	readonly repairs: readonly Repair[];
}

/**
 * Reads `{k:<Q>v<Q>,n:1,b:true,l:[<Q>x<Q>],o:{a:1}}` where `<Q>` is the family's quote token. White space outside
 * strings does not matter. Forgiven, each by name: strings in raw quotes, quoted keys, a second pair of braces.
 * Undefined when it cannot be read.
 */
export function readTaggedArguments(text: string, quote: string): TaggedArguments | undefined {
	const reader = new TaggedReader(text, quote);
	const value = reader.arguments();
	return value === undefined ? undefined : { value, length: reader.at, repairs: reader.repairs() };
}

/** Writes a value the way the family's template does: keys sorted, strings between quote tokens. */
export function writeTaggedValue(value: JsonValue, quote: string): string {
	if (typeof value === 'string') return `${quote}${value}${quote}`;
	if (Array.isArray(value)) return `[${value.map((item) => writeTaggedValue(item, quote)).join(',')}]`;
	if (isJsonObject(value)) {
		const entries = Object.keys(value).sort();
		return `{${entries.map((key) => `${key}:${writeTaggedValue(value[key] as JsonValue, quote)}`).join(',')}}`;
	}
	return JSON.stringify(value);
}

class TaggedReader {
	at = 0;
	readonly #text: string;
	readonly #quote: string;
	#rawQuotes = false;
	#quotedKeys = false;

	constructor(text: string, quote: string) {
		this.#text = text;
		this.#quote = quote;
	}

	repairs(): readonly Repair[] {
		if (this.#quotedKeys) return ['json-arguments'];
		return this.#rawQuotes ? ['raw-quotes'] : [];
	}

	arguments(): JsonObject | undefined {
		const start = this.at;
		if (!this.#takes('{')) return undefined;
		this.#space();
		if (this.#text[this.at] !== '{') {
			this.at = start;
			return this.#object(0);
		}
		this.#quotedKeys = true;
		const inner = this.#object(0);
		this.#space();
		return inner !== undefined && this.#takes('}') ? inner : undefined;
	}

	#value(depth: number): JsonValue | undefined {
		if (depth > MAX_DEPTH) return undefined;
		const text = this.#string();
		if (text !== undefined) return text;
		if (this.#text[this.at] === '{') return this.#object(depth);
		if (this.#text[this.at] === '[') return this.#list(depth);
		const number = this.#takesPattern(NUMBER);
		if (number !== undefined) return Number.isFinite(Number(number)) ? Number(number) : undefined;
		const word = this.#takesPattern(BARE_KEY);
		return word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
	}

	#object(depth: number): JsonObject | undefined {
		const object: MutableJsonObject = {};
		const complete = this.#items('{', '}', () => {
			const key = this.#key();
			this.#space();
			if (key === undefined || !this.#takes(':')) return false;
			this.#space();
			const value = this.#value(depth + 1);
			if (value === undefined) return false;
			setOwn(object, key, value);
			return true;
		});
		return complete ? object : undefined;
	}

	#list(depth: number): JsonValue | undefined {
		const list: JsonValue[] = [];
		const complete = this.#items('[', ']', () => {
			const value = this.#value(depth + 1);
			if (value === undefined) return false;
			list.push(value);
			return true;
		});
		return complete ? list : undefined;
	}

	#items(open: string, close: string, item: () => boolean): boolean {
		if (!this.#takes(open)) return false;
		this.#space();
		if (this.#takes(close)) return true;
		for (;;) {
			this.#space();
			if (!item()) return false;
			this.#space();
			if (this.#takes(close)) return true;
			if (!this.#takes(',')) return false;
		}
	}

	#key(): string | undefined {
		const bare = this.#takesPattern(BARE_KEY);
		if (bare !== undefined) return bare;
		this.#quotedKeys = true;
		return this.#string();
	}

	#string(): string | undefined {
		if (this.#takes(this.#quote)) {
			const end = this.#text.indexOf(this.#quote, this.at);
			if (end === -1) return undefined;
			const content = this.#text.slice(this.at, end);
			this.at = end + this.#quote.length;
			return content;
		}
		const mark = this.#text[this.at];
		if (mark !== '"' && mark !== "'") return undefined;
		this.#rawQuotes = true;
		return this.#rawString(mark);
	}

	#rawString(mark: string): string | undefined {
		let content = '';
		for (let at = this.at + 1; at < this.#text.length; at++) {
			const character = this.#text[at] ?? '';
			if (character === mark) {
				this.at = at + 1;
				return content;
			}
			if (character !== '\\') {
				content += character;
				continue;
			}
			const escaped = readEscape(this.#text, at);
			content += escaped.character;
			at += escaped.length - 1;
		}
		return undefined;
	}

	#takes(literal: string): boolean {
		if (!this.#text.startsWith(literal, this.at)) return false;
		this.at += literal.length;
		return true;
	}

	#takesPattern(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.#text)?.[0];
		if (match !== undefined) this.at += match.length;
		return match;
	}

	#space(): void {
		this.#takesPattern(SPACE);
	}
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** One escape of JSON or Python at a backslash: `\n`, `\u00e9`, `\"`. An unknown one stands for its character. */
export function readEscape(text: string, at: number): { readonly character: string; readonly length: number } {
	const letter = text[at + 1] ?? '';
	const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))?.[0];
	if (letter === 'u' && code !== undefined) {
		return { character: String.fromCharCode(Number.parseInt(code, 16)), length: 6 };
	}
	return { character: ESCAPES[letter] ?? letter, length: 2 };
}
