import type { GemmarkError } from '../../src/index.ts';

/** Who listens to an engine, and what it died of. It dies once; whoever listens later is told at once. */
export class Lifetime<Message> {
	readonly #messageListeners = new Set<(message: Message) => void>();
	readonly #deathListeners = new Set<(error: GemmarkError) => void>();
	#death: GemmarkError | undefined;

	/** Why it is dead; absent while it lives. */
	get death(): GemmarkError | undefined {
		return this.#death;
	}

	/** Calls `onMessage` for each message and `onDeath` once, until the returned function is called. */
	listen(onMessage: (message: Message) => void, onDeath: (error: GemmarkError) => void): () => void {
		this.#messageListeners.add(onMessage);
		this.#deathListeners.add(onDeath);
		if (this.#death !== undefined) onDeath(this.#death);
		return () => {
			this.#messageListeners.delete(onMessage);
			this.#deathListeners.delete(onDeath);
		};
	}

	pass(message: Message): void {
		for (const listener of [...this.#messageListeners]) listener(message);
	}

	/** Only the first death counts. */
	die(error: GemmarkError): void {
		if (this.#death !== undefined) return;
		this.#death = error;
		for (const listener of [...this.#deathListeners]) listener(error);
		this.#messageListeners.clear();
		this.#deathListeners.clear();
	}
}
