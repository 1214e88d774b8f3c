import {
	type GenerationEvent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	MAX_ARGUMENT_DEPTH,
	MAX_ARGUMENTS,
	nestsWithin,
	type ToolDeclaration,
} from '../../../src/index.ts';
import { textOf } from '../stream-completer.ts';
import { holdsSomething, unreadAnswer, wordsOf } from '../unread-answer.ts';

interface Assembled {
	readonly index: number;
	readonly id: string | undefined;
	name: string;
	/** Its fragments joined, and the same where a fragment that begins with all before it was taken in their place. */
	arguments: string;
	resent: string;
	/** A field beside name and arguments that holds something. */
	other: { readonly name: string; readonly value: JsonValue } | undefined;
	/** Arrival of its last fragment. */
	atMs: number;
}

type CallEvent = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;

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

	/** How many calls have begun. */
	get count(): number {
		return this.#calls.length;
	}

	/** How many calls begin with these fragments. Throws EngineError for one in a form that nobody knows. */
	add(fragments: readonly JsonValue[], atMs: number, source: string): number {
		const before = this.#calls.length;
		for (const [position, fragment] of fragments.entries()) {
			const place = `choices[0].delta.tool_calls[${position}]`;
			const called = functionOf(fragment, source, place);
			if (called === undefined || !isJsonObject(fragment)) continue;
			const name = wordsOf(called.name, source, `${place}.function.name`);
			const text = argumentsText(called.arguments, source, `${place}.function.arguments`);
			const index = typeof fragment.index === 'number' ? fragment.index : position;
			const call = this.#callOf(index, textOf(fragment.id), name !== '');
			// Some servers repeat the whole name in each fragment.
			if (name !== call.name) call.name += name;
			if (call.arguments.length <= MAX_ARGUMENTS) {
				call.arguments += text;
				const whole = text.length >= call.resent.length && text.startsWith(call.resent);
				call.resent = whole ? text : call.resent + text;
			}
			call.other ??= otherField(called);
			call.atMs = atMs;
			this.#openMs ??= atMs;
			this.#completeMs = atMs;
		}
		return this.#calls.length - before;
	}

	/** Some servers give every call the index 0: a name under another id begins another call. */
	#callOf(index: number, id: string | undefined, named: boolean): Assembled {
		const open = this.#calls.findLast((call) => call.index === index);
		if (open !== undefined && !(named && id !== undefined && open.id !== undefined && open.id !== id)) return open;
		const call: Assembled = { index, id, name: '', arguments: '', resent: '', other: undefined, atMs: 0 };
		this.#calls.push(call);
		return call;
	}

	/**
	 * The calls in their order, those without a name or with broken arguments as malformed. Undefined stands for one whose tool
	 * needs arguments, and of which the server tells none: nobody knows what the model wrote. Throws EngineError where they may
	 * stand in a field that nobody knows.
	 */
	finish(source: string): readonly (CallEvent | undefined)[] {
		let number = this.#first;
		return this.#calls
			.toSorted((a, b) => a.index - b.index)
			.map((assembled) => {
				const { name, arguments: text, resent, other, atMs } = assembled;
				const raw = `${name}(${text})`;
				if (name.trim() === '') return { type: 'malformed', reason: 'bad-name', raw, atMs };
				const isUntold = text.trim() === '' || text.trim() === 'null';
				if (isUntold && other !== undefined)
					throw unreadAnswer(source, `choices[0].delta.tool_calls[].function.${other.name}`, other.value);
				if (isUntold && this.#needsArguments(name)) return undefined;
				const args = isUntold ? {} : (parseArguments(text) ?? parseArguments(resent));
				if (args === undefined) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
				return { type: 'call', call: { id: `call-${number++}`, name, arguments: args, raw }, atMs };
			});
	}

	/** Of a tool without required parameters, servers leave empty arguments out. */
	#needsArguments(name: string): boolean {
		const required = this.#tools.find((tool) => tool.name === name)?.parameters.required;
		return Array.isArray(required) && required.length > 0;
	}
}

/** The function of a fragment; undefined where it has none yet. */
function functionOf(fragment: JsonValue, source: string, place: string): JsonObject | undefined {
	if (!isJsonObject(fragment)) throw unreadAnswer(source, place, fragment);
	const { function: called, index: _, id: __, type: ___, ...rest } = fragment;
	if (isJsonObject(called)) return called;
	const [other] = Object.entries({ function: called ?? null, ...rest }).filter(([, value]) => holdsSomething(value));
	if (other !== undefined) throw unreadAnswer(source, `${place}.${other[0]}`, other[1]);
	return undefined;
}

/** Text, as the OpenAI API has it, or the object itself, as llama-server once gave it (ggml-org/llama.cpp#20198). */
function argumentsText(value: JsonValue | undefined, source: string, place: string): string {
	if (!isJsonObject(value)) return wordsOf(value, source, place);
	if (!nestsWithin(value, MAX_ARGUMENT_DEPTH)) throw unreadAnswer(source, place, 'an object too deep');
	return JSON.stringify(value);
}

function otherField(called: JsonObject): Assembled['other'] {
	const { name: _, arguments: __, id: ___, type: ____, description: _____, ...rest } = called;
	const [other] = Object.entries(rest).filter(([, value]) => holdsSomething(value));
	return other === undefined ? undefined : { name: other[0], value: other[1] };
}

/**
 * The arguments as an object. What is encoded twice is read too, as vLLM does with models that write them as text
 * (vllm-project/vllm#54964); what is sent twice is `resent`, as vLLM's xlam parser does at the end (vllm-project/vllm#51697).
 */
function parseArguments(text: string): JsonObject | undefined {
	if (text.length > MAX_ARGUMENTS) return undefined;
	try {
		const once = JSON.parse(text) as JsonValue;
		const value = typeof once === 'string' ? (JSON.parse(once) as JsonValue) : once;
		return isJsonObject(value) && nestsWithin(value, MAX_ARGUMENT_DEPTH) ? value : undefined;
	} catch {
		return undefined;
	}
}
