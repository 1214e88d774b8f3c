import { ConfigError, UsageError } from '../../src/errors/gemmark-error.ts';
import {
	type CompareOptions,
	compareRuns,
	type RunComparison,
	requireComparable,
} from '../../src/eval/compare/compare.ts';
import { otherScoring, otherScoringText } from '../../src/eval/compare/other-scoring.ts';
import { pairSamples } from '../../src/eval/compare/paired-sample.ts';
import { scoreFlips } from '../../src/eval/compare/score-flips.ts';
import type { EvaluatedRun } from '../../src/eval/evaluated-run.ts';
import { type Baseline, baselineOf } from '../../src/eval/gate/baseline.ts';
import { evaluateGate, type GateResult, withFlips } from '../../src/eval/gate/gate.ts';
import { readGate } from '../../src/eval/gate/gate-file.ts';
import type { GateLine } from '../../src/eval/gate/gate-line.ts';
import { requireWholeBaseline } from '../../src/eval/gate/gate-metrics.ts';
import type { Gate, GateRule } from '../../src/eval/gate/gate-rule.ts';
import { flipBounds } from '../../src/eval/gate/metric-bounds.ts';
import type { Run } from '../evaluate.ts';

/** Compares the second run with the first. Throws UsageError naming each field in which they must not differ. */
export function compare(
	first: Run | EvaluatedRun,
	second: Run | EvaluatedRun,
	options?: CompareOptions,
): RunComparison {
	return compareRuns(logOf(first), logOf(second), options);
}

/**
 * Holds a run against rules, and against a baseline where one is given. Throws ConfigError for what is no rule, and for a
 * baseline that is no whole run or did not come to its end, UsageError for one of which the run differs in what must not.
 */
export function gate(
	run: Run | EvaluatedRun,
	rules: Gate | readonly GateRule[],
	baseline?: Run | EvaluatedRun | Baseline,
	options?: CompareOptions,
): GateResult {
	const checked = readGate(Array.isArray(rules) ? { version: 1, rules } : requireGate(rules), 'gate');
	const log = logOf(run);
	const now = baselineOf(log);
	if (baseline === undefined) return evaluateGate(checked, now);
	// What was kept of a run was whole.
	if (!('metrics' in baseline)) requireWholeBaseline(logOf(baseline), 'log' in baseline ? baseline.folder : 'baseline');
	const before = 'metrics' in baseline ? baseline : baselineOf(logOf(baseline));
	const { onlyFirst } = requireComparable(before, now, options);
	const suites = before.header.suites.filter(({ name }) => !onlyFirst.includes(name));
	const flips = scoreFlips(pairSamples(before, now), suites);
	const result = evaluateGate(
		checked,
		{
			...now,
			metrics: withFlips(now.metrics, flips),
			bounds: new Map([...(now.bounds ?? []), ...flipBounds(flips, log)]),
		},
		before,
	);
	return { ...result, lines: [...scoringLines(baseline, log), ...result.lines] };
}

/** That other code scored the baseline, where its answers show that: the rules compare scores all the same. */
function scoringLines(baseline: Run | EvaluatedRun | Baseline, log: EvaluatedRun): readonly GateLine[] {
	if ('metrics' in baseline) return [];
	return otherScoring(pairSamples(logOf(baseline), log)).map((one) => ({
		metric: 'scores',
		status: 'soft-undecided',
		expected: 'by the code of the baseline',
		detail: otherScoringText(one),
	}));
}

function requireGate(rules: unknown): object {
	if (typeof rules === 'object' && rules !== null) return rules;
	const given = typeof rules === 'string' ? 'text' : rules === null ? 'null' : `a value of type ${typeof rules}`;
	throw new ConfigError(`gate: takes a list of rules, or what a gate file holds, and was given ${given}`, {
		hint: 'Give it [{ metric, min }], or { version: 1, rules } as read from the file.',
	});
}

/** Code without types may give a folder. */
function logOf(run: Run | EvaluatedRun): EvaluatedRun {
	if (typeof run !== 'object' || run === null) {
		throw new UsageError(`a run or its log is wanted, not ${run === null ? 'null' : `a value of type ${typeof run}`}`, {
			hint: 'Read the one of a folder with readScoredRun.',
		});
	}
	return 'log' in run ? run.log : run;
}
