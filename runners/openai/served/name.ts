import { EngineError } from '../../../src/base/errors.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { message } from '../../../src/base/message.ts';

/** The name under which a server answers. It may not change during a run: the samples would be of two models. */
export class ServedName {
	readonly #url: string;
	readonly #asked: string | undefined;
	#name: string | undefined;

	/** With `asked`, the first answer must be that model's already. */
	constructor(url: string, asked?: string) {
		this.#url = url;
		this.#asked = asked;
	}

	/** Absent until an answer has it. */
	get name(): string | undefined {
		return this.#name;
	}

	/** Reads the `model` of an answer; the first event of some servers leaves it empty. Throws EngineError for another than before. */
	read({ model: name }: JsonObject): void {
		if (typeof name !== 'string' || name === '' || name === this.#name) return;
		const [address, before, asked] = [this.#url, this.#name, this.#asked];
		if (before !== undefined) throw new EngineError('protocol', message('server.renamed', { address, name, before }));
		if (asked !== undefined && !isSameName(name, asked))
			throw new EngineError('protocol', message('server.other-name', { address, name, asked }));
		this.#name = name;
	}
}

/** What people call what is served: the last part of a path on the server's disk, all of `google/gemma-3-4b-it`. */
export function nameToShow(served: string): string {
	return isPath(served) ? lastPart(served) : served;
}

/** Whether weights are named by where they lie, as llama-server and vLLM do, and not by a hub's name. */
export function isPath(served: string): boolean {
	return /[\\/]/u.test(served) && !HUB_NAME.test(served);
}

const HUB_NAME = /^[\w-][\w.-]*\/[\w-][\w.-]*(?<!\.gguf)(?::[\w.-]+)?$/iu;

/** The tag `latest`, the case of letters, a path and an owner that only one of them has make no other model. */
function isSameName(one: string, other: string): boolean {
	const [first = '', second = ''] = [one, other].map((name) => name.replace(/:latest$/u, '').toLowerCase());
	if (first === second) return true;
	return !(HUB_NAME.test(first) && HUB_NAME.test(second)) && lastPart(first) === lastPart(second);
}

export function lastPart(path: string): string {
	return path.split(/[\\/]/u).at(-1) || path;
}
