import type { JsonObject, JsonValue, MutableJsonObject } from '../../base/json.ts';
import { assign, type Loss } from '../../base/json-loss.ts';
import type { Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';
import { type JsonCalls, readJsonCalls } from './json-call.ts';
import {
	isCallName,
	type ListedCall,
	type Match,
	matchSteps,
	type Region,
	refuseRepairs,
	type Step,
	spansOfCalls,
	type TextBefore,
} from './region.ts';
import { MAX_ARGUMENT_DEPTH, TextCursor } from './tagged-arguments.ts';
import { walkBrackets } from './turns.ts';

const NUMBER = /[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const KEYWORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** What other prompts put before each tool's name. A tool's own name may have a point as well. */
const NAMESPACE = /^(?:default_api|functions)\./u;
const WORDS: Readonly<Record<string, JsonValue>> = { True: true, False: false, None: null };
const JSON_WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

interface PythonicCalls {
	readonly calls: readonly ListedCall[];
	/** Where the last call, or the list, ends in the text. */
	readonly length: number;
	readonly repairs: readonly Repair[];
}

/**
 * Reads `f(k="v", n=1, b=True)` at the beginning of a text, several one after the other, or `[f(a=1), g()]`. Forgiven,
 * each by name: a call inside `print(...)`, `default_api.` before the name, JSON's own words for True, False and None, a list that breaks off.
 * What begins like a call and is none is reported as such; undefined when nothing begins like one.
 */
function readPythonicCalls(text: string): PythonicCalls | undefined {
	const cursor = new TextCursor(text);
	cursor.space();
	const list = cursor.takes('[');
	const calls: ListedCall[] = [];
	let length = cursor.at;
	for (;;) {
		cursor.space();
		if (list && cursor.takes(']')) return pythonicCalls(calls, cursor.at, []);
		const call = cursor.next === '' ? undefined : new PythonicReader(cursor).call();
		if (call === undefined) {
			const breaksOff = list && cursor.next === '';
			if (list && !breaksOff) calls.push({ end: text.length, reason: 'bad-arguments' });
			return pythonicCalls(calls, length, breaksOff ? ['missing-closer'] : []);
		}
		length = cursor.at;
		calls.push({ ...call, end: length });
		if ('reason' in call) return pythonicCalls(calls, text.length, []);
		cursor.space();
		cursor.takes(list ? ',' : ';');
	}
}

function pythonicCalls(
	calls: readonly ListedCall[],
	length: number,
	repairs: readonly Repair[],
): PythonicCalls | undefined {
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

interface CodeRegionOptions {
	readonly opens: (text: string, at: number, before: TextBefore) => Match;
	/** What stands before the code, as far as the opening says; nothing when absent. */
	readonly lead?: RegExp;
	/** Absent: to the end of the brackets. */
	readonly close?: string;
	/** What makes this form a deviation from the dialect; absent when it is the dialect's own. */
	readonly repair?: Repair;
	readonly reading: 'strict' | 'lenient';
	readonly notInThinking?: boolean;
	/** Whether the turn ends at a place of the code; by Gemma 3's tokens when absent. */
	readonly endsTurn?: (text: string, at: number) => boolean | 'maybe';
}

/** Calls as Python, bare or in a block, as a region of the text. */
export function codeRegion(options: CodeRegionOptions): Region {
	const { opens, close, endsTurn, reading, notInThinking = false } = options;
	return {
		kind: 'call',
		opens,
		notInThinking,
		walk: (opening) => walkBrackets(opening, 'python', close, endsTurn),
		read: (raw, closed) => refuseRepairs(readRegion(raw, closed, options), reading),
	};
}

/** The steps, at the beginning of a line only. */
export function atLineStart(steps: readonly Step[]): CodeRegionOptions['opens'] {
	return (text, at, { lineStart }) => (lineStart ? matchSteps(text, at, steps) : undefined);
}

function readRegion(raw: string, closed: boolean, { lead, close, repair }: CodeRegionOptions): readonly ParsedSpan[] {
	const begin = lead?.exec(raw)?.[0].length ?? 0;
	const end = closed && close !== undefined ? raw.length - close.length : raw.length;
	const body = raw.slice(begin, end);
	const read = readPythonicCalls(body) ?? readJson(body);
	if (read === undefined) return [{ type: 'malformed', reason: closed ? 'bad-arguments' : 'unclosed', raw }];
	const rest = body.slice(read.length);
	const common = new Set([...(repair === undefined ? [] : [repair]), ...read.repairs]);
	if (closed && rest.trim() !== '') common.add('trailing-text');
	if (!closed && close !== undefined) common.add('missing-closer');
	const length = closed ? raw.length : begin + read.length;
	const calls = read.calls.map((call) => {
		const shifted = { ...call, end: begin + call.end };
		return 'reason' in call && !closed ? ({ ...shifted, reason: 'unclosed' } as const) : shifted;
	});
	return [...spansOfCalls(raw.slice(0, length), calls, [...common]), { type: 'text', text: raw.slice(length) }];
}

/** JSON where Python was asked for. */
function readJson(body: string): JsonCalls | PythonicCalls | undefined {
	const lead = body.length - body.trimStart().length;
	const read = readJsonCalls(body.slice(lead));
	return (
		read && {
			calls: read.calls.map((call) => ({ ...call, end: lead + call.end })),
			length: lead + read.length,
			repairs: ['json-arguments', ...read.repairs],
		}
	);
}
