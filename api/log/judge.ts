import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../src/base/errors.ts';
import { requireShares } from '../../src/eval/gate/share-bounds.ts';
import type { EvaluatedRun } from '../../src/eval/run.ts';
import { otherTimes } from '../../src/log/merge.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import {
	type CompareOptions,
	compareRuns,
	otherScoring,
	otherScoringText,
	type RunComparison,
	requireComparable,
} from '../../src/summary/compare/compare.ts';
import { pairSamples, scoreFlips } from '../../src/summary/flips.ts';
import { type Baseline, baselineOf, requireWholeBaseline } from '../../src/summary/gate/baseline.ts';
import { evaluateGate, type GateLine, type GateResult, withFlips } from '../../src/summary/gate/gate.ts';
import { checksOf, compares, type Gate, type GateRule, readGate } from '../../src/summary/gate/rules.ts';
import { flipBounds, isTimeMetric } from '../../src/summary/metrics.ts';
import { runTitle } from '../../src/summary/summarize.ts';
import { givenText } from '../../src/text/given-options.ts';
import type { Run } from '../evaluate.ts';
import { checkOptions } from '../node-options.ts';
import { givenRun, isLog } from './given-run.ts';

/** Compares the second run with the first. Throws UsageError naming each field in which they must not differ. */
export function compare(
	first: Run | EvaluatedRun,
	second: Run | EvaluatedRun,
	options?: CompareOptions,
): RunComparison {
	const [one, other] = [givenRun(first, 'compare: first'), givenRun(second, 'compare: second')];
	checkOptions('compare', options);
	requireKnownFields(options?.allow, [one, other]);
	return compareRuns(one, other, options);
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
	const log = givenRun(run, 'gate');
	checkOptions('gate', options);
	requireShares(
		checked,
		log.header.suites.map(({ name, scores }) => {
			const rates = Object.entries(scores).filter(([, { kind }]) => kind === 'rate');
			return { name, rates: rates.map(([score]) => score) };
		}),
		'gate',
	);
	const now = baselineOf(log);
	const compared = baseline === undefined ? [] : [isKept(baseline) ? baseline : givenRun(baseline, 'gate: baseline')];
	requireKnownFields(options?.allow, [...compared, log]);
	if (baseline === undefined) return evaluateGate(checked, now);
	// What was kept of a run was whole.
	if (!isKept(baseline)) {
		const whole = givenRun(baseline, 'gate: baseline');
		requireWholeBaseline(whole, 'log' in baseline ? baseline.folder : 'baseline');
	}
	const before = isKept(baseline) ? baseline : baselineOf(givenRun(baseline, 'gate: baseline'));
	const { onlyFirst, blocking } = requireComparable(before, now, options);
	const suites = before.header.suites.filter(({ name }) => !onlyFirst.includes(name));
	const flips = scoreFlips(pairSamples(before, now), suites);
	const isRunItself = !isKept(baseline) && isSameLog(givenRun(baseline, 'gate: baseline'), log);
	const result = evaluateGate(
		checked,
		{
			...now,
			metrics: withFlips(now.metrics, flips),
			bounds: new Map([...(now.bounds ?? []), ...(isRunItself ? [] : flipBounds(flips, log))]),
		},
		{ ...before, isRunItself },
	);
	const header: typeof before.header & { readonly startedAt?: string } = before.header;
	const allowed = blocking.map(({ field }) => field);
	return {
		...result,
		lines: [...scoringLines(baseline, log), ...timesLines(checked, before.header, log.header), ...result.lines],
		baseline: { name: runTitle(header), startedAt: header.startedAt, allowed },
	};
}

function isSameLog(one: EvaluatedRun, other: EvaluatedRun): boolean {
	return isDeepStrictEqual([one.header, one.samples], [other.header, other.samples]);
}

/** That other code scored the baseline, where its answers show that: the rules compare scores all the same. */
function scoringLines(baseline: Run | EvaluatedRun | Baseline, log: EvaluatedRun): readonly GateLine[] {
	if (isKept(baseline)) return [];
	return otherScoring(pairSamples(givenRun(baseline, 'gate: baseline'), log)).map((one) => ({
		metric: 'scores',
		status: 'soft-undecided',
		expected: 'by the code of the baseline',
		detail: otherScoringText(one),
	}));
}

/** That a rule compares times of two machines, where both are told: its line alone would say nothing of it. */
function timesLines({ rules }: Gate, before: Baseline['header'], now: EvaluatedRun['header']): readonly GateLine[] {
	if (!rules.some((rule) => isTimeMetric(rule.metric) && checksOf(rule).some(compares))) return [];
	const other = otherTimes(before, now);
	if (other.length === 0) return [];
	return [
		{
			metric: 'times',
			status: 'soft-undecided',
			expected: 'of the machine of the baseline',
			detail: `they were not measured alike: ${other.join('; ')}`,
		},
	];
}

function isKept(baseline: Run | EvaluatedRun | Baseline): baseline is Baseline {
	return isLog(baseline) && (baseline as Partial<Baseline>).metrics instanceof Map;
}

function requireGate(rules: unknown): object {
	if (typeof rules === 'object' && rules !== null) return rules;
	throw new ConfigError(`gate: takes a list of rules, or what a gate file holds, and was given ${givenText(rules)}`, {
		hint: 'Give it [{ metric, min }], or { version: 1, rules } as read from the file.',
	});
}
