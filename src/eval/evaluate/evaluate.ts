import { EngineError, type EngineFailure } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { certainPath } from '../decision.ts';
import type { PlannedSample } from '../plan.ts';
import { type SampleResult, sampleKey } from '../sample.ts';
import type { RunSettings } from '../settings.ts';
import { promptOutcomes } from '../verdict.ts';
import { evaluateSample } from './evaluate-sample.ts';
import type { SampleOptions } from './solve-context.ts';

export interface EvaluateOptions extends SampleOptions {
	readonly plan: readonly PlannedSample[];
	/** Samples that an interrupted run has finished. */
	readonly done?: readonly DoneSample[];
	/** Concurrent samples (default 1), if the model supports it. */
	readonly parallel?: number;
	/** Waits for the run's turn before each sample; samples are then sequential. */
	readonly inTurn?: InTurn | undefined;
}

/**
 * Evaluates the planned samples and yields each after scoring, in plan order. Results include mistakes of the model and
 * failures of user code. Throws SampleFailure if the engine fails, EngineError if the first samples all fail. On abort,
 * unfinished samples are dropped.
 */
export async function* evaluate(options: EvaluateOptions): AsyncGenerator<SampleResult, void, void> {
	const { plan, parallel = 1, inTurn = atOnce, signal } = options;
	const judged = new Judged(options);
	const underWay: { readonly planned: PlannedSample; readonly result: Promise<SampleResult> }[] = [];
	const waiting = plan.values();
	const start = new StartupFailures();
	let cold = true;
	while (signal?.aborted !== true) {
		for (const planned of waiting.filter((one) => !judged.isDone(one)).take(parallel - underWay.length)) {
			const result = inTurn(planned, () => evaluateSample(planned, cold, options));
			// The rejection is reported at this sample's turn; the run may end before.
			result.catch(() => undefined);
			underWay.push({ planned, result });
		}
		const next = underWay.shift();
		if (next === undefined) return;
		const result = await next.result;
		if (signal?.aborted) return;
		cold = false;
		// Samples begun before an early stop was certain are dropped, as if they ran one at a time.
		if (judged.isDone(next.planned)) continue;
		judged.add(result);
		yield result;
		const failing = start.add(result);
		if (failing !== undefined) throw failing;
	}
}

const atOnce: InTurn = (_, work) => work();

/** The work of a run, and what an interrupted run finished of it. */
export interface Work {
	readonly plan: readonly PlannedSample[];
	readonly settings: RunSettings;
	readonly done?: readonly DoneSample[];
}

/** The fields of a finished sample that a long run keeps in memory. */
export type DoneSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'scores'>;

/** Finished samples, of this process or an interrupted one. */
export class Judged {
	readonly #settings: RunSettings;
	readonly #keys = new Set<string>();
	/** With early stop: results for each suite's decision. */
	readonly #bySuite = new Map<string, Pick<SampleResult, 'sampleId' | 'sample' | 'scores'>[]>();

	constructor({ settings, done = [] }: Work) {
		this.#settings = settings;
		for (const result of done) this.add(result);
	}

	add({ scores, ...result }: DoneSample): void {
		this.#keys.add(sampleKey(result));
		if (this.#settings.earlyStop !== true) return;
		const results = this.#bySuite.get(result.suite) ?? [];
		results.push({ sampleId: result.sampleId, sample: {}, scores });
		this.#bySuite.set(result.suite, results);
	}

	/** Whether the sample is finished, or cannot change its suite's decision any more. */
	isDone({ suite, sample, variant, epoch }: PlannedSample): boolean {
		if (this.#keys.has(sampleKey({ suite: suite.name, sampleId: sample.id, variant, epoch }))) return true;
		return this.#settings.earlyStop === true && this.#isSettled(suite);
	}

	/** Counts against the whole corpus, so that a shard or selection is never more certain than the whole run. */
	#isSettled({ name, decision, samples }: PlannedSample['suite']): boolean {
		if (decision === undefined) return false;
		const outcomes = promptOutcomes(this.#bySuite.get(name) ?? [], decision.score, this.#settings.epochs);
		const hits = outcomes.filter(({ hit }) => hit === true).length;
		const misses = outcomes.filter(({ hit }) => hit === false).length;
		return certainPath(decision, { hits, misses, n: samples.length }) !== undefined;
	}
}

/** After so many failures in a row from the start, the engine is the cause. */
export const MAX_STARTUP_FAILURES = 3;
const FAILED: EngineFailure = 'generation-failed';

/**
 * Watches the first samples of a run or worker: if each fails with nothing to score, the engine does not work. Later
 * failures concern only their sample.
 */
export class StartupFailures {
	readonly #failed: SampleResult[] = [];
	#isOver = false;

	/** Adds the next sample; returns the error that ends the stream, if it has to end. */
	add(result: SampleResult): EngineError | undefined {
		if (this.#isOver) return undefined;
		const { scores, transcript } = result;
		// A score before the failure shows that the engine works.
		this.#isOver =
			transcript.failure !== FAILED || Object.values(scores).some(({ unscored }) => unscored === undefined);
		this.#failed.push(result);
		if (this.#isOver || this.#failed.length < MAX_STARTUP_FAILURES) return undefined;
		const samples = this.#failed.map(({ suite, sampleId }) => `${suite} ${sampleId}`);
		const said = transcript.failureDetail ?? FAILED;
		return new EngineError(
			'unavailable',
			message('user-code.first-samples', { n: MAX_STARTUP_FAILURES, samples, said }),
		);
	}
}

/** Does a sample's work when its run's turn comes. */
export type InTurn = <T>(planned: PlannedSample, work: () => Promise<T>) => Promise<T>;

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
		this.#places = new Map(order.map((planned, place) => [keyOf(planned), place]));
		this.#runs = new Set(Array(runs).keys());
	}

	/** Turns of a run, 0-based. */
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

function keyOf({ suite, sample, variant, epoch }: PlannedSample): string {
	return sampleKey({ suite: suite.name, sampleId: sample.id, variant, epoch });
}
