import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../json/json-value.ts';
import { isLoss, jsonLosses } from '../../json/read-losses.ts';
import type { Repair } from '../../model/generation.ts';
import { MAX_ARGUMENT_DEPTH, readTaggedArguments } from './arguments/tagged-arguments.ts';
import { BracketDepth } from './bracket-depth.ts';
import { isCallName, type ListedCall } from './call-list.ts';
import { isSpace, type Match, matchSteps, type Step } from './opening.ts';

const KEYS: Step = {
	anyOf: ['name', 'parameters', 'arguments', 'args'].flatMap((key) => [`"${key}"`, `'${key}'`]),
};
const OBJECT: readonly Step[] = [{ anyOf: ['{'] }, 'space', KEYS, 'space', { anyOf: [':'] }];
const LIST: readonly Step[] = [{ anyOf: ['['] }, 'space', ...OBJECT];

/** Whether a JSON call, or a list of them, opens behind these steps: told by its first key. */
export function matchJsonCall(text: string, at: number, before: readonly Step[] = []): Match {
	const object = matchSteps(text, at, [...before, ...OBJECT]);
	const list = matchSteps(text, at, [...before, ...LIST]);
	if (typeof object === 'number') return object;
	return typeof list === 'number' ? list : (object ?? list);
}

export interface JsonCalls {
	readonly calls: readonly ListedCall[];
	/** Where the value ends in the text; what stands behind it is no part of it. */
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
