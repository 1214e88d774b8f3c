import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { BracketDepth } from '../dialects/syntax/region.ts';
import type { FateCall } from './outcome.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const ESCAPE = '<escape>';

/**
 * The plugin's reading of FunctionGemma in text: one call, complete with its own closing brace; what does not fit to the last
 * character is text. Source: DenisovAV/flutter_gemma, since 1.11.4 flutter_edge_ai,
 * `parsing/function_gemma_format.dart` (b1ffa78, 2026-07-10).
 */
export const functionGemmaFormat: FlutterGemmaFormat = {
	begins: (token) => token.trim().startsWith(OPEN),
	isComplete: (held) => held.includes(OPEN) && (held.includes(CLOSE) || bodyOf(held) !== undefined),
	calls(text) {
		const found = bodyOf(text);
		const args = found && new Arguments(found.body).read();
		return args === undefined ? [] : [{ name: found?.name ?? '', arguments: args } satisfies FateCall];
	},
	hidden: CLOSE,
};

/** Strings are opaque, and a brace inside of them closes nothing. */
function bodyOf(text: string): { readonly name: string; readonly body: string } | undefined {
	const at = text.indexOf(OPEN);
	const name = at === -1 ? undefined : /^call:(\w+)(?=\{)/u.exec(text.slice(at + OPEN.length))?.[1];
	if (name === undefined) return undefined;
	const body = text.slice(at + OPEN.length + 'call:'.length + name.length);
	let depth = 0;
	for (const { 0: token, 1: closed, index } of body.matchAll(/<escape>(?:.*?(<escape>))?|[{}]/gsu)) {
		if (token === '{') depth++;
		else if (token === '}') depth--;
		else if (closed === undefined) return undefined;
		if (depth === 0) return { name, body: body.slice(1, index) };
	}
	return undefined;
}

/** Reads the pairs of a body with a cursor; undefined for one that does not fit. */
class Arguments {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	read(): MutableJsonObject | undefined {
		const args = this.#pairs();
		return args !== undefined && this.#at === this.#text.length ? args : undefined;
	}

	/** Pairs up to what is no comma; a comma at the end of a body is forgiven, one before a brace is not. */
	#pairs(nested = false): MutableJsonObject | undefined {
		const pairs: MutableJsonObject = {};
		this.#space();
		if (nested ? this.#text[this.#at] === '}' : this.#ended()) return pairs;
		for (;;) {
			const key = this.#taken(/\w+/uy);
			this.#space();
			if (key === undefined || this.#taken(/:/uy) === undefined) return undefined;
			const value = this.#value();
			if (value === undefined) return undefined;
			setOwn(pairs, key, value);
			this.#space();
			if (this.#taken(/,/uy) === undefined) return pairs;
			this.#space();
			if (!nested && this.#ended()) return pairs;
		}
	}

	#value(): JsonValue | undefined {
		this.#space();
		if (this.#text.startsWith(ESCAPE, this.#at)) {
			return this.#taken(/<escape>.*?<escape>/suy)?.slice(ESCAPE.length, -ESCAPE.length);
		}
		if (this.#taken(/\{/uy) !== undefined) {
			const pairs = this.#pairs(true);
			return this.#taken(/\}/uy) === undefined ? undefined : pairs;
		}
		if (this.#taken(/\[/uy) !== undefined) return this.#items();
		return bareValue((this.#taken(/[^,\]}]*/uy) ?? '').trim());
	}

	#items(): readonly JsonValue[] | undefined {
		const items: JsonValue[] = [];
		this.#space();
		if (this.#taken(/\]/uy) !== undefined) return items;
		do {
			const item = this.#value();
			if (item === undefined) return undefined;
			items.push(item);
			this.#space();
		} while (this.#taken(/,/uy) !== undefined);
		return this.#taken(/\]/uy) === undefined ? undefined : items;
	}

	#taken(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		this.#at += found?.length ?? 0;
		return found;
	}

	#space(): void {
		this.#taken(/\s*/uy);
	}

	#ended(): boolean {
		return this.#at === this.#text.length;
	}
}

/** As Python would have written it: what Python does not write stays text. */
function bareValue(bare: string): JsonValue {
	if (bare === 'true' || bare === 'false') return bare === 'true';
	if (bare === 'None') return null;
	return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/u.test(bare) ? Number(bare) : bare;
}

/** How flutter_edge_ai finds calls in the text of one kind of model. */
export interface FlutterGemmaFormat {
	/** Whether a token, alone, may begin a call. */
	begins(token: string): boolean;
	/** Whether what was held back since is a whole call, or cannot become one. */
	isComplete(held: string): boolean;
	/** The calls in a text; none where it is words. */
	calls(text: string): readonly FateCall[];
	/** A token that is never shown. */
	readonly hidden?: string;
}

const BLOCKS = [
	['<tool_code>', '</tool_code>'],
	['```tool_code', '```'],
	['```json', '```'],
] as const;

/**
 * flutter_edge_ai's format for Gemma 3 and any other model: JSON, bare or in blocks of one kind. Source:
 * DenisovAV/flutter_gemma at f19ee6c, `parsing/json_function_call_format.dart` and `json_parsing_utils.dart`.
 */
export const jsonFormat: FlutterGemmaFormat = {
	begins: (token) => ['{', '```', '<tool_code>'].some((opening) => token.trim().startsWith(opening)),
	isComplete(held) {
		const text = held.trim();
		if (text.startsWith('{') && text.endsWith('}') && isBalanced(text)) return true;
		if (text.includes('<tool_code>') && text.includes('</tool_code>')) return true;
		return (text.includes('```json') || text.includes('```tool_code')) && text.endsWith('```');
	},
	calls(text) {
		for (const [open, close] of BLOCKS) {
			const calls = contentsBetween(text, open, close).flatMap(callOf);
			if (calls.length > 0) return calls;
		}
		return topLevelObjects(text).flatMap(callOf);
	},
};

/** The object that a text is; undefined where it is none. */
export function parsedObject(json: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function callOf(json: string): readonly FateCall[] {
	const call = parsedObject(json);
	if (typeof call?.name !== 'string') return [];
	const [given = {}] = [call.parameters, call.args, call.arguments].filter((value) => value != null);
	return isJsonObject(given) ? [{ name: call.name, arguments: given }] : [];
}

function isBalanced(text: string): boolean {
	const depth = new BracketDepth('json');
	for (const character of text) depth.take(character);
	return depth.missing === '';
}

function contentsBetween(text: string, open: string, close: string): readonly string[] {
	const contents: string[] = [];
	for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
		const end = text.indexOf(close, at + open.length);
		if (end === -1) break;
		contents.push(text.slice(at + open.length, end));
		at = end + close.length;
	}
	return contents;
}

function topLevelObjects(text: string): readonly string[] {
	const objects: string[] = [];
	for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start)) {
		const depth = new BracketDepth('json');
		let end = start;
		while (end < text.length && !depth.take(text[end] ?? '')) end++;
		if (end === text.length) break;
		objects.push(text.slice(start, end + 1));
		start = end + 1;
	}
	return objects;
}
