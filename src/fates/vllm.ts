import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import {
	type EngineAnswer,
	type EngineReader,
	engineFate,
	type FateCall,
	type KnownTool,
	knowsParameters,
} from './outcome.ts';

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
interface DeclaredTexts {
	isText(key: string): boolean;
	/** Of the properties of an argument that is an object. */
	within(key: string): DeclaredTexts;
}

/** Those of a tool's JSON Schema. */
function declaredTexts(schema: JsonValue | undefined): DeclaredTexts {
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
const NO_TEXTS: DeclaredTexts = declaredTexts(undefined);

/** Every argument that can be. */
const ALL_TEXTS: DeclaredTexts = { isText: () => true, within: () => ALL_TEXTS };

interface Reading {
	readonly declared: DeclaredTexts;
	/** The text broke off: a bare value at its end may be incomplete, and is dropped. */
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

/** After the bracket that closes the one at `start`; strings are stepped over, the other kind of bracket is text. */
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

/**
 * vLLM with `--tool-call-parser gemma4` (its parser engine) or `functiongemma`. Gemma 4: a state machine that drops what
 * stands between a call's opening and `call:`, and closes at the end whatever is open. FunctionGemma: of the arguments
 * only those between `<escape>`, read as JSON where they are some.
 */
export const vllm: EngineReader = engineFate({
	engine: 'vllm',
	title: 'vLLM',
	version: 'f2bd570 (2026)',
	source:
		'vllm-project/vllm: vllm/parser/gemma4.py at f2bd570, parser/engine/streaming_parser_engine.py at 796bfc9, ' +
		'parser_engine.py at b159591, tool_parsers/functiongemma_tool_parser.py at fe3771b; read 2026-11-21',
	answer(pieces, dialect, tools) {
		const text = pieces.join('');
		if (dialect === 'functiongemma') return functionGemmaAnswer(text);
		return dialect === 'gemma4' ? gemma4Answer(text, tools) : undefined;
	},
});

type State = 'content' | 'reasoning' | 'preamble' | 'name' | 'arguments';

/** What moves the machine on; a marker without a move is text of its state. */
const MOVES: Readonly<Record<State, Readonly<Record<string, State>>>> = {
	content: {
		'<|channel>': 'reasoning',
		'<|tool_call>': 'preamble',
		'<tool_call|>': 'content',
		'<channel|>': 'content',
	},
	reasoning: { '<channel|>': 'content', '<|tool_call>': 'preamble' },
	preamble: { 'call:': 'name' },
	name: { '{': 'arguments' },
	arguments: { '<tool_call|>': 'content' },
};

const MARKERS =
	/<\|channel>|<channel\|>|<\|tool_call>|<tool_call\|>|call:|\{|<\|?(?:turn|tool_response|tool|think)\|?>/gu;
const DROPPED = /^<\|?(?:turn|tool_response|tool|think)\|?>$/u;

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const slots: { name: string; body: string }[] = [];
	let shown = '';
	let state: State = 'content';
	const take = (words: string): void => {
		const slot = slots.at(-1);
		if (state === 'content') shown += words;
		else if (state === 'name' && slot !== undefined) slot.name += words;
		else if (state === 'arguments' && slot !== undefined) slot.body += words;
	};
	let from = 0;
	for (const { 0: marker, index } of text.matchAll(MARKERS)) {
		take(text.slice(from, index));
		from = index + marker.length;
		const next: State | undefined = MOVES[state][marker];
		if (next === undefined && !DROPPED.test(marker)) take(marker);
		if (next === 'preamble') slots.push({ name: '', body: '' });
		state = next ?? state;
	}
	take(text.slice(from));
	const calls = slots.flatMap((slot) => callOf(slot, tools, NO_TEXTS));
	const orCalls = knowsParameters(tools) ? undefined : slots.flatMap((slot) => callOf(slot, tools, ALL_TEXTS));
	return { calls, orCalls, shown: calls.length > 0 ? shown.trim() : shown };
}

/** `unknown` is what a tool counts as whose parameters are not known. */
function callOf(
	{ name, body }: { name: string; body: string },
	tools: readonly KnownTool[] | undefined,
	unknown: DeclaredTexts,
): FateCall[] {
	const called = name.trim();
	if (called === '') return [];
	const tool = tools === undefined ? { name: called } : tools.find((one) => one.name === called);
	const isUnknown = tool !== undefined && tool.parameters === undefined;
	return [{ name: called, arguments: vllmArguments(body, isUnknown ? unknown : declaredTexts(tool?.parameters)) }];
}

const BLOCK =
	/<start_function_call>call:([\p{L}\p{N}_]+)\{(.*?)\}<end_function_call>|<start_function_call>call:([\p{L}\p{N}_]+)\{(.*)/gsu;

/** Words after a call are lost; a block that does not fit leaves all as text. */
function functionGemmaAnswer(text: string): EngineAnswer {
	const calls = Array.from(text.matchAll(BLOCK), ([, name, body, cutName, cutBody]) => ({
		name: name ?? cutName ?? '',
		arguments: escapedArguments(body ?? cutBody ?? ''),
	}));
	if (calls.length === 0) return { calls, shown: text };
	return { calls, shown: text.slice(0, text.indexOf('<start_function_call>')).trim() };
}

function escapedArguments(body: string): JsonObject {
	const args: MutableJsonObject = {};
	for (const [, key = '', value = ''] of body.matchAll(/([\p{L}\p{N}_]+):<escape>(.*?)<escape>/gsu)) {
		setOwn(args, key, jsonOr(value));
	}
	return args;
}

function jsonOr(text: string): JsonValue {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return text;
	}
}
