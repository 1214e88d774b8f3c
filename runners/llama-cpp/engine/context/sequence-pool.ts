import { EngineProblem } from '../engine-problem.ts';
import type { PromptState } from '../prompt/prompt-state.ts';

/** The sequences of a context, each lent to one request at a time, first come first served. */
export class SequencePool {
	readonly #free: PromptState[];
	readonly #waiting: ((state: PromptState) => void)[] = [];
	readonly #atWork = new Set<Promise<unknown>>();

	constructor(states: readonly PromptState[]) {
		this.#free = [...states];
	}

	/** Runs a job on a free sequence, of several the one of which `reusable` tokens are most. */
	async use<T>(reusable: (state: PromptState) => number, job: (state: PromptState) => Promise<T>): Promise<T> {
		const state = this.#take(reusable) ?? (await new Promise<PromptState>((resolve) => this.#waiting.push(resolve)));
		const work = job(state);
		this.#atWork.add(work);
		try {
			return await work;
		} catch (error) {
			// After a failure of the engine nothing in the sequence is to be relied on; a problem was told before it changed.
			if (!(error instanceof EngineProblem)) state.forget();
			throw error;
		} finally {
			this.#atWork.delete(work);
			const next = this.#waiting.shift();
			if (next === undefined) this.#free.push(state);
			else next(state);
		}
	}

	/** Resolves when every job that was begun has ended. */
	async idle(): Promise<void> {
		while (this.#atWork.size > 0) await Promise.allSettled(this.#atWork);
	}

	#take(reusable: (state: PromptState) => number): PromptState | undefined {
		// Between one and none there is nothing to compare, which would read every token the sequence holds.
		if (this.#free.length < 2) return this.#free.pop();
		const best = this.#free.reduce<{ readonly state: PromptState; readonly tokens: number } | undefined>(
			(before, state) => {
				const tokens = reusable(state);
				return before === undefined || tokens > before.tokens ? { state, tokens } : before;
			},
			undefined,
		);
		if (best === undefined) return undefined;
		this.#free.splice(this.#free.indexOf(best.state), 1);
		return best.state;
	}
}
