import { type SampleResult, sampleKey } from '../sample.ts';
import type { Score } from '../score.ts';

/** What of a sample its flips need: a baseline that is kept has no more. */
export type ScoredSample = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch' | 'system' | 'scores'>;

/** The same sample in two runs, with its place in each, to open both transcripts. */
export interface PairedSample<Kept extends ScoredSample = SampleResult> {
	readonly key: string;
	readonly first: Kept;
	readonly second: Kept;
	readonly firstIndex: number;
	readonly secondIndex: number;
}

/** Whether a score applies to one of the two only, and could be given there. */
export function appliesInOne(first: Score | undefined, second: Score | undefined): boolean {
	return (first === undefined) !== (second === undefined) && (first ?? second)?.value !== undefined;
}

export function pairSamples<Kept extends ScoredSample>(
	first: { readonly samples: readonly Kept[] },
	second: { readonly samples: readonly Kept[] },
): readonly PairedSample<Kept>[] {
	const places = new Map(second.samples.map((sample, index) => [sampleKey(sample), index]));
	return first.samples.flatMap((sample, firstIndex) => {
		const key = sampleKey(sample);
		const secondIndex = places.get(key);
		const other = secondIndex === undefined ? undefined : second.samples[secondIndex];
		if (secondIndex === undefined || other === undefined) return [];
		return [{ key, first: sample, second: other, firstIndex, secondIndex }];
	});
}
