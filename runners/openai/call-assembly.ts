import { type GenerationEvent, isJsonObject, type JsonObject, type JsonValue } from '../../src/index.ts';

/** Longest arguments of one call, UTF-16 units: more is a runaway model. */
const MAX_ARGUMENTS = 64 * 1024;

/** Joins the fragments in which a chat server streams its tool calls. */
export class CallAssembly {
	readonly #first: number;
	readonly #calls = new Map<number, { name: string; arguments: string }>();
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

	add(fragments: JsonValue | undefined, atMs: number): void {
		if (!Array.isArray(fragments)) return;
		for (const [position, fragment] of fragments.entries()) {
			if (!isJsonObject(fragment) || !isJsonObject(fragment.function)) continue;
			const index = typeof fragment.index === 'number' ? fragment.index : position;
			const call = this.#calls.get(index) ?? { name: '', arguments: '' };
			this.#calls.set(index, call);
			if (typeof fragment.function.name === 'string') call.name += fragment.function.name;
			const text = fragment.function.arguments;
			if (typeof text === 'string' && call.arguments.length <= MAX_ARGUMENTS) call.arguments += text;
			this.#openMs ??= atMs;
			this.#completeMs = atMs;
		}
	}

	/** The calls in their order, those with broken arguments as malformed. */
	finish(): readonly Extract<GenerationEvent, { type: 'call' | 'malformed' }>[] {
		const atMs = this.#completeMs;
		let number = this.#first;
		return [...this.#calls.entries()]
			.sort(([a], [b]) => a - b)
			.map(([, { name, arguments: text }]) => {
				const raw = `${name}(${text})`;
				const args = parseArguments(text);
				if (args === undefined) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
				return { type: 'call', call: { id: `call-${number++}`, name, arguments: args, raw, repairs: [] }, atMs };
			});
	}
}

function parseArguments(text: string): JsonObject | undefined {
	if (text.length > MAX_ARGUMENTS) return undefined;
	try {
		const value: unknown = JSON.parse(text === '' ? '{}' : text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
