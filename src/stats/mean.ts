import { exactSum } from './exact-sum.ts';

/** Arithmetic mean, summed with compensation; of no values NaN. */
export function mean(values: Iterable<number> & { readonly length: number }): number {
	return exactSum(values) / values.length;
}
