import type { GemmarkError } from '../../src/base/errors.ts';

/** What an engine says to one request, in order, for a reader that may be slower or leave early. */
export class Arrivals<Item> {
	readonly #items: Item[] = [];
	readonly #ended = Promise.withResolvers<void>();
	#failure: GemmarkError | undefined;
	#wake: (() => void) | undefined;

	/** `last`: with it the engine has answered in full. */
	push(item: Item, last: boolean): void {
		this.#items.push(item);
		if (last) this.#ended.resolve();
		this.#wake?.();
	}

	fail(error: GemmarkError): void {
		this.#failure ??= error;
		this.#ended.resolve();
		this.#wake?.();
	}

	/** The next item. Throws what the engine failed of, once all that came before is read. */
	async next(): Promise<Item> {
		for (;;) {
			const item = this.#items.shift();
			if (item !== undefined) return item;
			if (this.#failure !== undefined) throw this.#failure;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	/** Resolves when the engine has answered in full, or failed. */
	ended(): Promise<void> {
		return this.#ended.promise;
	}
}
