import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { type EngineAnswer, type EngineReader, engineFate, type FateCall, type KnownTool } from './outcome.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const ESCAPE = '<escape>';

/**
 * Ollama's FunctionGemma parser, fed token by token: a call that is never closed is dropped, and one whose braces are
 * not on one line is handed on without a name. Source: ollama/ollama `model/parsers/functiongemma.go` at 9db4bdb
 * (2026-05-29).
 */
class OllamaFunctionGemma {
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

const QUOTE = '<|"|>';

/** Which parameters of a tool take text, and which it has, in the order of their declaration. */
interface DeclaredKeys {
	readonly texts: readonly string[];
	readonly all: ReadonlySet<string>;
}

/**
 * What stands between Ollama's fences of a Gemma 4 call: turned into JSON, and where that is none, repaired and tried
 * again. `call` is undefined where it is dropped; `orCall` is what it would be, did a parameter that is not known take
 * text. Source: ollama/ollama `model/parsers/gemma4.go` at 8a0016f (2026-07-14).
 */
function readOllamaCall(
	content: string,
	tools: readonly KnownTool[] | undefined,
): { readonly call?: FateCall; readonly orCall?: FateCall } {
	const brace = content.indexOf('{');
	if (!content.startsWith('call:') || brace === -1) return {};
	const name = content.slice('call:'.length, brace).trim();
	const body = content.slice(brace);
	const tool = tools === undefined ? { name } : tools.find((one) => one.name === name);
	const read = (keys: DeclaredKeys | undefined): FateCall | undefined => {
		for (const candidate of [body, ...repairs(body, keys)]) {
			const args = parsed(candidate);
			if (args !== undefined) return { name, arguments: args };
		}
		return undefined;
	};
	const call = read(declaredKeys(tool?.parameters));
	if (call !== undefined) return { call };
	if (tool === undefined || tool.parameters !== undefined) return {};
	const orCall = writtenKeys(body)
		.values()
		.map((key) => read({ texts: [key], all: new Set(writtenKeys(body)) }))
		.find((one) => one !== undefined);
	return orCall === undefined ? {} : { orCall };
}

function parsed(body: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(asJson(body));
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Strings of the model's own are taken out, bare keys are quoted, and the strings come back as JSON. */
function asJson(body: string): string {
	const strings: string[] = [];
	const text = body.replace(/<\|"\|>(.*?)<\|"\|>/gsu, (_match, value: string) => {
		strings.push(value);
		return `\0${strings.length - 1}\0`;
	});
	return withQuotedKeys(text).replace(/\0(\d+)\0/gu, (_match, index: string) => JSON.stringify(strings[Number(index)]));
}

/** A bare key follows a brace or comma, and a colon follows it at once; JSON strings are stepped over. */
function withQuotedKeys(text: string): string {
	const parts = /"(?:[^"\\]|\\.)*"|([{,]\s*)([_\p{L}\p{Nd}]+):/gsu;
	return text.replace(parts, (all: string, before: string | undefined, key: string) =>
		before === undefined ? all : `${before}"${key}":`,
	);
}

function declaredKeys(parameters: JsonObject | undefined): DeclaredKeys | undefined {
	const properties = parameters?.properties;
	if (!isJsonObject(properties)) return undefined;
	const all = Object.keys(properties);
	return { texts: all.filter((key) => takesText(properties[key])), all: new Set(all) };
}

function takesText(property: JsonValue | undefined): boolean {
	if (!isJsonObject(property)) return false;
	const types = Array.isArray(property.type) ? property.type : [property.type];
	if (types.some((type) => typeof type === 'string' && type.toLowerCase() === 'string')) return true;
	return Array.isArray(property.anyOf) && property.anyOf.some(takesText);
}

/** Whatever may be the key of an argument. */
function writtenKeys(body: string): readonly string[] {
	return [...new Set(Array.from(body.matchAll(/[{,]\s*([_\p{L}\p{Nd}]+)\s*:/gu), ([, key = '']) => key))];
}

/** Bodies to try, in order: quotes and braces closed; then a bare value of a text argument put into quotes. */
function repairs(body: string, keys: DeclaredKeys | undefined): readonly string[] {
	const closed = withClosedString(withoutSingleQuotes(body));
	const first = closed === body ? closed : withClosedBrace(closed);
	for (const key of keys?.texts ?? []) {
		const quoted = withQuotedValue(body, key, keys?.all ?? new Set());
		if (quoted !== undefined) return [first, withClosedBrace(withClosedString(withoutSingleQuotes(quoted)))];
	}
	return [first];
}

/** `:'value'`, with or without a stray quote after it, outside of other strings. */
function withoutSingleQuotes(body: string): string {
	const parts = /<\|"\|>.*?<\|"\|>|"(?:[^"\\]|\\.)*"|(:\s*)'((?:[^'\\]|\\.)*)'(?:<\|"\|>)?/gsu;
	return body.replace(parts, (all: string, before: string | undefined, value: string) =>
		before === undefined ? all : `${before}${QUOTE}${value}${QUOTE}`,
	);
}

function withClosedString(body: string): string {
	if (body.split(QUOTE).length % 2 === 1) return body;
	const end = body.trimEnd();
	const at = /[}\]]$/u.test(end) ? end.length - 1 : end.length;
	return body.slice(0, at) + QUOTE + body.slice(at);
}

function withClosedBrace(body: string): string {
	const end = body.trimEnd();
	return !body.trimStart().startsWith('{') || end.endsWith('}') ? body : `${end}}${body.slice(end.length)}`;
}

/** The first bare value of the argument, up to the next `,KEY:` of the tool's or the end, unless it may be a literal. */
function withQuotedValue(body: string, key: string, all: ReadonlySet<string>): string | undefined {
	// Strings are stepped over.
	const parts = /<\|"\|>.*?<\|"\|>|"(?:[^"\\]|\\.)*"|[{,]\s*([^\s:,{}[\]"<]+)\s*:/gsu;
	for (const match of body.matchAll(parts)) {
		if (match[1] !== key) continue;
		const start = match.index + match[0].length;
		if (/^\s*(?:<\|"\|>|['"{[\-\dtfn])/u.test(body.slice(start))) continue;
		const next = body
			.slice(start)
			.matchAll(/,\s*([_\p{L}\p{Nd}]+)\s*:/gu)
			.find(([, other = '']) => all.has(other));
		const end = next === undefined ? body.trimEnd().replace(/\}$/u, '').length : start + next.index;
		return body.slice(0, start) + QUOTE + body.slice(start, end) + QUOTE + body.slice(end);
	}
	return undefined;
}

const CHANNEL = ['<|channel>', '<channel|>'] as const;
const CALL = ['<|tool_call>', '<tool_call|>'] as const;

/**
 * Ollama's own parsers, thinking off: what stands in a channel is dropped, a call that cannot be read is dropped with a
 * line in the server's log, a Gemma 4 call that the end cut off is read all the same.
 */
export const ollama: EngineReader = engineFate({
	engine: 'ollama',
	title: 'Ollama',
	version: 'fb30760 (2026-08-21)',
	source:
		'ollama/ollama: model/parsers/gemma4.go at 8a0016f (2026-07-14), functiongemma.go at 9db4bdb (2026-05-29); ' +
		'read 2026-11-21',
	answer(pieces, dialect, tools) {
		if (dialect === 'functiongemma') {
			const parser = new OllamaFunctionGemma();
			for (const piece of pieces) parser.push(piece);
			return { calls: parser.calls, shown: parser.shown };
		}
		return dialect === 'gemma4' ? gemma4Answer(pieces.join(''), tools) : undefined;
	},
});

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const calls: FateCall[] = [];
	const orCalls: FateCall[] = [];
	let shown = '';
	let rest = text;
	while (rest !== '') {
		const { at, open, close } = [CHANNEL, CALL]
			.map(([open, close]) => ({ open, close, at: rest.indexOf(open) }))
			.filter((tag) => tag.at !== -1)
			.sort((a, b) => a.at - b.at)[0] ?? { at: -1, open: '', close: '' };
		if (at === -1) return { calls, orCalls, shown: shown + rest };
		shown += rest.slice(0, at).trimEnd();
		const inside = rest.slice(at + open.length);
		const end = inside.indexOf(close);
		const content = end === -1 ? inside : inside.slice(0, end);
		const { call, orCall = call } = open === CALL[0] ? readOllamaCall(content, tools) : {};
		if (call !== undefined) calls.push(call);
		if (orCall !== undefined) orCalls.push(orCall);
		if (end === -1) break;
		rest = inside.slice(end + close.length).trimStart();
		if (open === CALL[0]) rest = rest.replace(/^(?:\s*(?:<tool_call\|>|<\|tool_response>))*\s*/u, '');
	}
	return { calls, orCalls, shown };
}
