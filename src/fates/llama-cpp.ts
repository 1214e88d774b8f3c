import { isJsonObject, type JsonObject } from '../base/json.ts';
import { type EngineAnswer, type EngineReader, engineFate, type FateCall, type KnownTool } from './outcome.ts';

/** The text is not what the grammar allows, and not the beginning of it either. */
class GrammarMismatch extends Error {
	constructor() {
		super('The model produced output that does not match the expected peg-gemma4 format');
	}
}

/** A call, and where its text ends. Without a name it broke off before its braces. */
interface LlamaCppCall {
	readonly name: string | undefined;
	readonly arguments: JsonObject;
	readonly end: number;
}

/**
 * One Gemma 4 call after its opening token, by llama.cpp's grammar: no white space before a comma or colon, a key is
 * whatever stands before the colon, only declared `names`. Throws {@link GrammarMismatch}, also where the end leaves
 * arguments that are no JSON. Source: ggml-org/llama.cpp `common/parsers/gemma4.cpp` at 3a10bf6; read 2026-11-21.
 */
function readLlamaCppCall(text: string, from: number, names: readonly string[] | undefined): LlamaCppCall {
	const at = literal(text, from, 'call:');
	if (at === undefined) return { name: undefined, arguments: {}, end: text.length };
	const name = nameAt(text, at, names);
	if (name === undefined) {
		if (text.indexOf('{', at) === -1 && beginsName(text.slice(at), names)) {
			return { name: undefined, arguments: {}, end: text.length };
		}
		throw new GrammarMismatch();
	}
	const value = new ValueReader(text, at + name.length);
	const json = value.dict();
	const end = literal(text, value.at, '<tool_call|>') ?? text.length;
	return { name, arguments: objectOf(json), end };
}

/** Index after the literal; undefined where the text ends within it. */
function literal(text: string, at: number, expected: string): number | undefined {
	if (text.startsWith(expected, at)) return at + expected.length;
	if (expected.startsWith(text.slice(at))) return undefined;
	throw new GrammarMismatch();
}

function nameAt(text: string, at: number, names: readonly string[] | undefined): string | undefined {
	if (names === undefined) return /^[^\s{}:<]+(?=\{)/u.exec(text.slice(at))?.[0];
	return names.find((name) => text.startsWith(`${name}{`, at));
}

function beginsName(rest: string, names: readonly string[] | undefined): boolean {
	return names === undefined ? /^[^\s{}:<]*$/u.test(rest) : names.some((name) => name.startsWith(rest));
}

/** Arguments that broke off are handed on as they are, and no client can read them. */
function objectOf(json: string): JsonObject {
	try {
		const value: unknown = JSON.parse(json);
		if (isJsonObject(value)) return value;
	} catch {}
	throw new GrammarMismatch();
}

/** Reads values into JSON text; where the text ends, the JSON ends too. */
class ValueReader {
	at: number;
	readonly #text: string;

	constructor(text: string, at: number) {
		this.#text = text;
		this.at = at;
	}

	dict(): string {
		return this.#brackets('{', '}', () => this.#pair());
	}

	#brackets(open: string, close: string, member: () => string): string {
		this.#take(open);
		this.#space();
		if (this.#taken(close)) return open + close;
		let json = open + member();
		while (this.#taken(',')) {
			this.#space();
			json += `,${member()}`;
		}
		this.#space();
		if (this.#ended()) return json;
		this.#take(close);
		return json + close;
	}

	#pair(): string {
		const key = /^[^:}]+/u.exec(this.#rest())?.[0];
		if (key === undefined) return this.#endOr();
		this.at += key.length;
		if (this.#ended()) return JSON.stringify(key).slice(0, -1);
		this.#take(':');
		this.#space();
		return `${JSON.stringify(key)}:${this.#value()}`;
	}

	#value(): string {
		const rest = this.#rest();
		if (rest.startsWith('<|"|>')) return this.#string();
		if (rest.startsWith('{')) return this.dict();
		if (rest.startsWith('[')) return this.#brackets('[', ']', () => this.#value());
		const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/u.exec(rest)?.[0];
		if (scalar === undefined) return this.#endOr();
		this.at += scalar.length;
		return scalar;
	}

	#string(): string {
		const start = this.at + '<|"|>'.length;
		const length = this.#text.slice(start).search(/<\|"\|>|<\|channel>/u);
		const end = length === -1 ? this.#text.length : start + length;
		const json = JSON.stringify(this.#text.slice(start, end));
		this.at = end;
		if (this.#ended()) return json.slice(0, -1);
		this.#take('<|"|>');
		return json;
	}

	#endOr(): string {
		if (this.#ended()) return '';
		throw new GrammarMismatch();
	}

	#take(expected: string): void {
		if (!this.#taken(expected) && !this.#ended()) throw new GrammarMismatch();
	}

	#taken(expected: string): boolean {
		if (!this.#text.startsWith(expected, this.at)) return false;
		this.at += expected.length;
		return true;
	}

	#space(): void {
		this.at += /^\s*/u.exec(this.#rest())?.[0].length ?? 0;
	}

	#ended(): boolean {
		return this.at >= this.#text.length;
	}

	#rest(): string {
		return this.#text.slice(this.at);
	}
}

/**
 * llama.cpp's chat parser for Gemma 4: what its grammar does not match fails the request, what the end cut off counts as
 * far as it goes, and words after a call or a stray `<channel|>` are lost. llama-server also decodes by this grammar
 * where tools are declared, so there the model could not have written most of what fails here. A thought needs no line
 * break after its name, as its tests have it.
 */
export const llamaCpp: EngineReader = engineFate({
	engine: 'llama-cpp',
	title: 'llama.cpp',
	version: '3a10bf6 (2026)',
	source: 'ggml-org/llama.cpp: common/parsers/gemma4.cpp at 3a10bf6, common/chat.cpp in a copy; read 2026-11-21',
	// How its automatic parser reads FunctionGemma has not been read.
	answer: (pieces, dialect, tools) => (dialect === 'gemma4' ? gemma4Answer(pieces.join(''), tools) : undefined),
});

const OPEN = '<|tool_call>';
const MESSAGE_ENDS = /<\|channel>|<channel\|>|<\|tool_call>/u;

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const { shown, end } = messages(text);
	const at = text.indexOf(OPEN, end);
	if (at === -1) return { calls: [], shown };
	// Where none is declared, its parser has another form, which has not been read.
	const names = tools === undefined || tools.length === 0 ? undefined : tools.map(({ name }) => name);
	const calls: FateCall[] = [];
	try {
		for (let from = at; text.startsWith(OPEN, from); ) {
			const call = readLlamaCppCall(text, from + OPEN.length, names);
			if (call.name !== undefined) calls.push({ name: call.name, arguments: call.arguments });
			from = call.end;
		}
	} catch (error) {
		if (!(error instanceof GrammarMismatch)) throw error;
		// Further calls are optional in its grammar, the first is not.
		if (calls.length === 0) return { calls, shown, error: error.message };
	}
	return { calls, shown };
}

/** Thoughts and words in turn, up to what is neither. */
function messages(text: string): { readonly shown: string; readonly end: number } {
	let shown = '';
	let at = text.startsWith('<|turn>model\n') ? '<|turn>model\n'.length : 0;
	for (;;) {
		const [thought = ''] =
			/^(?:<\|channel>(?!thought))*<\|channel>thought.*?(?:<channel\|>|$)/su.exec(text.slice(at)) ?? [];
		const start = at + thought.length;
		if (thought === '' && text.startsWith('<|channel>', start)) return { shown, end: start };
		const length = text.slice(start).search(MESSAGE_ENDS);
		const end = length === -1 ? text.length : start + length;
		shown += text.slice(start, end);
		if (end === at || end === text.length) return { shown, end };
		at = end;
	}
}
