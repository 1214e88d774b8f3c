import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LlamaContextSequence } from 'node-llama-cpp';

/**
 * Evaluated shared beginnings of prompts on disk, for the next process with the same model, engine and prefix. A file's name carries
 * the hash of what it was made with and the hash of its contents: anything else in the folder is never loaded.
 */
export class PromptCache {
	readonly #folder: string;
	readonly #madeWith: string;
	/** Of the model's layers that have one, tokens. */
	readonly slidingWindow: number | undefined;
	#kept = 0;

	/** `madeWith`: everything beside the tokens that the state depends on. */
	constructor(folder: string, slidingWindow: number | undefined, madeWith: readonly (string | number | boolean)[]) {
		this.#folder = folder;
		this.slidingWindow = slidingWindow;
		this.#madeWith = JSON.stringify(madeWith);
	}

	/** Puts the prefix into the sequence. False: it is not here, and the sequence is empty or as it was. */
	async restore(sequence: LlamaContextSequence, tokens: readonly number[]): Promise<boolean> {
		const file = await this.#soundFile(this.#key(tokens));
		if (file === undefined) return false;
		try {
			await sequence.loadStateFromFile(file, { acceptRisk: true });
			if (isSame(sequence.contextTokens, tokens)) return true;
		} catch {
			// Of another make after all: evaluating is always possible.
		}
		await sequence.clearHistory();
		return false;
	}

	/** Keeps what the sequence holds, exactly `tokens`. A disk that cannot take it costs time later, nothing else. */
	async keep(sequence: LlamaContextSequence, tokens: readonly number[]): Promise<void> {
		const key = this.#key(tokens);
		const next = join(this.#folder, `${key}.${process.pid}.${this.#kept++}.tmp`);
		try {
			await sequence.saveStateToFile(next);
			const contents = await fileHash(next);
			this.#drop(key);
			renameSync(next, join(this.#folder, `${key}-${contents}.state`));
		} catch {
			rmSync(next, { force: true });
		}
	}

	async #soundFile(key: string): Promise<string | undefined> {
		for (const name of this.#filesOf(key)) {
			const file = join(this.#folder, name);
			try {
				if (name === `${key}-${await fileHash(file)}.state`) return file;
			} catch {
				// Another process has just replaced it.
			}
		}
		return undefined;
	}

	#drop(key: string): void {
		for (const name of this.#filesOf(key)) rmSync(join(this.#folder, name), { force: true });
	}

	#filesOf(key: string): readonly string[] {
		return readdirSync(this.#folder).filter((name) => name.startsWith(`${key}-`) && name.endsWith('.state'));
	}

	#key(tokens: readonly number[]): string {
		return createHash('sha256').update(this.#madeWith).update(Int32Array.from(tokens)).digest('hex').slice(0, 32);
	}
}

async function fileHash(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
	return hash.digest('hex').slice(0, 32);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
	return one.length === other.length && one.every((token, index) => token === other[index]);
}
