import { EngineError, type EngineFailure } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { type PlannedSample, plannedKey } from '../plan.ts';
import { FAILED, KILLED, type SampleIdentity, type SampleResult, sampleKey } from '../sample.ts';
import { Asker, SampleFailure } from './asker.ts';
import type { AskerOptions } from './sample-record.ts';

export interface EvaluatePlanOptions extends AskerOptions {
	readonly plan: readonly PlannedSample[];
	/** Samples that an interrupted run has finished. */
	readonly done?: readonly SampleIdentity[];
	/** Concurrent samples (default 1), if the model supports it. */
	readonly parallel?: number;
	/** Engines with the same model beside the first: samples are dealt to all. */
	readonly others?: readonly Pick<AskerOptions, 'openConversation' | 'watchSample'>[];
	/** One of several engines died, and its samples go to the others. */
	readonly onLost?: (error: EngineError) => void;
	/** So many failed samples in a row end the run (default {@link MAX_FAILURES}). */
	readonly maxFailures?: number;
	/** Waits for the run's turn before each sample; samples are then sequential. */
	readonly inTurn?: InTurn;
}

/**
 * Evaluates the planned samples and yields each after scoring, in plan order. Results include mistakes of the model, and
 * failures of user code or of a generation. Throws SampleFailure if the engine is lost, EngineError after too many failed
 * samples in a row. On abort, unfinished samples are dropped.
 */
export async function* evaluatePlan(options: EvaluatePlanOptions): AsyncGenerator<SampleResult, void, void> {
	const { plan, others = [], maxFailures, signal } = options;
	const failures = new FailuresInRow(maxFailures);
	const dealer = new Dealer(
		options,
		[options, ...others].map(
			({ openConversation, watchSample }) => new Asker({ ...options, openConversation, watchSample }),
		),
	);
	try {
		for (const [place, planned] of plan.entries()) {
			if (signal?.aborted) return;
			if (dealer.isDone(planned)) continue;
			const result = await dealer.result(place);
			// Without a turn the run ends here.
			if (result === undefined || signal?.aborted) return;
			yield result;
			const failing = failures.add(result);
			if (failing !== undefined) throw failing;
		}
	} finally {
		dealer.end();
	}
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
	readonly #options: EvaluatePlanOptions;
	readonly #done: ReadonlySet<string>;
	/** By place in the plan. */
	readonly #results = new Map<number, PromiseWithResolvers<SampleResult | undefined>>();
	readonly #groups: number[][];
	readonly #ahead: number;
	#lanes: Lane[];
	#reached = 0;
	#ended = false;

	constructor(options: EvaluatePlanOptions, askers: readonly Asker[]) {
		this.#options = options;
		this.#done = new Set(options.done?.map(sampleKey));
		this.#groups = samplesTogether(options.plan);
		this.#lanes = askers.flatMap((asker) =>
			Array.from({ length: options.parallel ?? 1 }, () => ({ asker, hand: [], busy: false })),
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

	/** Whether nothing is left to do of a sample. */
	isDone(planned: PlannedSample): boolean {
		return this.#done.has(plannedKey(planned));
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
		const isOver = this.#options.signal?.aborted === true && !this.#lanes.some(({ busy }) => busy);
		if (isOver) this.#result(this.#reached).resolve(undefined);
	}

	#next(lane: Lane): number | undefined {
		for (;;) {
			if (this.#ended || this.#options.signal?.aborted === true) return undefined;
			// One that waits inside its group takes what an engine that died has left.
			if (!this.#isNear(lane.hand[0])) lane.hand.unshift(...this.#take());
			const [place] = lane.hand;
			if (!this.#isNear(place)) return undefined;
			lane.hand.shift();
			if (!this.isDone(this.#planned(place))) return place;
		}
	}

	#take(): number[] {
		return this.#isNear(this.#groups[0]?.[0]) ? (this.#groups.shift() ?? []) : [];
	}

	#isNear(place: number | undefined): place is number {
		return place !== undefined && place < this.#reached + this.#ahead;
	}

	async #work(lane: Lane, place: number): Promise<void> {
		const { inTurn = atOnce } = this.#options;
		const planned = this.#planned(place);
		lane.busy = true;
		try {
			this.#result(place).resolve(await inTurn(planned, () => lane.asker.ask(planned)));
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
		if (isNews) this.#options.onLost?.(death);
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
		return this.#options.plan[place] as PlannedSample;
	}
}

const atOnce: InTurn = (_, work) => work();

/** Places of samples that follow each other and differ in variant and epoch alone. */
function samplesTogether(plan: readonly PlannedSample[]): number[][] {
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

/** After so many failed samples in a row, the engine is the cause. */
export const MAX_FAILURES = 5;

/**
 * Watches the samples of a run or worker: a failure concerns only its sample, but an engine that fails in several in a row,
 * with nothing to score, does not work.
 */
export class FailuresInRow {
	readonly #most: number;
	#failed: string[] = [];

	constructor(most: number = MAX_FAILURES) {
		this.#most = most;
	}

	/** Adds the next sample; returns the error that ends the work, if it has to end. */
	add({ suite, sampleId, scores, transcript }: SampleResult): EngineError | undefined {
		// A score before the failure shows that the engine works.
		const isScored = Object.values(scores).some(({ unscored }) => unscored === undefined);
		const { failure } = transcript;
		this.#failed =
			(failure !== FAILED && failure !== KILLED) || isScored ? [] : [...this.#failed, `${suite} ${sampleId}`];
		if (this.#failed.length < this.#most) return undefined;
		const samples = this.#failed.length > MOST_NAMED ? [...this.#failed.slice(0, MOST_NAMED), '...'] : this.#failed;
		const said = transcript.failureDetail ?? FAILED;
		return new EngineError('unavailable', message('engine.failures-in-row', { n: this.#most, samples, said }));
	}
}

const MOST_NAMED = 8;

/** Does a sample's work when its run's turn comes; undefined where none comes any more. */
export type InTurn = <T>(planned: PlannedSample, work: () => Promise<T>) => Promise<T | undefined>;
