import type { SampleResult } from './sample.ts';

/** Identifies a sample within a run: suite, sample, arm and epoch. Ids have no spaces, so the key is unambiguous. */
export function sampleKey(sample: Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch'>): string {
	return `${sample.suite} ${sample.sampleId} ${sample.arm} ${sample.epoch}`;
}
