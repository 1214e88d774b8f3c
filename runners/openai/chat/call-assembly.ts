import {
	type GenerationEvent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type ToolDeclaration,
} from '../../../src/index.ts';
import { textOf } from '../raw/stream-completer.ts';
import { contradictoryAnswer, holdsSomething, unreadAnswer, wordsOf } from '../wire/unread-answer.ts';
import { argumentsText, CallArguments } from './call-arguments.ts';
import { nameOf } from './call-name.ts';

interface Assembled {
	readonly index: number;
	readonly id: string | undefined;
	/** Fragments of its name. */
	readonly name: string[];
	readonly arguments: CallArguments;
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
			if (name !== '') call.name.push(name);
			call.arguments.add(text);
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
		const call: Assembled = { index, id, name: [], arguments: new CallArguments(), other: undefined, atMs: 0 };
		this.#calls.push(call);
		return call;
	}

	/**
	 * The calls in their order, those without a name or with broken arguments as malformed, and the last of an answer that was
	 * cut before any arguments: they may have been to come. Undefined stands for one whose tool
	 * needs arguments, and of which the server tells none: nobody knows what the model wrote. Throws EngineError where they may
	 * stand in a field that nobody knows, and where a name or arguments are told twice and differ (`contradictory`).
	 */
	finish(source: string, wasCut: boolean): readonly (CallEvent | undefined)[] {
		const declared = new Set(this.#tools.map(({ name }) => name));
		let number = this.#first;
		return this.#calls
			.toSorted((a, b) => a.index - b.index)
			.map((assembled, place, { length }) => {
				const { other, atMs } = assembled;
				const name = nameOf(assembled.name, declared);
				if (name === undefined)
					throw contradictoryAnswer(`${source}: the server tells two names of one call: ${assembled.name.join(', ')}`);
				const raw = `${name}(${assembled.arguments.text})`;
				if (name.trim() === '') return { type: 'malformed', reason: 'bad-name', raw, atMs };
				const told = assembled.arguments.value();
				if (told === 'contradictory')
					throw contradictoryAnswer(`${source}: the server tells two different arguments of one call of ${name}`);
				if (told === null && other !== undefined)
					throw unreadAnswer(source, `choices[0].delta.tool_calls[].function.${other.name}`, other.value);
				if (wasCut && place === length - 1 && assembled.arguments.text === '')
					return { type: 'malformed', reason: 'unclosed', raw, atMs };
				if (told === null && this.#needsArguments(name)) return undefined;
				if (told === undefined) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
				const repairs = assembled.arguments.losses();
				const call = { id: `call-${number++}`, name, arguments: told ?? {}, raw };
				return { type: 'call', call: repairs.length === 0 ? call : { ...call, repairs }, atMs };
			});
	}

	/** Of a tool without required parameters, servers leave empty arguments out. */
	#needsArguments(name: string): boolean {
		const required = this.#tools.find((tool) => tool.name === name)?.parameters.required;
		return Array.isArray(required) && required.length > 0;
	}
}

/** The function of a fragment; undefined where it has none yet. */
export function functionOf(fragment: JsonValue, source: string, place: string): JsonObject | undefined {
	if (!isJsonObject(fragment)) throw unreadAnswer(source, place, fragment);
	const { function: called, index: _, id: __, type: ___, ...rest } = fragment;
	if (isJsonObject(called)) return called;
	const [other] = Object.entries({ function: called ?? null, ...rest }).filter(([, value]) => holdsSomething(value));
	if (other !== undefined) throw unreadAnswer(source, `${place}.${other[0]}`, other[1]);
	return undefined;
}

function otherField(called: JsonObject): Assembled['other'] {
	const { name: _, arguments: __, id: ___, type: ____, description: _____, ...rest } = called;
	const [other] = Object.entries(rest).filter(([, value]) => holdsSomething(value));
	return other === undefined ? undefined : { name: other[0], value: other[1] };
}
