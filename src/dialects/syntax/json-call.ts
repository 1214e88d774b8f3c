import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../base/json.ts';
import { isLoss, jsonLosses } from '../../base/json-loss.ts';
import type { Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';
import {
	BracketDepth,
	isCallName,
	isSpace,
	type ListedCall,
	type Match,
	matchSteps,
	type Region,
	refuseRepairs,
	type Step,
	spansOfCalls,
} from './region.ts';
import { MAX_ARGUMENT_DEPTH, readTaggedArguments } from './tagged-arguments.ts';
import { walkBrackets } from './turns.ts';

const KEYS: Step = { anyOf: quoted(['name', 'parameters', 'arguments', 'args']) };
const WRAPPER_KEYS = ['tool_calls', 'tool_call', 'function_call', 'function'];
/** OpenAI's objects around a call: `{"tool_calls": [{"id": "call_1", "type": "function", "function": {...}}]}`. */
const WRAPPED: readonly (readonly Step[])[] = [
	[{ anyOf: quoted(WRAPPER_KEYS) }, 'space', { anyOf: [':'] }, 'space', { anyOf: ['{', '['] }],
	[{ anyOf: quoted(['type']) }, 'space', { anyOf: [':'] }, 'space', { anyOf: quoted(['function']) }],
	[{ anyOf: quoted(['id']) }, 'space', { anyOf: [':'] }, 'space', { anyOf: ['"call', "'call"] }],
];
const FIRST_KEYS: readonly (readonly Step[])[] = [[KEYS, 'space', { anyOf: [':'] }], ...WRAPPED];
const OPENINGS = FIRST_KEYS.flatMap((keys): readonly (readonly Step[])[] => {
	const object: readonly Step[] = [{ anyOf: ['{'] }, 'space', ...keys];
	return [object, [{ anyOf: ['['] }, 'space', ...object]];
});

function quoted(keys: readonly string[]): readonly string[] {
	return keys.flatMap((key) => [`"${key}"`, `'${key}'`]);
}

/** Whether a JSON call, or a list of them, opens after these steps, by its first key. */
function matchJsonCall(text: string, at: number, before: readonly Step[]): Match {
	let undecided: Match;
	for (const opening of OPENINGS) {
		const match = matchSteps(text, at, [...before, ...opening]);
		if (typeof match === 'number') return match;
		undecided ??= match;
	}
	return undecided;
}

export interface JsonCalls {
	readonly calls: readonly ListedCall[];
	/** Where the value ends in the text; what stands after it is no part of it. */
	readonly length: number;
	readonly repairs: readonly Repair[];
}

/**
 * Reads `{"name": ..., "parameters": {...}}`, or a list of them, at the beginning of a text. A text that breaks off is
 * read as if its brackets were closed. Undefined when it is no JSON.
 */
export function readJsonCalls(text: string): JsonCalls | undefined {
	const value = firstValue(text);
	if (value === undefined) return undefined;
	const lead = value.text.length - value.text.trimStart().length;
	const { length } = value.text;
	const whole = value.text + value.missing;
	const elements = whole[lead] === '[' ? elementsOf(whole, lead + 1) : [{ text: whole.slice(lead), end: length }];
	const calls: ListedCall[] = [];
	for (const { text: element, end } of elements) {
		const read = readElement(element);
		if (read === undefined) return undefined;
		calls.push(...read.map((call) => ({ ...call, end: Math.min(end - element.length + call.end, length) })));
	}
	return calls.length === 0 ? undefined : { calls, length, repairs: value.repairs };
}

/** What stands before the value in a wrapper object. */
const WRAPPER =
	/^\{\s{0,8}(?:["'](?:id|type|index)["']\s{0,8}:\s{0,8}(?:"[^"]{0,64}"|'[^']{0,64}'|\d{1,3})\s{0,8},\s{0,8}){0,3}["'](?:tool_calls?|function_call|function)["']\s{0,8}:\s{0,8}(?=[[{])/u;

/** The call of one object, or those within its wrappers. */
function readElement(text: string): readonly ListedCall[] | undefined {
	const before = WRAPPER.exec(text)?.[0].length;
	if (before === undefined) {
		const call = readCall(text);
		return call && [{ ...call, end: text.length }];
	}
	return readJsonCalls(text.slice(before))?.calls.map((call, index, { length }) => {
		const end = index === length - 1 ? text.length : before + call.end;
		return 'reason' in call
			? { ...call, end }
			: { ...call, end, repairs: ['wrapper-object', ...call.repairs.filter((one) => one !== 'wrapper-object')] };
	});
}

interface FirstValue {
	readonly text: string;
	readonly missing: string;
	readonly repairs: readonly Repair[];
}

function firstValue(text: string): FirstValue | undefined {
	const depth = new BracketDepth('json');
	for (let at = 0; at < text.length; at++) {
		if (depth.take(text[at] ?? '')) return { text: text.slice(0, at + 1), missing: '', repairs: [] };
	}
	const missing = depth.missing;
	return missing === undefined || missing === '' ? undefined : { text, missing, repairs: ['missing-closer'] };
}

function* elementsOf(text: string, from: number): Generator<{ readonly text: string; readonly end: number }> {
	let start = from;
	while (start < text.length) {
		while (start < text.length && (isSpace(text[start] ?? '') || text[start] === ',')) start++;
		if (text[start] === ']') return;
		const depth = new BracketDepth('json');
		let end = start;
		while (end < text.length && !depth.take(text[end] ?? '')) end++;
		yield { text: text.slice(start, end + 1), end: end + 1 };
		start = end + 1;
	}
}

/** Undefined for what is no JSON object, whatever one forgives. */
function readCall(text: string): WithoutEnd | undefined {
	const parsed = parseObject(text);
	if (parsed === undefined) return undefined;
	const { name } = parsed.object;
	if (typeof name !== 'string' || !isCallName(name)) return { reason: 'bad-name' };
	const given = parsed.object.parameters ?? parsed.object.arguments ?? parsed.object.args ?? {};
	if (isJsonObject(given)) return { name, arguments: given, repairs: parsed.repairs };
	const inner = typeof given === 'string' ? parseObject(given) : undefined;
	if (inner === undefined) return { reason: 'bad-arguments' };
	return { name, arguments: inner.object, repairs: [...parsed.repairs, 'json-arguments'] };
}

type WithoutEnd =
	| { readonly name: string; readonly arguments: JsonObject; readonly repairs: readonly Repair[] }
	| { readonly reason: 'bad-name' | 'bad-arguments' };

function parseObject(text: string): { readonly object: JsonObject; readonly repairs: readonly Repair[] } | undefined {
	try {
		const value = JSON.parse(text) as JsonValue;
		const losses = jsonLosses(text);
		const isRead = isJsonObject(value) && losses !== undefined && nestsWithin(value, MAX_ARGUMENT_DEPTH);
		return isRead ? { object: value, repairs: losses } : undefined;
	} catch {
		const forgiven = readTaggedArguments(text.trim(), '\0');
		return forgiven && { object: forgiven.value, repairs: ['raw-quotes', ...forgiven.repairs.filter(isLoss)] };
	}
}

interface JsonRegionOptions {
	/** Texts that may open a block around the JSON; a bare object or list when absent. */
	readonly block?: { readonly opens: readonly string[]; readonly close: string };
	/** What makes this form a deviation from the dialect; absent when it is the dialect's own. */
	readonly repair?: Repair;
	readonly reading: 'strict' | 'lenient';
	readonly maxLength?: number;
}

/** Calls as JSON, bare or in a block, as a region of the text. */
export function jsonRegion(options: JsonRegionOptions): Region {
	const { block, reading, maxLength } = options;
	const before: readonly Step[] = block === undefined ? [] : [{ anyOf: block.opens }, 'space'];
	return {
		kind: 'call',
		opens: (text, at) => matchJsonCall(text, at, before),
		walk: (opening) => walkBrackets(opening, 'json', block?.close),
		read: (raw, closed) => refuseRepairs(readRegion(raw, closed, options), reading),
		maxLength,
	};
}

function readRegion(raw: string, closed: boolean, { block, repair }: JsonRegionOptions): readonly ParsedSpan[] {
	const begin = raw.search(/[[{]/);
	const end = closed && block !== undefined ? raw.length - block.close.length : raw.length;
	const { calls, consumed, repairs } = readValues(raw.slice(begin, end));
	if (calls.length === 0) return [{ type: 'malformed', reason: closed ? 'bad-arguments' : 'unclosed', raw }];
	const rest = raw.slice(begin + consumed, end);
	const common = new Set([...(repair === undefined ? [] : [repair]), ...repairs]);
	if (closed && rest.trim() !== '') common.add('trailing-text');
	if (!closed && block !== undefined) common.add('missing-closer');
	const length = closed ? raw.length : begin + consumed;
	const listed = calls.map((call) => ({ ...call, end: begin + call.end }));
	return [...spansOfCalls(raw.slice(0, length), listed, [...common]), { type: 'text', text: raw.slice(length) }];
}

/** One value after the other, as models write parallel calls into one block. */
function readValues(body: string): {
	readonly calls: readonly ListedCall[];
	readonly consumed: number;
	readonly repairs: readonly Repair[];
} {
	const calls: ListedCall[] = [];
	const repairs: Repair[] = [];
	let consumed = 0;
	let next = 0;
	while (body[next] === '{' || body[next] === '[') {
		const offset = next;
		const read = readJsonCalls(body.slice(offset));
		if (read === undefined) break;
		calls.push(...read.calls.map((call) => ({ ...call, end: offset + call.end })));
		repairs.push(...read.repairs);
		consumed = offset + read.length;
		next = consumed;
		while (isSpace(body[next] ?? '') || body[next] === ',') next++;
	}
	return { calls, consumed, repairs };
}
