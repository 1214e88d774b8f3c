import type { PlannedSample } from '../plan.ts';
import type { RunSettings } from '../run-settings.ts';
import type { SampleResult } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';
import { certainPath } from './decision.ts';
import { promptOutcomes } from './prompt-outcome.ts';

/** The work of a run, and what of it an interrupted run has done. */
export interface Work {
	readonly plan: readonly PlannedSample[];
	readonly settings: RunSettings;
	readonly done?: readonly DoneSample[];
}

/** What of a sample decides whether another is still needed: a long run keeps no more of any. */
export type DoneSample = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch' | 'scores'>;

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
	isDone({ suite, sample, arm, epoch }: PlannedSample): boolean {
		if (this.#keys.has(sampleKey({ suite: suite.name, sampleId: sample.id, arm, epoch }))) return true;
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
