import type { JsonObject, JsonValue, MutableJsonObject } from '../../base/json.ts';
import { assign, isRounded } from '../../base/json-loss.ts';
import type { MalformedReason, Repair } from '../../model/generation.ts';
import { isSpace } from './region.ts';
import { MAX_ARGUMENT_DEPTH, type TaggedArguments, TextCursor } from './tagged-arguments.ts';

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };
const PYTHON_WORDS: Readonly<Record<string, JsonValue>> = { True: true, False: false, None: null };
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
/** `108.`, `.5` and `+3`; `007` is no number, for nothing says that it counts something. */
const LOOSE_NUMBER = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** What a value that nothing quotes stands for, and what had to be forgiven: any text is a string at least. */
function readBareValue(word: string): { readonly value: JsonValue; readonly repair?: Repair } {
	if (Object.hasOwn(WORDS, word)) return { value: WORDS[word] as JsonValue };
	if (Object.hasOwn(PYTHON_WORDS, word)) return { value: PYTHON_WORDS[word] as JsonValue, repair: 'python-arguments' };
	if (LOOSE_NUMBER.test(word) && Number.isFinite(Number(word))) {
		const value = Number(word);
		return JSON_NUMBER.test(word) ? { value } : { value, repair: 'loose-number' };
	}
	return { value: word, repair: word === '' ? 'empty-value' : 'unquoted-string' };
}

/** By what opens them. */
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
/** A key without quotes, as the source of a regular expression. */
const KEY: string = String.raw`[^\s:=,{}\[\]()<>"'][^:=,{}\[\]()<>"'\n]{0,63}`;
const NEXT_KEY = new RegExp(String.raw`,\s{0,16}(?:${KEY}|"[^"\n]{1,64}")\s{0,4}[:=]`, 'uy');
/** Only a comma, a closing bracket or the end can follow. */
const STRUCTURE = /\s*(?:[,}\])]|$)/y;
const LATIN = String.raw`[A-Za-z_]\w{0,63}\s{0,4}[:=](?!\/)`;
/** The next key where its comma is missing: one of Latin letters, or what opens a value shows that it is one. */
const PAIR = new RegExp(
	String.raw`\s{0,16}(?:${LATIN}|(?:${KEY}|"[^"\n]{1,64}")\s{0,4}[:=]\s{0,4}(?:["'{[<]|[-+.]?\d|(?:true|false|null)\b))`,
	'uy',
);
const VALUE_END = new RegExp(`${STRUCTURE.source}|${PAIR.source}`, 'uy');
/** The same in a value that nothing quotes, where a colon may be the text's. */
const LATIN_KEY = new RegExp(String.raw`\s{1,16}${LATIN}(?<quoted>\s{0,4}["'{[<])?`, 'uy');

/**
 * Where a value that nothing quotes ends: at the quote token, a bracket of those that are `open` (their closers,
 * outermost first), the next key or the list's next item. Undefined where the text breaks off before.
 */
function bareEnd(
	{ text, at: start }: TextCursor,
	quote: string,
	{ open, closed }: { readonly open: readonly string[]; readonly closed: boolean },
): number | undefined {
	const inList = open.at(-1) === ']';
	const inside: string[] = [];
	for (let at = start; at < text.length; at++) {
		const character = text[at] ?? '';
		if (text.startsWith(quote, at)) return at;
		if (character === inside.at(-1)) inside.pop();
		else if (open.includes(character)) return at;
		else if (Object.hasOwn(CLOSERS, character)) inside.push(CLOSERS[character] ?? '');
		else if (character === ',' && (inList || stands(NEXT_KEY, text, at) || stands(STRUCTURE, text, at + 1))) return at;
		else if (!inList && inside.length === 0 && isSpace(character) && lacksComma(text, start, at)) return at;
	}
	return closed ? text.length : undefined;
}

/** Whether a key follows the value that stands between these places: a number, a word, or a text in other letters than the key's. */
function lacksComma(text: string, start: number, at: number): boolean {
	const key = stands(LATIN_KEY, text, at);
	const word = text.slice(start, at).trim();
	if (key === null || word === '') return false;
	return key.groups?.quoted !== undefined || !/[A-Za-z]/u.test(word) || typeof readBareValue(word).value !== 'string';
}

function stands(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/** The text without the brackets that close what is open, outermost first; the whole text where they do not stand there. */
function withoutClosers(text: string, open: readonly string[]): string {
	let content = text;
	for (const closer of open) {
		content = content.trimEnd();
		if (!content.endsWith(closer)) return text;
		content = content.slice(0, -1);
	}
	return content;
}

const REGULAR_KEY = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const BARE_KEY = new RegExp(KEY, 'uy');
/** Before a quote that opens: `,second:`. */
const KEY_BEFORE_QUOTE = new RegExp(String.raw`,\s{0,16}${KEY}\s{0,4}[:=]\s{0,4}$`, 'u');

/**
 * Reads arguments as real models miswrite them: `k=v`, strings without quotes or with one of the two, empty values,
 * keys with spaces, `108.`, a comma too many or too few, Python's brackets and words. Each deviation is named. Where
 * `closed`, the call ended by its own token, so that brackets and quotes it lacks at the end are taken as forgotten; a
 * text that breaks off is not read. The reason where it cannot be read.
 */
export function readLooseArguments(text: string, quote: string, closed: boolean): TaggedArguments | MalformedReason {
	const reader = new LooseReader(new TextCursor(text), quote, closed);
	const value = reader.arguments();
	return value === undefined ? reader.reason : { value, length: reader.cursor.at, repairs: reader.repairs() };
}

class LooseReader {
	readonly cursor: TextCursor;
	readonly #quote: string;
	readonly #closed: boolean;
	readonly #python: boolean;
	readonly #open: string[] = [];
	readonly #repairs = new Set<Repair>();
	reason: MalformedReason = 'bad-arguments';

	constructor(cursor: TextCursor, quote: string, closed: boolean) {
		this.cursor = cursor;
		this.#quote = quote;
		this.#closed = closed;
		this.#python = cursor.next === '(';
		if (this.#python) this.#repairs.add('python-arguments');
	}

	/** What is right in the language that the arguments are written in is no deviation of its own. */
	repairs(): readonly Repair[] {
		const own: readonly Repair[] = this.#repairs.has('python-arguments')
			? ['raw-quotes', 'json-arguments', 'equals-sign', 'trailing-comma']
			: this.#repairs.has('json-arguments')
				? ['raw-quotes']
				: [];
		return [...this.#repairs].filter((repair) => !own.includes(repair));
	}

	arguments(): JsonObject | undefined {
		return this.#object(0);
	}

	#object(depth: number): JsonObject | undefined {
		const object: MutableJsonObject = {};
		const entry = (): boolean => {
			const { cursor } = this;
			const key = this.#key();
			cursor.space();
			if (key === undefined || !this.#separator()) {
				if (this.#python && depth === 0) this.reason = 'positional-arguments';
				return false;
			}
			cursor.space();
			const value = this.#value(depth + 1);
			if (value !== undefined) assign(object, key, value, this.#repairs);
			return value !== undefined;
		};
		return this.#items(entry) ? object : undefined;
	}

	#list(depth: number): JsonValue | undefined {
		const list: JsonValue[] = [];
		const item = (): boolean => {
			const value = this.#value(depth + 1);
			if (value !== undefined) list.push(value);
			return value !== undefined;
		};
		return this.#items(item) ? list : undefined;
	}

	#items(item: () => boolean): boolean {
		const { cursor } = this;
		const close = CLOSERS[cursor.next];
		if (close === undefined) return false;
		cursor.at += 1;
		this.#open.push(close);
		const whole = this.#itemsUpTo(close, item);
		this.#open.pop();
		return whole;
	}

	#itemsUpTo(close: string, item: () => boolean): boolean {
		const { cursor } = this;
		cursor.space();
		if (cursor.takes(close)) return true;
		for (;;) {
			cursor.space();
			if (!item()) return false;
			cursor.space();
			const comma = cursor.takes(',');
			cursor.space();
			if (this.#ends(close)) {
				if (comma) this.#repairs.add('trailing-comma');
				return true;
			}
			if (comma) continue;
			if (close === ']' || stands(PAIR, cursor.text, cursor.at) === null) return false;
			this.#repairs.add('missing-comma');
		}
	}

	#ends(close: string): boolean {
		if (this.cursor.takes(close)) return true;
		if (this.cursor.next !== '' || !this.#closed) return false;
		this.#repairs.add('missing-closer');
		return true;
	}

	#key(): string | undefined {
		const { cursor } = this;
		if (cursor.text.startsWith(this.#quote, cursor.at) || cursor.next === '"' || cursor.next === "'") {
			this.#repairs.add('json-arguments');
			return cursor.takes(this.#quote) ? this.#upTo(this.#quote) : cursor.quoted(cursor.next);
		}
		const key = cursor.pattern(BARE_KEY)?.trim();
		if (key !== undefined && !REGULAR_KEY.test(key)) this.#repairs.add('irregular-key');
		return key;
	}

	#separator(): boolean {
		if (this.cursor.takes(':')) return true;
		if (!this.cursor.takes('=')) return false;
		this.#repairs.add('equals-sign');
		return true;
	}

	#value(depth: number): JsonValue | undefined {
		const { cursor } = this;
		if (depth > MAX_ARGUMENT_DEPTH) return undefined;
		if (cursor.next === '{') return this.#object(depth);
		if (cursor.next === '[') return this.#list(depth);
		if (cursor.takes(this.#quote)) return this.#string();
		if (cursor.next === '"' || cursor.next === "'") {
			const start = cursor.at;
			const content = cursor.quoted(cursor.next);
			if (content !== undefined && this.#rawQuoteEnds()) return content;
			cursor.at = start;
		}
		return this.#bare();
	}

	/** A quote token often stands after a raw quote that already closed the string. */
	#rawQuoteEnds(): boolean {
		const dangling = this.cursor.takes(this.#quote);
		if (stands(VALUE_END, this.cursor.text, this.cursor.at) === null) return false;
		this.#repairs.add('raw-quotes');
		if (dangling) this.#repairs.add('unbalanced-quote');
		return true;
	}

	/** A string after its opening token. A token that no comma or bracket follows does not close it. */
	#string(): string | undefined {
		const { cursor } = this;
		const end = cursor.text.indexOf(this.#quote, cursor.at);
		if (end === -1) return this.#unclosedString();
		if (stands(STRUCTURE, cursor.text, end + this.#quote.length)) return this.#upTo(this.#quote);
		const nextKey = KEY_BEFORE_QUOTE.exec(cursor.text.slice(cursor.at, end));
		if (nextKey === null)
			return stands(PAIR, cursor.text, end + this.#quote.length) ? this.#upTo(this.#quote) : undefined;
		this.#repairs.add('unbalanced-quote');
		const content = cursor.text.slice(cursor.at, cursor.at + nextKey.index);
		cursor.at += nextKey.index;
		return content;
	}

	/** The last string of a call that was closed: the brackets at the end are the call's, not the string's. */
	#unclosedString(): string | undefined {
		if (!this.#closed) {
			this.reason = 'unclosed';
			return undefined;
		}
		const { cursor } = this;
		const content = withoutClosers(cursor.text.slice(cursor.at), this.#open);
		this.#repairs.add('unbalanced-quote');
		cursor.at += content.length;
		return content;
	}

	/** Numbers, words, and strings that nothing quotes, up to the next key, the list's next item or a bracket. */
	#bare(): JsonValue | undefined {
		const { cursor } = this;
		const end = bareEnd(cursor, this.#quote, { open: this.#open, closed: this.#closed });
		if (end === undefined) return undefined;
		const content = cursor.text.slice(cursor.at, end);
		cursor.at = end;
		const word = content.trim();
		if (cursor.takes(this.#quote)) {
			if (!stands(STRUCTURE, cursor.text, cursor.at)) return undefined;
			this.#repairs.add('unbalanced-quote');
			return content;
		}
		const { value, repair } = readBareValue(word);
		if (repair !== undefined) this.#repairs.add(repair);
		if (typeof value === 'number' && isRounded(word)) this.#repairs.add('rounded-number');
		return value;
	}

	#upTo(mark: string): string | undefined {
		const { cursor } = this;
		const end = cursor.text.indexOf(mark, cursor.at);
		if (end === -1) return undefined;
		const content = cursor.text.slice(cursor.at, end);
		cursor.at = end + mark.length;
		return content;
	}
}
