import type { LoadedModel } from '../../model/runner.ts';
import { type SampleIdentity, sampleKey } from '../sample.ts';

/** Asks a model whether it still is the one that was loaded, and keeps of which samples of a run nobody knows that. */
export class Confirmations {
	readonly #model: Pick<LoadedModel, 'confirm'>;
	/** Places of the samples that are not logged yet, in the order in which they ended. */
	readonly #places = new Map<string, number>();
	readonly #open: { readonly place: number; readonly sample: SampleIdentity }[] = [];
	#ended = 0;
	#known = 0;

	constructor(model: Pick<LoadedModel, 'confirm'>) {
		this.#model = model;
	}

	/** Behind a sample that has ended. Throws what the model does, where it is another one. */
	async behindSample(sample: SampleIdentity): Promise<void> {
		this.#ended += 1;
		this.#places.set(sampleKey(sample), this.#ended);
		await this.#ask('sample');
	}

	async behindRun(): Promise<void> {
		await this.#ask('run');
	}

	/** To be told of each sample that stands in the log, in its order. */
	logged({ suite, sampleId, variant, epoch }: SampleIdentity): void {
		const sample = { suite, sampleId, variant, epoch };
		const key = sampleKey(sample);
		const place = this.#places.get(key) ?? 0;
		this.#places.delete(key);
		if (place > this.#known) this.#open.push({ place, sample });
	}

	/** The first sample in the log of which nobody knows whether the model that was loaded answered it. */
	get unconfirmedSince(): SampleIdentity | undefined {
		return this.#open.find(({ place }) => place > this.#known)?.sample;
	}

	/** One that ends while the model is asked may be another's. */
	async #ask(behind: 'sample' | 'run'): Promise<void> {
		const ended = this.#ended;
		if ((await this.#model.confirm?.(behind)) === true) this.#known = Math.max(this.#known, ended);
	}
}
