import { type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';
import type { FateCall } from './engine-answer.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const ESCAPE = '<escape>';

/**
 * Ollama's FunctionGemma parser, fed token by token: a call that is never closed is dropped, and one whose braces are
 * not on one line is handed on without a name. Source: ollama/ollama `model/parsers/functiongemma.go` at 9db4bdb
 * (2026-05-29).
 */
export class OllamaFunctionGemma {
	readonly calls: FateCall[] = [];
	shown = '';
	#buffer = '';
	#inCall = false;

	push(piece: string): void {
		this.#buffer += piece;
		while (this.#buffer !== '' && (this.#inCall ? this.#readCall() : this.#readText()));
	}

	/** Whether there may be more to read. */
	#readText(): boolean {
		const at = this.#buffer.indexOf(OPEN);
		const end = at === -1 ? this.#buffer.length - overlap(this.#buffer) : at;
		this.shown += this.#buffer.slice(0, end);
		this.#inCall = at !== -1;
		this.#buffer = this.#buffer.slice(at === -1 ? end : at + OPEN.length);
		return this.#inCall;
	}

	#readCall(): boolean {
		const at = this.#buffer.indexOf(CLOSE);
		if (at === -1) return false;
		const [, name = '', args = ''] = /call:([^{]+)\{(.*)\}/u.exec(this.#buffer.slice(0, at)) ?? [];
		this.calls.push({ name, arguments: pairsOf(args) });
		this.#buffer = this.#buffer.slice(at + CLOSE.length);
		// Text between calls is lost where both are there at once.
		this.#inCall = this.#buffer.includes(OPEN);
		return true;
	}
}

/** Characters at the end that may begin a call. */
function overlap(text: string): number {
	for (let length = Math.min(text.length, OPEN.length - 1); length > 0; length--) {
		if (text.endsWith(OPEN.slice(0, length))) return length;
	}
	return 0;
}

function pairsOf(text: string): JsonObject {
	const pairs: MutableJsonObject = {};
	for (const part of partsOf(text)) {
		const colon = part.indexOf(':');
		if (colon !== -1) setOwn(pairs, part.slice(0, colon), readValue(part.slice(colon + 1)));
	}
	return pairs;
}

/** Parts between the commas that stand in no brackets and no string. */
function partsOf(text: string): readonly string[] {
	const parts = [''];
	let depth = 0;
	let inString = false;
	for (const [token] of text.matchAll(/<escape>|./gsu)) {
		if (token === ESCAPE) inString = !inString;
		else if (!inString && (token === '{' || token === '[')) depth++;
		else if (!inString && (token === '}' || token === ']')) depth--;
		if (token === ',' && depth === 0 && !inString) parts.push('');
		else parts.push((parts.pop() ?? '') + token);
	}
	return parts.filter((part) => part !== '');
}

function readValue(text: string): JsonValue {
	if (text.startsWith(ESCAPE) && text.endsWith(ESCAPE)) return text.slice(ESCAPE.length, -ESCAPE.length);
	if (text === 'true' || text === 'false') return text === 'true';
	// A number is what the text begins with, whatever follows.
	const number = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/u.exec(text)?.[1];
	if (number !== undefined) return Number(number);
	if (text.startsWith('[') && text.endsWith(']')) return partsOf(text.slice(1, -1)).map(readValue);
	return text.startsWith('{') && text.endsWith('}') ? pairsOf(text.slice(1, -1)) : text;
}
