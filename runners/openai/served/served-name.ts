import { EngineError, type JsonObject } from '../../../src/index.ts';
import { textOf } from '../raw/stream-completer.ts';

/** The name under which a server answers. It may not change while a run goes on: the samples would be of two models. */
export class ServedName {
	readonly #url: string;
	readonly #asked: string | undefined;
	#told: string | undefined;

	/** With `asked`, the first answer must be that model's already. */
	constructor(url: string, asked?: string) {
		this.#url = url;
		this.#asked = asked;
	}

	/** Absent until an answer has told it. */
	get told(): string | undefined {
		return this.#told;
	}

	/** Reads the `model` of an answer. Throws {@link EngineError} where it is another than before. */
	read({ model }: JsonObject): void {
		const name = textOf(model);
		// The first event of some servers leaves it empty.
		if (name === undefined || name === '' || name === this.#told) return;
		if (this.#told !== undefined) {
			throw new EngineError('protocol', `${this.#url}: answers as ${name}, and as ${this.#told} before`, {
				hint: 'Keep one model loaded in the server; what was evaluated before stands, go on with --resume.',
			});
		}
		if (this.#asked !== undefined && !isSameName(name, this.#asked)) {
			throw new EngineError('protocol', `${this.#url}: answers as ${name}, but was asked for ${this.#asked}`, {
				hint: `Name what it serves: --model ${name}.`,
			});
		}
		this.#told = name;
	}
}

/** What people call what is served: of a path on the server's disk its last part alone, of `google/gemma-3-4b-it` all of it. */
export function nameToShow(served: string): string {
	return isPath(served) ? lastPart(served) : served;
}

/** Whether the weights are told by where they lie, as llama-server and vLLM do, and not by a hub's name. */
export function isPath(served: string): boolean {
	return /[\\/]/u.test(served) && !HUB_NAME.test(served);
}

const HUB_NAME = /^[\w-][\w.-]*\/[\w-][\w.-]*(?<!\.gguf)(?::[\w.-]+)?$/iu;

/** A tag that goes without saying and the case of letters make no other model, nor a path, nor an owner that only one of them tells. */
function isSameName(one: string, other: string): boolean {
	const [first, second] = [one, other].map((name) => name.replace(/:latest$/u, '').toLowerCase());
	if (first === undefined || second === undefined || first === second) return true;
	return !(HUB_NAME.test(first) && HUB_NAME.test(second)) && lastPart(first) === lastPart(second);
}

function lastPart(path: string): string {
	return path.split(/[\\/]/u).at(-1) || path;
}
