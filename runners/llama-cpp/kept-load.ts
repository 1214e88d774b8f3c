import { globSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { canonicalJson, jsonOf, sha256 } from '../../src/base/json.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import { fileStamp } from '../../src/download/cache.ts';
import type { ModelIdentity } from '../../src/model/identity.ts';
import type { KeptFacts } from '../../src/model/runner.ts';
import type { LoadMessage, ReadyMessage } from './protocol.ts';

/** What the same engine said of the same load before: a run whose answers are all kept then starts none. */
export class KeptLoad {
	readonly #facts: KeptFacts;
	readonly #key: string;

	private constructor(facts: KeptFacts, key: string) {
		this.#facts = facts;
		this.#key = key;
	}

	/** Of the hashes of model and adapter, wherever they lie, and the entry file of node-llama-cpp. */
	static async of(
		facts: KeptFacts,
		request: LoadMessage,
		{ sha256: modelPath, adapter }: ModelIdentity,
		binding: string,
	): Promise<KeptLoad> {
		const load = { ...request, modelPath, adapter: adapter && { ...adapter, name: undefined } };
		const parts = [packageVersion(), cpus()[0]?.model, bindingStamps(binding), load];
		return new KeptLoad(facts, await sha256(canonicalJson(jsonOf(parts))));
	}

	get ready(): ReadyMessage | undefined {
		const fact = this.#facts.get(this.#key);
		return fact === undefined ? undefined : JSON.parse(fact);
	}

	keep(ready: ReadyMessage): void {
		this.#facts.put(this.#key, JSON.stringify(ready));
	}

	drop(): void {
		this.#facts.drop(this.#key);
	}

	async tokens(text: string, count: () => Promise<number>): Promise<number> {
		const key = `${this.#key} ${await sha256(text)}`;
		const known = this.#facts.get(key);
		const tokens = known === undefined ? await count() : Number(known);
		if (known === undefined) this.#facts.put(key, String(tokens));
		return tokens;
	}
}

/** Whether two loads gave the same engine; the second is given the threads of the first. */
export function isSameEngine(one: ReadyMessage, other: ReadyMessage): boolean {
	const { threads, prefillThreads } = one;
	const untimed = (ready: ReadyMessage) => canonicalJson(jsonOf({ ...ready, threads, prefillThreads, probeMs: 0 }));
	return untimed(one) === untimed(other);
}

/** Prebuilt binaries lie beside node-llama-cpp, those that were built here in it. */
function bindingStamps(entry: string): readonly string[] {
	const folder = resolve(dirname(entry), '..');
	const built = globSync(['../@node-llama-cpp/*/bins/*/*.node', 'llama/localBuilds/*'], { cwd: folder });
	return ['package.json', ...built.sort()].map((file) => `${file} ${fileStamp(join(folder, file))}`);
}
