import type { LoadedModel } from '../../model/runner.ts';
import { type SampleIdentity, sampleKey } from '../sample.ts';

/** Checks that the model is still the one that was loaded, and records the samples for which that is unknown. */
export class Confirmations {
	readonly #model: Pick<LoadedModel, 'confirm'>;
	/** Places of samples that ended and are not logged yet, in order of their end. */
	readonly #places = new Map<string, number>();
	readonly #open: { readonly place: number; readonly sample: SampleIdentity }[] = [];
	#ended = 0;
	#known = 0;

	constructor(model: Pick<LoadedModel, 'confirm'>) {
		this.#model = model;
	}

	/** Called after each sample ends. Throws if another model is loaded. */
	async afterSample(sample: SampleIdentity): Promise<void> {
		this.#ended += 1;
		this.#places.set(sampleKey(sample), this.#ended);
		await this.#ask('sample');
	}

	async afterRun(): Promise<void> {
		await this.#ask('run');
	}

	/** Called for each logged sample, in order. */
	logged({ suite, sampleId, variant, epoch }: SampleIdentity): void {
		const sample = { suite, sampleId, variant, epoch };
		const key = sampleKey(sample);
		const place = this.#places.get(key) ?? 0;
		this.#places.delete(key);
		if (place > this.#known) this.#open.push({ place, sample });
	}

	/** The first logged sample that another model may have answered. */
	get unconfirmedSince(): SampleIdentity | undefined {
		return this.#open.find(({ place }) => place > this.#known)?.sample;
	}

	/** A sample that ends during the check may be from another model. */
	async #ask(after: 'sample' | 'run'): Promise<void> {
		const ended = this.#ended;
		if ((await this.#model.confirm?.(after)) === true) this.#known = Math.max(this.#known, ended);
	}
}
