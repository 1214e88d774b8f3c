import { type CompareOptions, compareRuns, type RunComparison } from '../src/eval/compare/compare.ts';
import type { EvaluatedRun } from '../src/eval/evaluated-run.ts';
import { evaluateGate, type Gate, type GateResult, type GateRule, readGate, withFlips } from '../src/eval/gate/gate.ts';
import { flipBounds, type MetricBounds, metricBounds } from '../src/eval/gate/metric-bounds.ts';
import type { NamedMetrics } from '../src/eval/summary/named-metrics.ts';
import { namedMetrics } from '../src/eval/summary/named-metrics.ts';
import type { Run } from './evaluate.ts';

/** Compares the second run with the first. Throws UsageError naming each field in which they must not differ. */
export function compare(
	first: Run | EvaluatedRun,
	second: Run | EvaluatedRun,
	options?: CompareOptions,
): RunComparison {
	return compareRuns(logOf(first), logOf(second), options);
}

/**
 * Holds a run against rules, and against a baseline where one is given. Throws ConfigError for what is no rule, UsageError
 * for a baseline of which the run differs in what must not.
 */
export function gate(
	run: Run | EvaluatedRun,
	rules: Gate | readonly GateRule[],
	baseline?: Run | EvaluatedRun,
	options?: CompareOptions,
): GateResult {
	const checked = readGate('rules' in rules ? rules : { version: 1, rules }, 'gate');
	const log = logOf(run);
	const now = gated(log);
	if (baseline === undefined) return evaluateGate(checked, now);
	const before = logOf(baseline);
	const comparison = compareRuns(before, log, options);
	return evaluateGate(
		checked,
		{
			metrics: withFlips(now.metrics, comparison),
			bounds: new Map([...now.bounds, ...flipBounds(comparison)]),
		},
		gated(before),
	);
}

function gated(run: EvaluatedRun): { readonly metrics: NamedMetrics; readonly bounds: MetricBounds } {
	return { metrics: namedMetrics(run), bounds: metricBounds(run) };
}

function logOf(run: Run | EvaluatedRun): EvaluatedRun {
	return 'log' in run ? run.log : run;
}
