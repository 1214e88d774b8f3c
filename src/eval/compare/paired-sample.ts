import type { EvaluatedRun } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';

/** The same sample in two runs, with its place in each, to open both transcripts. */
export interface PairedSample {
	readonly key: string;
	readonly first: SampleResult;
	readonly second: SampleResult;
	readonly firstIndex: number;
	readonly secondIndex: number;
}

export function pairSamples(first: EvaluatedRun, second: EvaluatedRun): readonly PairedSample[] {
	const places = new Map(second.samples.map((sample, index) => [sampleKey(sample), index]));
	return first.samples.flatMap((sample, firstIndex) => {
		const key = sampleKey(sample);
		const secondIndex = places.get(key);
		const other = secondIndex === undefined ? undefined : second.samples[secondIndex];
		if (secondIndex === undefined || other === undefined) return [];
		return [{ key, first: sample, second: other, firstIndex, secondIndex }];
	});
}
