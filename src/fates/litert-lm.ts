import { type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { type EngineAnswer, type EngineReader, engineFate, type FateCall } from './outcome.ts';

/**
 * One call between LiteRT-LM's fences, `call:NAME` and an object that may be missing; undefined where its grammar
 * refuses. White space is skipped everywhere, and so, as ANTLR's lexers recover, is a character that begins no token. Of
 * equal keys the first holds.
 * Source: google-ai-edge/LiteRT-LM, `runtime/components/tool_use/antlr/AntlrFcLexer.g4`, `AntlrFcParser.g4` and
 * `rust/fc_parser.rs`, as in the copy zkh2016/LiteRT-LM at 88b16e7; read 2026-11-21.
 */
function readLiteRtCall(text: string): FateCall | undefined {
	const tokens = new Tokens(text);
	if (tokens.take('call') === undefined || tokens.take(':') === undefined) return undefined;
	const name = tokens.take('id');
	if (name === undefined) return undefined;
	const args = tokens.next === 'end' ? {} : object(tokens);
	return args === undefined || tokens.next !== 'end' ? undefined : { name, arguments: withoutSwallowed(args) };
}

type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'word' | 'number' | 'string' | 'call' | 'id' | 'stray' | 'end';

const ESCAPES = ['<escape>', '<ctrl46>', '<|"|>'] as const;
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.\d+|[eE][+-]?\d+)?|\.\d+|[eE][+-]?\d+)/uy;
const ID = /[a-zA-Z_][a-zA-Z0-9_.-]*/uy;

class Tokens {
	readonly #tokens: readonly (readonly [kind: TokenKind, text: string])[];
	#at = 0;

	constructor(text: string) {
		this.#tokens = tokensOf(text);
	}

	get next(): TokenKind {
		return this.#tokens[this.#at]?.[0] ?? 'end';
	}

	/** The next token's text where it is of this kind. */
	take(kind: TokenKind): string | undefined {
		const token = this.#tokens[this.#at];
		if (token?.[0] !== kind) return undefined;
		this.#at++;
		return token[1];
	}
}

function tokensOf(text: string): readonly (readonly [TokenKind, string])[] {
	const tokens: (readonly [TokenKind, string])[] = [];
	for (let at = 0; at < text.length; ) {
		const token = tokenAt(text, at);
		if (token === undefined) at++;
		else {
			tokens.push([token.kind, token.text]);
			at = token.end;
		}
	}
	return tokens;
}

function tokenAt(text: string, at: number): { kind: TokenKind; text: string; end: number } | undefined {
	const character = text[at] ?? '';
	if ('{}[],:'.includes(character)) return { kind: character as TokenKind, text: character, end: at + 1 };
	const quote = ESCAPES.find((each) => text.startsWith(each, at));
	if (quote !== undefined) return stringAt(text, at, at + quote.length);
	const number = matchAt(NUMBER, text, at) ?? '';
	const word = matchAt(ID, text, at) ?? '';
	// The longer one holds, a number where both are as long.
	if (number !== '' && number.length >= word.length) return { kind: 'number', text: number, end: at + number.length };
	return word === '' ? undefined : { kind: wordKind(word), text: word, end: at + word.length };
}

/** Any of the escapes closes a string that any opened; without one, the escape is a token that nothing accepts. */
function stringAt(text: string, at: number, start: number): { kind: TokenKind; text: string; end: number } {
	const close = ESCAPES.map((each) => ({ each, index: text.indexOf(each, start) }))
		.filter(({ index }) => index !== -1)
		.sort((a, b) => a.index - b.index)[0];
	if (close === undefined) return { kind: 'stray', text: text.slice(at, start), end: start };
	return { kind: 'string', text: text.slice(start, close.index), end: close.index + close.each.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
}

function wordKind(word: string): TokenKind {
	if (word === 'call') return 'call';
	return word === 'true' || word === 'false' || word === 'null' ? 'word' : 'id';
}

function object(tokens: Tokens): MutableJsonObject | undefined {
	if (tokens.take('{') === undefined) return undefined;
	const pairs: MutableJsonObject = {};
	if (tokens.take('}') !== undefined) return pairs;
	do {
		const key = tokens.take('id');
		const value = key === undefined || tokens.take(':') === undefined ? undefined : readValue(tokens);
		if (key === undefined || value === undefined) return undefined;
		if (!Object.hasOwn(pairs, key)) setOwn(pairs, key, value);
	} while (tokens.take(',') !== undefined);
	return tokens.take('}') === undefined ? undefined : pairs;
}

function readValue(tokens: Tokens): JsonValue | undefined {
	switch (tokens.next) {
		case 'string':
			return tokens.take('string');
		case 'number':
			return numberOf(tokens.take('number'));
		case 'word': {
			const word = tokens.take('word');
			return word === 'null' ? null : word === 'true';
		}
		case '{':
			return object(tokens);
		case '[':
			return list(tokens);
		default:
			return undefined;
	}
}

/** The grammar takes `-e5` for a number, and its reader refuses it. */
function numberOf(text: string | undefined): number | undefined {
	const value = Number(text);
	return Number.isFinite(value) ? value : undefined;
}

function list(tokens: Tokens): readonly JsonValue[] | undefined {
	tokens.take('[');
	const items: JsonValue[] = [];
	if (tokens.take(']') !== undefined) return items;
	do {
		const item = readValue(tokens);
		if (item === undefined) return undefined;
		items.push(item);
	} while (tokens.take(',') !== undefined);
	return tokens.take(']') === undefined ? undefined : items;
}

/**
 * A string that swallowed the next argument, `...,KEY:...`, is cut before it where KEY is another argument of the call.
 * Source: `runtime/components/tool_use/fc_parser_utils.cc` at ce1d4f7.
 */
function withoutSwallowed(args: MutableJsonObject): MutableJsonObject {
	const keys = Object.keys(args);
	for (const [key, value] of Object.entries(args)) {
		if (typeof value !== 'string') continue;
		const others = keys.filter((other) => other !== key);
		setOwn(args, key, others.reduce(cutBefore, value));
	}
	return args;
}

function cutBefore(value: string, key: string): string {
	// Of what a key may hold, only a dot means something else in a pattern.
	return value.replace(new RegExp(`[\\s\`]*,\\s*${key.replaceAll('.', '\\.')}\\s*(?::.*)?$`, 'su'), '');
}

const SOURCE =
	'google-ai-edge/LiteRT-LM: runtime/conversation/internal_callback_util.cc at 601b74b, ' +
	'runtime/components/tool_use/fc_parser_utils.cc at ce1d4f7; parser_utils.cc, fc_parser.rs and the grammar in copies ' +
	'(zkh2016/LiteRT-LM at 88b16e7); read 2026-11-21';

/**
 * LiteRT-LM as it comes: a call that its grammar refuses fails the turn (`return_error_on_parse_failure`, on by default);
 * the words before have been streamed. A call that is never closed is text, and one inside a thought is part of it.
 */
export const litertLm: EngineReader = engineFate({
	engine: 'litert-lm',
	title: 'LiteRT-LM',
	version: '601b74b',
	source: SOURCE,
	answer: (pieces, dialect) => answered(streamOf(pieces, dialect), 'error', dialect),
});

/** LiteRT-LM with `return_error_on_parse_failure` off: what its grammar refuses is shown as text. */
export const litertLmTolerant: EngineReader = engineFate({
	engine: 'litert-lm-tolerant',
	title: 'LiteRT-LM, parse errors off',
	version: '601b74b',
	source: SOURCE,
	answer: (pieces, dialect) => answered(streamOf(pieces, dialect), 'text', dialect),
});

/** Both read the same stream. */
function streamOf(pieces: readonly string[], dialect: string): readonly LiteRtPart[] | undefined {
	const before = known.get(pieces);
	if (before?.dialect === dialect) return before.parts;
	const parts = liteRtParts(pieces.join(''), dialect);
	known.set(pieces, { dialect, parts });
	return parts;
}

const known = new WeakMap<
	readonly string[],
	{ readonly dialect: string; readonly parts: readonly LiteRtPart[] | undefined }
>();

/** A part of an answer in the order of its stream. What is `refused` stood between a call's fences. */
type LiteRtPart =
	| { readonly type: 'text' | 'thought' | 'refused'; readonly text: string }
	| { readonly type: 'call'; readonly call: FateCall };

/** The stream of LiteRT-LM's conversation; undefined for dialects whose reading there is not emulated. */
export function liteRtParts(text: string, dialect: string): readonly LiteRtPart[] | undefined {
	const fences = FENCES[dialect];
	if (fences === undefined) return undefined;
	const parts: LiteRtPart[] = [];
	let rest = text;
	while (rest !== '') {
		const open = earliest(rest, fences);
		if (open === undefined) return [...parts, { type: 'text', text: rest }];
		if (open.at > 0) parts.push({ type: 'text', text: rest.slice(0, open.at) });
		const start = open.at + open.fence.start.length;
		const end = rest.indexOf(open.fence.end, start);
		if (end === -1) {
			const thought = open.fence.kind === 'thought';
			return [
				...parts,
				thought ? { type: 'thought', text: rest.slice(start) } : { type: 'text', text: rest.slice(open.at) },
			];
		}
		parts.push(...partsOf(open.fence.kind, rest.slice(start, end)));
		rest = rest.slice(end + open.fence.end.length);
	}
	return parts;
}

interface Fence {
	readonly kind: 'call' | 'thought';
	readonly start: string;
	readonly end: string;
}

const FENCES: Readonly<Record<string, readonly Fence[]>> = {
	gemma4: [
		{ kind: 'call', start: '<|tool_call>', end: '<tool_call|>' },
		{ kind: 'thought', start: '<|channel>thought\n', end: '<channel|>' },
	],
	functiongemma: [{ kind: 'call', start: '<start_function_call>', end: '<end_function_call>' }],
};

function earliest(text: string, fences: readonly Fence[]): { readonly fence: Fence; readonly at: number } | undefined {
	return fences
		.map((fence) => ({ fence, at: text.indexOf(fence.start) }))
		.filter(({ at }) => at !== -1)
		.sort((a, b) => a.at - b.at)[0];
}

function partsOf(kind: Fence['kind'], text: string): readonly LiteRtPart[] {
	if (kind === 'thought') return [{ type: 'thought', text }];
	if (text === '') return [];
	const call = readLiteRtCall(text);
	return [call === undefined ? { type: 'refused', text } : { type: 'call', call }];
}

function answered(
	parts: readonly LiteRtPart[] | undefined,
	refused: 'error' | 'text',
	dialect: string,
): EngineAnswer | undefined {
	if (parts === undefined) return undefined;
	const failing = refused === 'error' ? parts.findIndex(({ type }) => type === 'refused') : -1;
	const seen = failing === -1 ? parts : parts.slice(0, failing);
	const shown = seen.map((part) => (part.type === 'text' || part.type === 'refused' ? part.text : '')).join('');
	const calls = seen.flatMap((part) => (part.type === 'call' ? [part.call] : []));
	const leaked = seen.map((part) => (part.type === 'refused' ? part.text : '')).join('');
	const isSaidBefore = parts
		.slice(
			0,
			parts.findIndex(({ type }) => type === 'call'),
		)
		.some(isWords);
	return {
		calls,
		shown,
		note: dialect === 'gemma4' && calls.length > 0 && isSaidBefore ? OTHER_ORDER : undefined,
		leaked: leaked === '' ? undefined : leaked,
		error: failing === -1 ? undefined : 'Failed to parse tool calls from code block',
	};
}

function isWords({ type, text = '' }: { readonly type: LiteRtPart['type']; readonly text?: string }): boolean {
	return type === 'text' && text.trim() !== '';
}

/** Source: @litert-lm/core 0.17.1, 'The new rendered template string does not start with the previous rendered template string'. */
const OTHER_ORDER =
	"with Google's template of Gemma 4 the engine refuses the tool's answer after text before a call: the template then prints the text in another place";
