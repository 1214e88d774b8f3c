import type { GemmarkError } from '../../../src/index.ts';
import type { FromEngine } from '../protocol.ts';

/** Messages of one request, in order, for a reader that may be slower or leave early. */
export class MessageQueue {
	readonly #id: number;
	readonly #messages: FromEngine[] = [];
	readonly #ended: Promise<void>;
	#markEnded: () => void = () => undefined;
	#failure: GemmarkError | undefined;
	#wake: (() => void) | undefined;

	constructor(id: number) {
		this.#id = id;
		this.#ended = new Promise((resolve) => {
			this.#markEnded = resolve;
		});
	}

	push(message: FromEngine): void {
		if (!('id' in message) || message.id !== this.#id) return;
		this.#messages.push(message);
		if (message.type !== 'pieces') this.#markEnded();
		this.#wake?.();
	}

	fail(error: GemmarkError): void {
		this.#failure = error;
		this.#markEnded();
		this.#wake?.();
	}

	/** The next message. Throws what the engine died of, once all that came before is read. */
	async next(): Promise<FromEngine> {
		for (;;) {
			const message = this.#messages.shift();
			if (message !== undefined) return message;
			if (this.#failure !== undefined) throw this.#failure;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	/** Resolves when the engine has answered in full, or died. */
	ended(): Promise<void> {
		return this.#ended;
	}
}
