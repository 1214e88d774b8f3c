import { EngineError, type EngineFailure } from '../../base/errors.ts';
import type { PlannedSample } from '../plan.ts';
import type { SampleResult } from '../sample.ts';
import { type Asker, SampleFailure } from './asker.ts';

interface Deal {
	readonly plan: readonly PlannedSample[];
	readonly askers: readonly Asker[];
	/** Samples that each engine works on at once. */
	readonly parallel: number;
	/** Whether nothing is left to do of a sample. */
	readonly isDone: (planned: PlannedSample) => boolean;
	readonly ask: (planned: PlannedSample, asker: Asker) => Promise<SampleResult | undefined>;
	/** An engine died, and its samples go to the others. */
	readonly onLost: ((error: EngineError) => void) | undefined;
	readonly signal?: AbortSignal;
}

/** A place where one sample at a time is asked. */
interface Lane {
	readonly asker: Asker;
	/** Places in the plan of what it was dealt and has not begun. */
	hand: number[];
	busy: boolean;
}

/**
 * Deals samples to engines with the same model. All variants and epochs of a sample go to one of them, which has most of
 * their prompts in its cache. Results are asked for in the order of the plan, and engines work ahead of that by a sample
 * with its variants and epochs each; a single engine never does.
 */
export class Dealer {
	readonly #deal: Deal;
	/** By place in the plan. */
	readonly #results = new Map<number, PromiseWithResolvers<SampleResult | undefined>>();
	readonly #groups: number[][];
	readonly #ahead: number;
	#lanes: Lane[];
	#reached = 0;
	#ended = false;

	constructor(deal: Deal) {
		this.#deal = deal;
		this.#groups = groupsOf(deal.plan);
		this.#lanes = deal.askers.flatMap((asker) =>
			Array.from({ length: deal.parallel }, () => ({ asker, hand: [], busy: false })),
		);
		const largest = Math.max(1, ...this.#groups.map((group) => group.length));
		this.#ahead = this.#lanes.length === 1 ? 1 : this.#lanes.length * (largest + 1);
	}

	/** The result of the sample at this place of the plan, 0-based; ask in order. Undefined: the run has ended. */
	async result(place: number): Promise<SampleResult | undefined> {
		this.#reached = place;
		this.#start();
		try {
			return await this.#result(place).promise;
		} finally {
			this.#results.delete(place);
		}
	}

	/** Begins nothing more. */
	end(): void {
		this.#ended = true;
	}

	#start(): void {
		for (const lane of this.#lanes) {
			if (lane.busy) continue;
			const place = this.#next(lane);
			if (place !== undefined) void this.#work(lane, place);
		}
		const isOver = this.#deal.signal?.aborted === true && !this.#lanes.some(({ busy }) => busy);
		if (isOver) this.#result(this.#reached).resolve(undefined);
	}

	#next(lane: Lane): number | undefined {
		for (;;) {
			if (this.#ended || this.#deal.signal?.aborted === true) return undefined;
			// One that waits inside its group takes what an engine that died has left.
			if (!this.#isNear(lane.hand[0])) lane.hand.unshift(...this.#take());
			const [place] = lane.hand;
			if (!this.#isNear(place)) return undefined;
			lane.hand.shift();
			if (!this.#deal.isDone(this.#planned(place))) return place;
		}
	}

	#take(): number[] {
		return this.#isNear(this.#groups[0]?.[0]) ? (this.#groups.shift() ?? []) : [];
	}

	#isNear(place: number | undefined): place is number {
		return place !== undefined && place < this.#reached + this.#ahead;
	}

	async #work(lane: Lane, place: number): Promise<void> {
		const { ask } = this.#deal;
		lane.busy = true;
		try {
			this.#result(place).resolve(await ask(this.#planned(place), lane.asker));
		} catch (error) {
			const death = deathOf(error);
			if (death === undefined || !this.#retire(lane, place, death)) this.#result(place).reject(error);
		} finally {
			lane.busy = false;
			this.#start();
		}
	}

	/** Has the other engines do what this one had in hand. False: there are none. */
	#retire(lane: Lane, place: number, death: EngineError): boolean {
		const others = this.#lanes.filter(({ asker }) => asker !== lane.asker);
		if (others.length === 0) return false;
		const isNews = this.#lanes.includes(lane);
		this.#lanes = others;
		this.#groups.unshift([place, ...lane.hand]);
		lane.hand = [];
		if (isNews) this.#deal.onLost?.(death);
		return true;
	}

	#result(place: number): PromiseWithResolvers<SampleResult | undefined> {
		const known = this.#results.get(place);
		if (known !== undefined) return known;
		const result = Promise.withResolvers<SampleResult | undefined>();
		// A rejection is reported when its sample's turn comes; the run may end before.
		result.promise.catch(() => undefined);
		this.#results.set(place, result);
		return result;
	}

	#planned(place: number): PlannedSample {
		return this.#deal.plan[place] as PlannedSample;
	}
}

/** Places of samples that follow each other and differ in variant and epoch alone. */
function groupsOf(plan: readonly PlannedSample[]): number[][] {
	const groups: number[][] = [];
	for (const [place, { suite, sample }] of plan.entries()) {
		const before = plan[place - 1];
		const isSame = before?.suite === suite && before.sample === sample;
		if (isSame) groups.at(-1)?.push(place);
		else groups.push([place]);
	}
	return groups;
}

/** The end of an engine's process, which another one need not share. */
function deathOf(error: unknown): EngineError | undefined {
	if (!(error instanceof SampleFailure && error.cause instanceof EngineError)) return undefined;
	return DEATHS.has(error.cause.failure) ? error.cause : undefined;
}

const DEATHS: ReadonlySet<EngineFailure> = new Set(['crashed', 'out-of-memory']);
