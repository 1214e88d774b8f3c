import { namedMetrics } from '../../src/eval/summary/named-metrics.ts';
import type { Log } from '../../src/log/record.ts';
import { singleLine } from '../terminal/terminal-text.ts';

/** Every metric of a run as a gate names it, with its value, which holds as the bound of a rule: a line each, in the order of their names. */
export function metricLines(log: Log): readonly string[] {
	return Array.from(namedMetrics(log), ([name, value]) => singleLine(`${name}: ${value}`)).sort();
}
