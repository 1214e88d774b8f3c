import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject } from '../../base/json.ts';
import { assign, isRounded, type Loss } from '../../base/json-loss.ts';
import type { Repair } from '../../model/generation.ts';

/** Levels that a call's arguments may nest, in every dialect: deeper ones are malformed. */
export const MAX_ARGUMENT_DEPTH = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y;
const BARE_KEY = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
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
	const reader = new TaggedReader(new TextCursor(text), quote);
	const value = reader.arguments();
	return value && { value, length: reader.cursor.at, repairs: reader.repairs() };
}

/** Writes a value the way the family's template does: keys sorted, strings between quote tokens. */
export function writeTaggedValue(value: JsonValue, quote: string): string {
	if (typeof value === 'string') return `${quote}${value}${quote}`;
	if (Array.isArray(value)) return `[${value.map((item) => writeTaggedValue(item, quote)).join(',')}]`;
	if (isJsonObject(value)) {
		const entries = sortedKeys(value).map((key) => `${key}:${writeTaggedValue(value[key] as JsonValue, quote)}`);
		return `{${entries.join(',')}}`;
	}
	return typeof value === 'number' ? pythonNumber(value) : JSON.stringify(value);
}

/** Keys in the order of Jinja's `dictsort`, which does not look at case. */
export function sortedKeys(value: JsonObject): readonly string[] {
	return Object.keys(value).sort((one, two) => {
		const [first, second] = [one.toLowerCase(), two.toLowerCase()];
		return first < second ? -1 : first > second ? 1 : 0;
	});
}

class TaggedReader {
	readonly cursor: TextCursor;
	readonly #quote: string;
	#rawQuotes = false;
	#quotedKeys = false;
	readonly #losses = new Set<Loss>();

	constructor(cursor: TextCursor, quote: string) {
		this.cursor = cursor;
		this.#quote = quote;
	}

	repairs(): readonly Repair[] {
		if (this.#quotedKeys) return ['json-arguments', ...this.#losses];
		return [...(this.#rawQuotes ? (['raw-quotes'] as const) : []), ...this.#losses];
	}

	arguments(): JsonObject | undefined {
		const { cursor } = this;
		if (!/^\{\s{0,16}\{/.test(cursor.text)) return this.#object(0);
		this.#quotedKeys = true;
		cursor.takes('{');
		cursor.space();
		const inner = this.#object(0);
		cursor.space();
		return inner !== undefined && cursor.takes('}') ? inner : undefined;
	}

	#value(depth: number): JsonValue | undefined {
		const { cursor } = this;
		if (depth > MAX_ARGUMENT_DEPTH) return undefined;
		if (cursor.next === '{') return this.#object(depth);
		if (cursor.next === '[') return this.#list(depth);
		if (this.#atString()) return this.#string();
		const number = cursor.number(NUMBER, this.#losses);
		if (number !== undefined) return number;
		const word = cursor.pattern(BARE_KEY);
		return word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
	}

	#object(depth: number): JsonObject | undefined {
		const { cursor } = this;
		const object: MutableJsonObject = {};
		const item = (): boolean => {
			const key = this.#key();
			cursor.space();
			if (key === undefined || !cursor.takes(':')) return false;
			cursor.space();
			const value = this.#value(depth + 1);
			if (value !== undefined) assign(object, key, value, this.#losses);
			return value !== undefined;
		};
		return cursor.takes('{') && cursor.items('}', item, false) ? object : undefined;
	}

	#list(depth: number): JsonValue | undefined {
		const list: JsonValue[] = [];
		const item = (): boolean => {
			const value = this.#value(depth + 1);
			if (value !== undefined) list.push(value);
			return value !== undefined;
		};
		return this.cursor.takes('[') && this.cursor.items(']', item, false) ? list : undefined;
	}

	#key(): string | undefined {
		const bare = this.cursor.pattern(BARE_KEY);
		if (bare !== undefined) return bare;
		this.#quotedKeys = true;
		return this.#string();
	}

	#atString(): boolean {
		const { next, text, at } = this.cursor;
		return next === '"' || next === "'" || text.startsWith(this.#quote, at);
	}

	#string(): string | undefined {
		const { cursor } = this;
		if (cursor.takes(this.#quote)) {
			const end = cursor.text.indexOf(this.#quote, cursor.at);
			if (end === -1) return undefined;
			const content = cursor.text.slice(cursor.at, end);
			cursor.at = end + this.#quote.length;
			return content;
		}
		if (cursor.next !== '"' && cursor.next !== "'") return undefined;
		this.#rawQuotes = true;
		return cursor.quoted(cursor.next);
	}
}

/**
 * A number of JSON as Python prints it, for that is what renders the templates that models are trained with: `1e-07`
 * for `1e-7`, `5e-05` for `0.00005`. What JSON writes without point and exponent is an integer there.
 */
export function pythonNumber(value: number): string {
	const written = JSON.stringify(value);
	if (!/[.e]/.test(written)) return written;
	const small = value !== 0 && Math.abs(value) < 1e-4;
	const exponential = small ? value.toExponential() : written;
	return exponential.replace(/e([+-])(\d)$/, 'e$10$2');
}

const SPACE = /[ \t\r\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A place in a text, and the ways to read on from it. Patterns must be sticky. */
export class TextCursor {
	at = 0;
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	get next(): string {
		return this.text[this.at] ?? '';
	}

	takes(literal: string): boolean {
		if (!this.text.startsWith(literal, this.at)) return false;
		this.at += literal.length;
		return true;
	}

	pattern(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.text)?.[0];
		if (match !== undefined) this.at += match.length;
		return match;
	}

	space(): void {
		this.pattern(SPACE);
	}

	/** A number as JSON writes it; undefined, also for one that is not finite. One that no double holds is noted in `losses`. */
	number(pattern: RegExp, losses: { add(loss: Loss): unknown }): number | undefined {
		const written = this.pattern(pattern);
		if (written === undefined || !Number.isFinite(Number(written))) return undefined;
		if (isRounded(written)) losses.add('rounded-number');
		return Number(written);
	}

	/**
	 * A string between these marks; undefined when it does not end. Where one backslash escapes nothing that JSON or
	 * Python knows (`'\s+'`, `"C:\users"`), none in the string is an escape but those before a mark.
	 */
	quoted(mark: string): string | undefined {
		let [content, literal, known] = ['', '', true];
		for (let at = this.at + 1; at < this.text.length; at++) {
			const character = this.text[at] ?? '';
			if (character === mark) {
				this.at = at + 1;
				return known ? content : literal;
			}
			if (character !== '\\') {
				content += character;
				literal += character;
				continue;
			}
			const escaped = readEscape(this.text, at);
			content += escaped.character;
			literal += this.text[at + 1] === mark ? mark : this.text.slice(at, at + escaped.length);
			known &&= escaped.known;
			at += escaped.length - 1;
		}
		return undefined;
	}

	/** Items up to the closing literal, commas between them and, where allowed, after the last. */
	items(close: string, item: () => boolean, trailingComma: boolean): boolean {
		this.space();
		if (this.takes(close)) return true;
		for (;;) {
			this.space();
			if (!item()) return false;
			this.space();
			if (this.takes(close)) return true;
			if (!this.takes(',')) return false;
			this.space();
			if (trailingComma && this.takes(close)) return true;
		}
	}
}

/** One escape of JSON or Python at a backslash: `\n`, `\u00e9`, `\"`. Before a sign it stands for the sign. */
function readEscape(
	text: string,
	at: number,
): { readonly character: string; readonly length: number; readonly known: boolean } {
	const letter = text[at + 1] ?? '';
	const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))?.[0];
	if (letter === 'u' && code !== undefined) {
		return { character: String.fromCharCode(Number.parseInt(code, 16)), length: 6, known: true };
	}
	const known = Object.hasOwn(ESCAPES, letter) || !/[\p{L}\p{N}]/u.test(letter);
	return { character: ESCAPES[letter] ?? letter, length: 2, known };
}
