import type { GateLine } from '../src/index.ts';

/** What a rule found: the measured value and its baseline's, and why it failed where they do not say. */
export function gateFinding({ value, baseline, detail }: GateLine): string {
	const found = value === undefined ? 'not measured' : round(value);
	const before = baseline === undefined ? '' : `, baseline ${round(baseline)}`;
	return `${found}${before}${detail === undefined ? '' : `: ${detail}`}`;
}

function round(value: number): string {
	return String(Math.round(value * 1e4) / 1e4);
}
