/** Lets requests to one engine wait for each other, in the order they were made. */
export class Turns {
	readonly #waiting: (() => void)[] = [];
	#free: number;

	/** `atOnce`: so many requests are worked off together. */
	constructor(atOnce = 1) {
		this.#free = atOnce;
	}

	/** Resolves when it is the caller's turn; the returned function ends it and is to be called once. */
	async take(): Promise<() => void> {
		if (this.#free > 0) this.#free -= 1;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		return () => this.#release();
	}

	#release(): void {
		const next = this.#waiting.shift();
		if (next === undefined) this.#free += 1;
		else next();
	}
}
