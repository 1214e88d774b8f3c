import type { SampleResult } from '../../sample.ts';

/**
 * Whether a sample's times may stand beside others. A phone that throttled is slow by its heat, not by the model: its
 * percentiles would tell how long the run was. Such times stay in the log, marked, and reports count them apart.
 */
export function hasComparableTimes({ timings }: Pick<SampleResult, 'timings'>): boolean {
	return timings.device?.notComparable === undefined;
}
