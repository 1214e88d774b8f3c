import { inverseIncompleteBeta } from './incomplete-beta.ts';
import { CONFIDENCE } from './interval.ts';

/** Two-sided 5 % point of Student's t with `degrees` of freedom, at least 1: 12.71 for 1, 2.14 for 14, 1.96 for infinity. */
export function studentT(degrees: number): number {
	if (!(degrees >= 1)) throw new RangeError(`Student's t needs at least one degree of freedom, got ${degrees}`);
	const known = KNOWN.get(degrees);
	if (known !== undefined) return known;
	// df / (df + t²) is Beta(df / 2, 1 / 2) distributed, and both tails of t are its lower one.
	const share = inverseIncompleteBeta(1 - CONFIDENCE, degrees / 2, 0.5);
	const quantile = Math.sqrt((degrees * (1 - share)) / share);
	KNOWN.set(degrees, quantile);
	return quantile;
}

/** Found by bisection, which is slow beside what it is used for, and asked for again and again. */
const KNOWN = new Map<number, number>();
