import type { GateRule, Tolerance } from './gate-rule.ts';

/** What a rule asks of its metric; a rule may ask several things. */
export type Check =
	| { readonly kind: 'min' | 'max'; readonly bound: number }
	| { readonly kind: 'drop' | 'rise'; readonly bound: Tolerance };

export function checksOf({ min, max, maxDrop, maxRise }: GateRule): readonly Check[] {
	return [
		...(min === undefined ? [] : [{ kind: 'min' as const, bound: min }]),
		...(max === undefined ? [] : [{ kind: 'max' as const, bound: max }]),
		...(maxDrop === undefined ? [] : [{ kind: 'drop' as const, bound: maxDrop }]),
		...(maxRise === undefined ? [] : [{ kind: 'rise' as const, bound: maxRise }]),
	];
}

/** Whether it looks at a baseline. */
export function compares({ kind }: Check): boolean {
	return kind === 'drop' || kind === 'rise';
}

/** Whether a value passes; `before` is the baseline's, and is not looked at where the check does not compare. */
export function holds({ kind, bound }: Check, value: number, before: number): boolean {
	switch (kind) {
		case 'min':
			return value >= bound;
		case 'max':
			return value <= bound;
		case 'drop':
			return before - value <= inUnits(bound, before) + ROUNDING;
		case 'rise':
			return value - before <= inUnits(bound, before) + ROUNDING;
	}
}

/** 0.9 - 0.85 is a little more than 0.05 in binary. */
const ROUNDING = 1e-9;

/** A share of a baseline that could be anything is no tolerance. */
function inUnits(bound: Tolerance, baseline: number): number {
	if (typeof bound === 'number') return bound;
	return Number.isFinite(baseline) ? (Number.parseFloat(bound) / 100) * Math.abs(baseline) : 0;
}

/** Such as `>= 5`. */
export function expectation(check: Check): string {
	switch (check.kind) {
		case 'min':
			return `>= ${check.bound}`;
		case 'max':
			return `<= ${check.bound}`;
		case 'drop':
			return `at most ${check.bound} below the baseline`;
		case 'rise':
			return `at most ${check.bound} above the baseline`;
	}
}
