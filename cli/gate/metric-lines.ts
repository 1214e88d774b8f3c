import { namedMetrics } from '../../src/eval/summary/named-metrics.ts';
import type { Log } from '../../src/log/record.ts';
import { singleLine } from '../terminal/terminal-text.ts';

/** Every metric of a run as a gate names it, with its value: a line each, in the order of their names. */
export function metricLines(log: Log): readonly string[] {
	return Array.from(namedMetrics(log), ([name, value]) => singleLine(`${name}: ${round(value)}`)).sort();
}

/** Whole numbers as they are. */
function round(value: number): number {
	return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}
