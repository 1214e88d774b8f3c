import type { NativeContext } from './context.ts';

/** Stands in for the binding's native context: records what it was given, and ends an evaluation on demand. */
export class NativeContextDouble implements NativeContext {
	readonly calls: string[] = [];
	readonly #evaluation = Promise.withResolvers<void>();
	addToBatch(_sequence: number, _position: number, tokens: Uint32Array, withLogits: Uint32Array): Uint32Array {
		this.calls.push(`add ${tokens.length}`);
		return withLogits;
	}
	decodeBatch(): Promise<void> {
		this.calls.push('decode');
		return this.#evaluation.promise;
	}
	async sampleToken(): Promise<number> {
		this.calls.push('sample');
		return 7;
	}
	setThreads(threads: number): void {
		this.calls.push(`threads ${threads}`);
	}
	end(error?: Error): void {
		if (error === undefined) this.#evaluation.resolve();
		else this.#evaluation.reject(error);
	}
}

/** Adds so many tokens to the batch; the next token is to be sampled after the last of `withLogits`. */
export function add(context: NativeContext, tokens: number, withLogits: readonly number[] = []): void {
	context.addToBatch(0, 0, new Uint32Array(tokens), Uint32Array.from(withLogits));
}
