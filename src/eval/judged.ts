import type { PlannedSample } from './plan.ts';
import type { RunSettings } from './run-settings.ts';
import type { SampleResult } from './sample.ts';
import { sampleKey } from './sample-key.ts';

/** The work of a run, and what of it an interrupted run has done. */
export interface Work {
	readonly plan: readonly PlannedSample[];
	readonly settings: RunSettings;
	readonly done?: readonly SampleResult[];
}

/** What is judged already, by this process or before it was interrupted. */
export class Judged {
	readonly #earlyStop: boolean;
	readonly #planned: ReadonlyMap<string, number>;
	readonly #keys = new Set<string>();
	readonly #bySuite = new Map<string, SampleResult[]>();

	constructor({ plan, settings, done = [] }: Work) {
		this.#earlyStop = settings.earlyStop === true;
		this.#planned = new Map(
			Map.groupBy(plan, ({ suite }) => suite.name)
				.entries()
				.map(([name, samples]) => [name, samples.length]),
		);
		for (const result of done) this.add(result);
	}

	add(result: SampleResult): void {
		this.#keys.add(sampleKey(result));
		const results = this.#bySuite.get(result.suite) ?? [];
		results.push(result);
		this.#bySuite.set(result.suite, results);
	}

	/** Whether the sample is judged, or nothing it could say would change what its suite decides. */
	isDone({ suite, sample, arm, epoch }: PlannedSample): boolean {
		if (this.#keys.has(sampleKey({ suite: suite.name, sampleId: sample.id, arm, epoch }))) return true;
		if (!this.#earlyStop || suite.settled === undefined) return false;
		return suite.settled(this.#bySuite.get(suite.name) ?? [], this.#planned.get(suite.name) ?? 0);
	}
}
