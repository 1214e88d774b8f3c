import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';

const QUOTE = '<|"|>';
const BETWEEN = /[ ,\n\t]*/uy;
const BLANK = /[ \n\t]*/uy;

/**
 * The arguments of a Gemma 4 call as vLLM reads them, the closing brace among them: anything up to a colon is a key, a
 * string that is never closed is the rest, what cannot be read ends the reading and keeps what came before. A bare value
 * of an argument declared as text stays text, others are read as what they look like. Source: vllm-project/vllm
 * `vllm/parser/gemma4.py` at f2bd570; read 2026-11-21.
 */
export function vllmArguments(body: string, declared: DeclaredTexts = NO_TEXTS): JsonObject {
	const text = body.trim();
	return readObject(text.endsWith('}') ? text.slice(0, -1) : text, { declared, cut: false });
}

/** Which arguments are declared as text. */
export interface DeclaredTexts {
	isText(key: string): boolean;
	/** Of the properties of an argument that is an object. */
	within(key: string): DeclaredTexts;
}

/** Those of a tool's JSON Schema. */
export function declaredTexts(schema: JsonValue | undefined): DeclaredTexts {
	const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
	const of = (key: string): JsonValue | undefined => (Object.hasOwn(properties, key) ? properties[key] : undefined);
	return {
		isText: (key) => {
			const property = of(key);
			return isJsonObject(property) && property.type === 'string';
		},
		within: (key) => declaredTexts(of(key)),
	};
}

/** None. */
export const NO_TEXTS: DeclaredTexts = declaredTexts(undefined);

/** Every argument that can be. */
export const ALL_TEXTS: DeclaredTexts = { isText: () => true, within: () => ALL_TEXTS };

interface Reading {
	readonly declared: DeclaredTexts;
	/** The text broke off: a bare value at its end may be incomplete, and is left out. */
	readonly cut: boolean;
}

function readObject(text: string, { declared, cut }: Reading): JsonObject {
	const args: MutableJsonObject = {};
	let at = skip(BETWEEN, text, 0);
	while (at < text.length) {
		const colon = text.indexOf(':', at);
		if (colon === -1) break;
		const key = withoutQuotes(text.slice(at, colon).trim());
		at = skip(BLANK, text, colon + 1);
		if (at >= text.length) {
			if (!cut) setOwn(args, key, '');
			break;
		}
		const value = readValue(text, at, /[,}\]]/u, { declared: declared.within(key), cut }, declared.isText(key));
		if (value === undefined) break;
		setOwn(args, key, value.value);
		at = skip(BETWEEN, text, value.end);
	}
	return args;
}

function readList(text: string, { cut }: Reading): readonly JsonValue[] {
	const items: JsonValue[] = [];
	let at = skip(BETWEEN, text, 0);
	while (at < text.length) {
		const item = readValue(text, at, /[,\]]/u, { declared: NO_TEXTS, cut }, false);
		if (item === undefined) break;
		items.push(item.value);
		at = skip(BETWEEN, text, item.end);
	}
	return items;
}

function readValue(
	text: string,
	at: number,
	ends: RegExp,
	{ declared, cut }: Reading,
	asText: boolean,
): { readonly value: JsonValue; readonly end: number } | undefined {
	if (text.startsWith(QUOTE, at)) {
		const start = at + QUOTE.length;
		const close = text.indexOf(QUOTE, start);
		if (close === -1) return { value: text.slice(start), end: text.length };
		return { value: text.slice(start, close), end: close + QUOTE.length };
	}
	if (text[at] === '{' || text[at] === '[') {
		const { end, closed } = nested(text, at);
		const inside = text.slice(at + 1, closed ? end - 1 : end);
		const reading = { declared, cut: !closed };
		return { value: text[at] === '{' ? readObject(inside, reading) : readList(inside, reading), end };
	}
	const length = text.slice(at).search(ends);
	const end = length === -1 ? text.length : at + length;
	const bare = text.slice(at, end).trim();
	if (end === at || (cut && (end === text.length || bare.endsWith('.')))) return undefined;
	return { value: asText ? bare : bareValue(bare), end };
}

/** Behind the bracket that closes the one at `start`; strings are stepped over, the other kind of bracket is text. */
function nested(text: string, start: number): { readonly end: number; readonly closed: boolean } {
	const [open, close] = text[start] === '{' ? ['{', '}'] : ['[', ']'];
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		if (text.startsWith(QUOTE, at)) {
			const end = text.indexOf(QUOTE, at + QUOTE.length);
			if (end === -1) break;
			at = end + QUOTE.length - 1;
		} else if (text[at] === open) depth++;
		else if (text[at] === close && --depth === 0) return { end: at + 1, closed: true };
	}
	return { end: text.length, closed: false };
}

function skip(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	pattern.test(text);
	return pattern.lastIndex;
}

function withoutQuotes(key: string): string {
	return key.startsWith(QUOTE) && key.endsWith(QUOTE) ? key.slice(QUOTE.length, -QUOTE.length) : key;
}

function bareValue(bare: string): JsonValue {
	if (bare === 'true' || bare === 'false') return bare === 'true';
	if (/^(?:null|none|nil)$/iu.test(bare)) return null;
	return /^[+-]?(?:\d+|\d*\.\d*(?:[eE][+-]?\d+)?)$/u.test(bare) && /\d/u.test(bare) ? Number(bare) : bare;
}
