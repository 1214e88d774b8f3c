import type { PlannedSample } from '../plan.ts';
import { sampleKey } from '../sample-key.ts';

/** Does the work of a sample once it is this run's turn. */
export type InTurn = <T>(planned: PlannedSample, work: () => Promise<T>) => Promise<T>;

/**
 * Has runs of the same samples take turns: each sample is evaluated by one run after the other, never by two at once, so
 * that what drifts on the machine meets all alike. A run that lacks a sample of another waits until that one is done.
 */
export class Turns {
	readonly #places: ReadonlyMap<string, number>;
	readonly #runs: Set<number>;
	readonly #waiting: Map<number, Waiting> = new Map();
	#busy = false;

	/** `order`: every sample that any of the runs has. */
	constructor(order: readonly PlannedSample[], runs: number) {
		this.#places = new Map(order.map((planned, place) => [keyOf(planned), place]));
		this.#runs = new Set(Array(runs).keys());
	}

	/** The turns of a run, 0-based. */
	of(run: number): InTurn {
		return async (planned, work) => {
			await new Promise<void>((start) => {
				this.#waiting.set(run, { place: this.#places.get(keyOf(planned)) ?? 0, start });
				this.#next();
			});
			try {
				return await work();
			} finally {
				this.#busy = false;
				this.#next();
			}
		};
	}

	/** Tells that the run has ended, however: the others need not wait for it. */
	leave(run: number): void {
		this.#runs.delete(run);
		this.#next();
	}

	/** Nobody begins before all are ready: a run that still writes its log would take time from the next. */
	#next(): void {
		if (this.#busy || this.#waiting.size < this.#runs.size) return;
		const order = [...this.#waiting].sort(
			([run, { place }], [other, { place: otherPlace }]) => place - otherPlace || run - other,
		);
		const [first] = order;
		if (first === undefined) return;
		const [run, { start }] = first;
		this.#busy = true;
		this.#waiting.delete(run);
		start();
	}
}

interface Waiting {
	readonly place: number;
	readonly start: () => void;
}

function keyOf({ suite, sample, arm, epoch }: PlannedSample): string {
	return sampleKey({ suite: suite.name, sampleId: sample.id, arm, epoch });
}
