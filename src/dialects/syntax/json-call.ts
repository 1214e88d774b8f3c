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

const KEYS: Step = {
	anyOf: ['name', 'parameters', 'arguments', 'args'].flatMap((key) => [`"${key}"`, `'${key}'`]),
};
const OBJECT: readonly Step[] = [{ anyOf: ['{'] }, 'space', KEYS, 'space', { anyOf: [':'] }];
const LIST: readonly Step[] = [{ anyOf: ['['] }, 'space', ...OBJECT];

/** Whether a JSON call, or a list of them, opens after these steps, by its first key. */
function matchJsonCall(text: string, at: number, before: readonly Step[] = []): Match {
	const object = matchSteps(text, at, [...before, ...OBJECT]);
	const list = matchSteps(text, at, [...before, ...LIST]);
	if (typeof object === 'number') return object;
	return typeof list === 'number' ? list : (object ?? list);
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
	if (value.text[lead] !== '[') {
		const call = readCall(value.text + value.missing);
		return call && { calls: [{ ...call, end: value.text.length }], length: value.text.length, repairs: value.repairs };
	}
	const calls: ListedCall[] = [];
	for (const element of elementsOf(value.text + value.missing, lead + 1)) {
		const call = readCall(element.text);
		if (call === undefined) return undefined;
		calls.push({ ...call, end: Math.min(element.end, value.text.length) });
	}
	return calls.length === 0 ? undefined : { calls, length: value.text.length, repairs: value.repairs };
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

function readRegion(
	raw: string,
	closed: boolean,
	{ block, repair }: Pick<JsonRegionOptions, 'block' | 'repair'>,
): readonly ParsedSpan[] {
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
