import type { JsonObject, JsonValue, MutableJsonObject } from '../json/json-value.ts';
import { assign, type Loss } from '../json/read-losses.ts';
import type { Repair } from '../model/generation.ts';
import { MAX_ARGUMENT_DEPTH } from './syntax/arguments/tagged-arguments.ts';
import { TextCursor } from './syntax/arguments/text-cursor.ts';
import { isCallName, type ListedCall } from './syntax/call-list.ts';

const NUMBER = /[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const KEYWORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** What other prompts put before each tool's name. A tool's own name may have a point as well. */
const NAMESPACE = /^(?:default_api|functions)\./u;
const WORDS: Readonly<Record<string, JsonValue>> = { True: true, False: false, None: null };
const JSON_WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

export interface PythonicCalls {
	readonly calls: readonly ListedCall[];
	/** Where the last call, or the list, ends in the text. */
	readonly length: number;
	readonly repairs: readonly Repair[];
}

/**
 * Reads `f(k="v", n=1, b=True)` at the beginning of a text, several one behind the other, or `[f(a=1), g()]`. Forgiven,
 * each by name: a call inside `print(...)`, `default_api.` before the name, JSON's own words for True, False and None, a list that breaks off.
 * What begins like a call and is none is told as such; undefined when nothing begins like one.
 */
export function readPythonicCalls(text: string): PythonicCalls | undefined {
	const cursor = new TextCursor(text);
	cursor.space();
	const list = cursor.takes('[');
	const calls: ListedCall[] = [];
	let length = cursor.at;
	for (;;) {
		cursor.space();
		if (list && cursor.takes(']')) return told(calls, cursor.at, []);
		const call = cursor.next === '' ? undefined : new PythonicReader(cursor).call();
		if (call === undefined) {
			const breaksOff = list && cursor.next === '';
			if (list && !breaksOff) calls.push({ end: text.length, reason: 'bad-arguments' });
			return told(calls, length, breaksOff ? ['missing-closer'] : []);
		}
		length = cursor.at;
		calls.push({ ...call, end: length });
		if ('reason' in call) return told(calls, text.length, []);
		cursor.space();
		cursor.takes(list ? ',' : ';');
	}
}

function told(calls: readonly ListedCall[], length: number, repairs: readonly Repair[]): PythonicCalls | undefined {
	return calls.length === 0 ? undefined : { calls, length, repairs };
}

class PythonicReader {
	readonly #cursor: TextCursor;
	#jsonWords = false;
	#positional = false;
	readonly #losses = new Set<Loss>();

	constructor(cursor: TextCursor) {
		this.#cursor = cursor;
	}

	/** Moves on only when something begins like a call. */
	call(): WithoutEnd | undefined {
		const cursor = this.#cursor;
		const start = cursor.at;
		const name = cursor.pattern(NAME);
		cursor.space();
		if (name === undefined || !cursor.takes('(')) {
			cursor.at = start;
			return undefined;
		}
		const printed = name === 'print' ? this.#printed() : undefined;
		if (printed !== undefined) return printed;
		if (!isCallName(name)) return { reason: 'bad-name' };
		const args = this.#arguments();
		if (args === undefined) return { reason: this.#positional ? 'positional-arguments' : 'bad-arguments' };
		const own = name.replace(NAMESPACE, '');
		const repairs: Repair[] = [...(own === name ? [] : ['namespace' as const])];
		if (this.#jsonWords) repairs.push('json-arguments');
		repairs.push(...this.#losses);
		return { name: own, arguments: args, repairs };
	}

	/** `print(f(a=1))`, as older Gemma prompts showed calls; one with values alone is what it is without `print` too. */
	#printed(): WithoutEnd | undefined {
		const cursor = this.#cursor;
		const start = cursor.at;
		cursor.space();
		const inner = new PythonicReader(cursor).call();
		cursor.space();
		if (inner !== undefined && 'name' in inner && cursor.takes(')')) {
			return { ...inner, repairs: ['malformed-opener', ...inner.repairs] };
		}
		if (inner !== undefined && 'reason' in inner && inner.reason === 'positional-arguments') return inner;
		cursor.at = start;
		return undefined;
	}

	#arguments(): JsonObject | undefined {
		const cursor = this.#cursor;
		const args: MutableJsonObject = {};
		const item = (): boolean => {
			const start = cursor.at;
			const key = cursor.pattern(KEYWORD);
			cursor.space();
			if (key !== undefined && cursor.takes('=')) return this.#assign(args, key, 0);
			cursor.at = start;
			this.#positional = this.#value(0) !== undefined;
			return false;
		};
		return cursor.items(')', item, true) ? args : undefined;
	}

	#value(depth: number): JsonValue | undefined {
		const cursor = this.#cursor;
		if (depth > MAX_ARGUMENT_DEPTH) return undefined;
		if (cursor.next === '"' || cursor.next === "'") return cursor.quoted(cursor.next);
		if (cursor.takes('[')) return this.#list(depth);
		if (cursor.takes('{')) return this.#dict(depth);
		const number = cursor.number(NUMBER, this.#losses);
		if (number !== undefined) return number;
		const word = cursor.pattern(KEYWORD);
		if (word === undefined) return undefined;
		if (Object.hasOwn(WORDS, word)) return WORDS[word];
		this.#jsonWords = true;
		return Object.hasOwn(JSON_WORDS, word) ? JSON_WORDS[word] : undefined;
	}

	#list(depth: number): JsonValue | undefined {
		const list: JsonValue[] = [];
		const item = (): boolean => {
			const value = this.#value(depth + 1);
			if (value !== undefined) list.push(value);
			return value !== undefined;
		};
		return this.#cursor.items(']', item, true) ? list : undefined;
	}

	#dict(depth: number): JsonValue | undefined {
		const cursor = this.#cursor;
		const dict: MutableJsonObject = {};
		const item = (): boolean => {
			const key = cursor.next === '"' || cursor.next === "'" ? cursor.quoted(cursor.next) : undefined;
			cursor.space();
			return key !== undefined && cursor.takes(':') && this.#assign(dict, key, depth);
		};
		return cursor.items('}', item, true) ? dict : undefined;
	}

	#assign(target: MutableJsonObject, key: string, depth: number): boolean {
		this.#cursor.space();
		const value = this.#value(depth + 1);
		if (value !== undefined) assign(target, key, value, this.#losses);
		return value !== undefined;
	}
}

type WithoutEnd =
	| { readonly name: string; readonly arguments: JsonObject; readonly repairs: readonly Repair[] }
	| { readonly reason: 'bad-arguments' | 'positional-arguments' | 'bad-name' };
