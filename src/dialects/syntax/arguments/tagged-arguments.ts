import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject } from '../../../json/json-value.ts';
import { assign, type Loss } from '../../../json/read-losses.ts';
import type { Repair } from '../../../model/generation.ts';
import { pythonNumber } from './python-number.ts';
import { TextCursor } from './text-cursor.ts';

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
