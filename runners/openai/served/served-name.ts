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
		if (this.#asked !== undefined && plainName(name) !== plainName(this.#asked)) {
			throw new EngineError('protocol', `${this.#url}: answers as ${name}, but was asked for ${this.#asked}`, {
				hint: `Name what it serves: --model ${name}.`,
			});
		}
		this.#told = name;
	}
}

/** A path, a tag that goes without saying and the case of letters make no other model. */
function plainName(name: string): string {
	return (name.split(/[\\/]/u).at(-1) ?? name).replace(/:latest$/u, '').toLowerCase();
}
