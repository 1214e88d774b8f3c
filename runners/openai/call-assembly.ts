import {
	type GenerationEvent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	MAX_ARGUMENT_DEPTH,
	MAX_ARGUMENTS,
	nestsWithin,
} from '../../src/index.ts';
import { textOf } from './stream-completer.ts';

interface Assembled {
	readonly index: number;
	readonly id: string | undefined;
	name: string;
	arguments: string;
	/** Arrival of its last fragment. */
	atMs: number;
}

/** Joins the fragments in which a chat server streams its tool calls. */
export class CallAssembly {
	readonly #first: number;
	readonly #calls: Assembled[] = [];
	#openMs: number | undefined;
	#completeMs = 0;

	constructor(first: number) {
		this.#first = first;
	}

	/** Arrival of the first fragment of a call; undefined while there is none. */
	get openMs(): number | undefined {
		return this.#openMs;
	}

	/** Arrival of the last fragment. */
	get completeMs(): number {
		return this.#completeMs;
	}

	/** How many calls begin with these fragments. */
	add(fragments: JsonValue | undefined, atMs: number): number {
		if (!Array.isArray(fragments)) return 0;
		const before = this.#calls.length;
		for (const [position, fragment] of fragments.entries()) {
			if (!isJsonObject(fragment) || !isJsonObject(fragment.function)) continue;
			const { name, arguments: text } = fragment.function;
			const index = typeof fragment.index === 'number' ? fragment.index : position;
			const call = this.#callOf(index, textOf(fragment.id), typeof name === 'string' && name !== '');
			// Some servers repeat the whole name in each fragment.
			if (typeof name === 'string' && name !== call.name) call.name += name;
			if (typeof text === 'string' && call.arguments.length <= MAX_ARGUMENTS) call.arguments += text;
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
		const call: Assembled = { index, id, name: '', arguments: '', atMs: 0 };
		this.#calls.push(call);
		return call;
	}

	/** The calls in their order, those without a name or with broken arguments as malformed. */
	finish(): readonly Extract<GenerationEvent, { type: 'call' | 'malformed' }>[] {
		let number = this.#first;
		return this.#calls
			.toSorted((a, b) => a.index - b.index)
			.map(({ name, arguments: text, atMs }) => {
				const raw = `${name}(${text})`;
				if (name.trim() === '') return { type: 'malformed', reason: 'bad-name', raw, atMs };
				const args = parseArguments(text);
				if (args === undefined) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
				return { type: 'call', call: { id: `call-${number++}`, name, arguments: args, raw }, atMs };
			});
	}
}

function parseArguments(text: string): JsonObject | undefined {
	if (text.length > MAX_ARGUMENTS) return undefined;
	try {
		const value = JSON.parse(text === '' ? '{}' : text) as JsonValue;
		return isJsonObject(value) && nestsWithin(value, MAX_ARGUMENT_DEPTH) ? value : undefined;
	} catch {
		return undefined;
	}
}
