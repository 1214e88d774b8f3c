/** Lets generations of one engine wait for each other, in the order they were asked. */
export class GenerationTurns {
	#last: Promise<void> = Promise.resolve();

	/** Resolves when it is the caller's turn; the returned function ends it. */
	async take(): Promise<() => void> {
		const before = this.#last;
		let release: () => void = () => undefined;
		this.#last = new Promise((resolve) => {
			release = resolve;
		});
		await before;
		return release;
	}
}
