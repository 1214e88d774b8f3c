import type { InTurn } from '../../src/eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, plannedKey } from '../../src/eval/plan.ts';

interface Seat {
	readonly run: number;
	/** What the run would do next; absent while it works, or writes its log. */
	waiting?: { readonly place: number; readonly key: string; readonly grant: (goOn: boolean) => void };
	ended: boolean;
	/** Resolves when it waits or has ended. */
	settled: PromiseWithResolvers<void>;
}

/** What happened in a block. */
export interface Block {
	/** Sample key of the prompt. */
	readonly key: string;
	/** The runs that answered it, in their order. */
	readonly runs: readonly number[];
	/** Whether all living runs did; one that lags behind has blocks of its own. */
	readonly whole: boolean;
}

/**
 * Runs of the same samples in blocks: one prompt on all living runs, one after the other, in an order that rotates by
 * block. Between blocks the caller decides which runs live.
 */
export class Blocks {
	readonly #seats: readonly Seat[];
	readonly #places: ReadonlyMap<string, number>;
	#blocks = 0;

	/** `order`: the samples of all runs. */
	constructor(order: readonly PlannedSample[], runs: number) {
		this.#places = new Map(order.map((planned, place) => [plannedKey(planned), place]));
		this.#seats = Array.from({ length: runs }, (_, run) => ({ run, ended: false, settled: Promise.withResolvers() }));
	}

	/** Turns of a run, 0-based. */
	of(run: number): InTurn {
		const seat = this.#seat(run);
		return async (planned, work) => {
			const key = plannedKey(planned);
			const goOn = await new Promise<boolean>((grant) => {
				seat.waiting = { key, place: this.#places.get(key) ?? 0, grant };
				seat.settled.resolve();
			});
			return goOn ? await work() : undefined;
		};
	}

	/** A run that ended takes no part any more. */
	leave(run: number): void {
		const seat = this.#seat(run);
		seat.ended = true;
		seat.settled.resolve();
	}

	/** Waits for all runs, and runs the next block of the living ones. Undefined where none of them has a sample left. */
	async next(isLiving: (run: number) => boolean): Promise<Block | undefined> {
		await Promise.all(this.#seats.map(({ settled }) => settled.promise));
		const living = this.#seats.filter(({ run, ended, waiting }) => !ended && waiting !== undefined && isLiving(run));
		const place = Math.min(...living.map(({ waiting }) => waiting?.place ?? Number.POSITIVE_INFINITY));
		const part = living.filter(({ waiting }) => waiting?.place === place);
		const key = part[0]?.waiting?.key;
		if (key === undefined) return undefined;
		const first = this.#blocks % part.length;
		const order = [...part.slice(first), ...part.slice(0, first)];
		this.#blocks += 1;
		for (const seat of order) {
			const { waiting } = seat;
			seat.waiting = undefined;
			seat.settled = Promise.withResolvers();
			waiting?.grant(true);
			// One that still writes its log would slow down the next.
			await seat.settled.promise;
		}
		return { key, runs: order.map(({ run }) => run), whole: part.length === living.length };
	}

	/** Ends all runs that wait. */
	end(): void {
		for (const seat of this.#seats) {
			seat.waiting?.grant(false);
			seat.waiting = undefined;
		}
	}

	#seat(run: number): Seat {
		const seat = this.#seats[run];
		if (seat === undefined) throw new RangeError(`no run ${run}`);
		return seat;
	}
}
