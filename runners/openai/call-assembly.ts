import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../src/base/json.ts';
import { jsonLosses } from '../../src/base/json-loss.ts';
import { MAX_ARGUMENT_DEPTH } from '../../src/dialects/syntax/tagged-arguments.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import { FINISH_WORDS, type GenerationEvent, MAX_ARGUMENTS } from '../../src/model/generation.ts';
import type { CallFragment } from './schema.ts';

interface Assembled {
	readonly index: number;
	readonly id: string | undefined;
	name: string;
	/** The name as its fragments are, repeated or not. */
	joinedName: string;
	arguments: string;
	/** Arrival of its last fragment. */
	atMs: number;
}

type CallEvent = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;
/** Why the server lost a call; the finish of its answer. */
export type LostCall = (typeof FINISH_WORDS)['missingArguments' | 'missingName'];

/** Joins the fragments in which a chat server streams its tool calls. */
export class CallAssembly {
	readonly #first: number;
	readonly #tools: readonly ToolDeclaration[];
	readonly #calls: Assembled[] = [];
	#openMs: number | undefined;
	#completeMs = 0;

	/** `first` numbers the calls; `tools` are those that were declared. */
	constructor(first: number, tools: readonly ToolDeclaration[]) {
		this.#first = first;
		this.#tools = tools;
	}

	/** Arrival of the first fragment of a call; undefined while there is none. */
	get openMs(): number | undefined {
		return this.#openMs;
	}

	/** Arrival of the last fragment. */
	get completeMs(): number {
		return this.#completeMs;
	}

	/** Returns how many calls begin with these fragments. */
	add(fragments: readonly CallFragment[], atMs: number): number {
		const before = this.#calls.length;
		for (const [position, { index = position, id, name, arguments: text }] of fragments.entries()) {
			const call = this.#callOf(index, id, name, text);
			// Some servers repeat the whole name in each chunk.
			if (name !== call.name) call.name += name;
			call.joinedName += name;
			if (call.arguments.length <= MAX_ARGUMENTS) call.arguments += text;
			call.atMs = atMs;
			this.#openMs ??= atMs;
			this.#completeMs = atMs;
		}
		return this.#calls.length - before;
	}

	/**
	 * Some servers give every call the index 0: a name under another id begins another call, and so does a whole call after a
	 * whole one that differs. `litert-lm serve` repeats the id too (openai_chat_completions.py at b0438ff).
	 */
	#callOf(index: number, id: string | undefined, name: string, text: string): Assembled {
		const open = this.#calls.findLast((call) => call.index === index);
		const isOther = id !== undefined && open?.id !== undefined && open.id !== id;
		if (open !== undefined && !(name !== '' && (isOther || isAnotherCall(open, name, text)))) return open;
		const call: Assembled = { index, id, name: '', joinedName: '', arguments: '', atMs: 0 };
		this.#calls.push(call);
		return call;
	}

	/**
	 * The calls in their order. Malformed are those with broken arguments, and the last of an answer that was cut before any of
	 * its arguments. A lost call is one without a name or the arguments that its tool requires, or with half of them and another
	 * call after it: what the model wrote is unknown.
	 */
	finish(wasCut: boolean): readonly (CallEvent | LostCall)[] {
		let number = this.#first;
		return this.#calls
			.toSorted((a, b) => a.index - b.index)
			.map(({ arguments: text, atMs, ...call }, place, { length }) => {
				const name = this.#tool(call.joinedName) === undefined ? call.name : call.joinedName;
				const raw = `${name}(${text})`;
				if (wasCut && place === length - 1 && text === '') return { type: 'malformed', reason: 'unclosed', raw, atMs };
				if (name.trim() === '') return FINISH_WORDS.missingName;
				const read = readArguments(text);
				if (read === undefined && place < length - 1) return FINISH_WORDS.missingArguments;
				if (read === undefined) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
				if (read.value === null && this.#needsArguments(name)) return FINISH_WORDS.missingArguments;
				const repairs = jsonLosses(read.json) ?? [];
				const made = { id: `call-${number++}`, name, arguments: read.value ?? {}, raw };
				return { type: 'call', call: repairs.length === 0 ? made : { ...made, repairs }, atMs };
			});
	}

	/** Of a tool without required parameters, servers leave empty arguments out. */
	#needsArguments(name: string): boolean {
		const required = this.#tool(name)?.parameters.required;
		return Array.isArray(required) && required.length > 0;
	}

	#tool(name: string): ToolDeclaration | undefined {
		return this.#tools.find((tool) => tool.name === name);
	}
}

/** Arguments, `null` where there are none, and the JSON that has them. */
interface ReadArguments {
	readonly value: JsonObject | null;
	readonly json: string;
}

/** Whether a fragment is a whole call that differs from the whole call before it: arguments that are sent again do not. */
function isAnotherCall(open: Assembled, name: string, text: string): boolean {
	const [before, now] = [parsed(open.arguments), parsed(text)];
	if (!isJsonObject(before) || !isJsonObject(now)) return false;
	return open.name !== name || canonicalJson(before) !== canonicalJson(now);
}

/** Undefined for arguments that are broken. An empty list is none: PHP encodes an empty object so. */
function readArguments(text: string): ReadArguments | undefined {
	if (text.length > MAX_ARGUMENTS) return undefined;
	const json = innerJson(text) ?? lastSent(text);
	if (json === undefined || jsonLosses(json) === undefined) return undefined;
	const value = json === '' ? null : (JSON.parse(json) as JsonValue);
	if (value === null || (Array.isArray(value) && value.length === 0)) return { value: null, json };
	return isJsonObject(value) && nestsWithin(value, MAX_ARGUMENT_DEPTH) ? { value, json } : undefined;
}

/** JSON text in JSON text is unpacked: vLLM sends it of models that write their arguments as text (vllm-project/vllm#54964). */
function innerJson(text: string): string | undefined {
	let inner = text.trim();
	for (;;) {
		const value = parsed(inner);
		if (typeof value !== 'string') return value === undefined && inner !== '' ? undefined : inner;
		inner = value.trim();
	}
}

/**
 * Parsers of vLLM send the arguments once more as a whole, after all or a part of them was streamed
 * (vllm-project/vllm#51697, #42167).
 */
function lastSent(text: string): string | undefined {
	for (let at = text.indexOf('{', 1); at !== -1; at = text.indexOf('{', at + 1)) {
		const [streamed, whole] = [text.slice(0, at), text.slice(at)];
		if (whole.startsWith(streamed) && parsed(whole) !== undefined) return whole;
		if (!streamed.trimEnd().endsWith('}')) continue;
		const [one, other] = [parsed(streamed), parsed(whole)];
		if (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)) return whole;
	}
	return undefined;
}

function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}
