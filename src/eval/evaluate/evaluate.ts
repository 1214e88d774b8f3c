import { EngineError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { type PlannedSample, plannedKey } from '../plan.ts';
import { FAILED, KILLED, type SampleIdentity, type SampleResult, sampleKey } from '../sample.ts';
import { Asker, type AskerOptions } from './asker.ts';
import { Dealer } from './deal.ts';

export interface EvaluateOptions extends AskerOptions {
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
export async function* evaluate(options: EvaluateOptions): AsyncGenerator<SampleResult, void, void> {
	const { plan, parallel = 1, others = [], inTurn = atOnce, maxFailures, onLost, signal } = options;
	const done = new Set(options.done?.map(sampleKey));
	const failures = new FailuresInRow(maxFailures);
	const dealer = new Dealer({
		plan,
		parallel,
		onLost,
		signal,
		askers: [options, ...others].map(
			({ openConversation, watchSample }) => new Asker({ ...options, openConversation, watchSample }),
		),
		isDone: (planned) => done.has(plannedKey(planned)),
		ask: (planned, asker) => inTurn(planned, () => asker.ask(planned)),
	});
	try {
		for (const [place, planned] of plan.entries()) {
			if (signal?.aborted) return;
			if (done.has(plannedKey(planned))) continue;
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

const atOnce: InTurn = (_, work) => work();

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

/**
 * Interleaves runs of the same samples, so that drift of the machine affects all alike: each sample is evaluated by one
 * run after the other, never at once. A run that lacks a sample waits for the others.
 */
export class Turns {
	readonly #places: ReadonlyMap<string, number>;
	readonly #runs: Set<number>;
	readonly #waiting: Map<number, Waiting> = new Map();
	#busy = false;

	/** `order`: the samples of all runs. */
	constructor(order: readonly PlannedSample[], runs: number) {
		this.#places = new Map(order.map((planned, place) => [plannedKey(planned), place]));
		this.#runs = new Set(Array(runs).keys());
	}

	/** Turns of a run, 0-based. */
	of(run: number): InTurn {
		return async (planned, work) => {
			await new Promise<void>((start) => {
				this.#waiting.set(run, { place: this.#places.get(plannedKey(planned)) ?? 0, start });
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

	/** Removes a run that ended; the others no longer wait for it. */
	leave(run: number): void {
		this.#runs.delete(run);
		this.#next();
	}

	/** Waits for all runs: one still writing its log would slow down the next sample. */
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
