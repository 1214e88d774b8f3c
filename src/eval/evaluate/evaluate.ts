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
	/** Samples that an interrupted run has done already. */
	readonly done?: readonly DoneSample[];
	/** Samples under way at once (default 1); the model must be able to. */
	readonly parallel?: number;
	/** Waits for the run's turn among others before each sample; then samples are evaluated one at a time. */
	readonly inTurn?: InTurn | undefined;
}

/**
 * Runs the planned samples and yields each when it is scored, in the order of the plan. Model mistakes, and
 * failures of the app's or suite's own code, are in the results; an engine that fails ends the run with SampleFailure, one in
 * which the first samples all come to nothing with EngineError.
 * On abort the samples under way are left out, whole.
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
			// It is told when its turn has come, or never: the run may have ended before.
			result.catch(() => undefined);
			underWay.push({ planned, result });
		}
		const next = underWay.shift();
		if (next === undefined) return;
		const result = await next.result;
		if (signal?.aborted) return;
		cold = false;
		// What was begun before an early stop was certain is not part of the run, as it is not one at a time.
		if (judged.isDone(next.planned)) continue;
		judged.add(result);
		yield result;
		const failing = start.add(result);
		if (failing !== undefined) throw failing;
	}
}

const atOnce: InTurn = (_, work) => work();

/** The work of a run, and what of it an interrupted run has done. */
export interface Work {
	readonly plan: readonly PlannedSample[];
	readonly settings: RunSettings;
	readonly done?: readonly DoneSample[];
}

/** What of a sample decides whether another is still needed: a long run keeps no more of any. */
export type DoneSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'scores'>;

/** What is judged already, by this process or before it was interrupted. */
export class Judged {
	readonly #settings: RunSettings;
	readonly #keys = new Set<string>();
	/** With early stop: what each suite's decision has to go on. */
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

	/** Whether the sample is judged, or nothing it could say would change what its suite decides. */
	isDone({ suite, sample, variant, epoch }: PlannedSample): boolean {
		if (this.#keys.has(sampleKey({ suite: suite.name, sampleId: sample.id, variant, epoch }))) return true;
		return this.#settings.earlyStop === true && this.#isSettled(suite);
	}

	/** Counted against all prompts of the corpus: a shard, or a selection, is never sure of more than the whole run is. */
	#isSettled({ name, decision, samples }: PlannedSample['suite']): boolean {
		if (decision === undefined) return false;
		const outcomes = promptOutcomes(this.#bySuite.get(name) ?? [], decision.score, this.#settings.epochs);
		const hits = outcomes.filter(({ hit }) => hit === true).length;
		const misses = outcomes.filter(({ hit }) => hit === false).length;
		return certainPath(decision, { hits, misses, n: samples.length }) !== undefined;
	}
}

/** So many samples in a row, and none before them that was better, are no accident of theirs. */
export const MAX_STARTUP_FAILURES = 3;
const FAILED: EngineFailure = 'generation-failed';

/**
 * Watches the first samples of a stream, of a run or of a worker: an engine that fails in each, with nothing to score, would
 * fail in all. Later, a failure is its sample's own.
 */
export class StartupFailures {
	readonly #failed: SampleResult[] = [];
	#isOver = false;

	/** Takes the next sample. With the last that there may be, why the stream is to end. */
	add(result: SampleResult): EngineError | undefined {
		if (this.#isOver) return undefined;
		const { scores, transcript } = result;
		// What came before the failure may be all that was wanted.
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

function keyOf({ suite, sample, variant, epoch }: PlannedSample): string {
	return sampleKey({ suite: suite.name, sampleId: sample.id, variant, epoch });
}
