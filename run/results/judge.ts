import { existsSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readTextFile } from '../../src/base/read-file.ts';
import { MAX_DATA_BYTES, parseData } from '../../src/config/data-text.ts';
import type { EvaluatedRun } from '../../src/eval/header.ts';
import { missingCauses } from '../../src/eval/missing.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { otherTimes } from '../../src/eval/settings/identity.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { logPath } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import {
	type CompareOptions,
	compareRuns,
	otherScoring,
	type RunComparison,
	requireComparable,
} from '../../src/summary/compare/compare.ts';
import { codeLines, type IdentifiedRun } from '../../src/summary/compare/identity.ts';
import { pairSamples, scoreFlips } from '../../src/summary/flips.ts';
import { type Baseline, baselineOf } from '../../src/summary/gate/baseline.ts';
import { evaluateGate, flipMetrics, type GateLine, type GateResult } from '../../src/summary/gate/gate.ts';
import {
	type ChosenPrompts,
	requireKnownMetrics,
	requireShares,
	requireWholeBaseline,
} from '../../src/summary/gate/known-metrics.ts';
import { pairedRates } from '../../src/summary/gate/paired.ts';
import {
	readGate as checkedGate,
	checksOf,
	compares,
	type Gate,
	type GateRule,
	needsBaseline,
} from '../../src/summary/gate/rules.ts';
import { isTimeMetric } from '../../src/summary/metrics.ts';
import { type GatedSummary, gatedSummary } from '../../src/summary/state/stops.ts';
import { type RunSummary, runTitle, summarizeRun as summaryOf } from '../../src/summary/summarize.ts';
import { givenText } from '../../src/text/given-options.ts';
import type { Started } from '../../src/text/local-time.ts';
import type { Composition } from '../compose/compose.ts';
import { checkOptions } from '../compose/options.ts';
import { loadBaseline } from './baseline-file.ts';
import { type CheckedReading, givenRun, isLog, type Run, readCheckedRun } from './read-run.ts';

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
 * Checks a run against rules, and against a baseline where one is given. Throws ConfigError for what is no rule, and for a
 * baseline that is not a whole run, UsageError for one of which the run differs in what must not.
 */
export function gate(
	run: Run | EvaluatedRun,
	rules: Gate | readonly GateRule[],
	baseline?: Run | EvaluatedRun | Baseline,
	options?: CompareOptions,
): GateResult {
	const checked = checkedGate(Array.isArray(rules) ? { version: 1, rules } : requireGate(rules), 'gate');
	const log = givenRun(run, 'gate');
	checkOptions('gate', options);
	const given = { gate: checked, allow: options?.allow };
	if (baseline === undefined) return gateRun({ log, summary: summaryOf(log) }, given);
	if (isKept(baseline)) return gateRun({ log, summary: summaryOf(log) }, { ...given, baseline });
	const whole = givenRun(baseline, 'gate: baseline');
	const source = 'log' in baseline ? baseline.folder : 'baseline';
	return gateRun({ log, summary: summaryOf(log) }, { ...given, baseline: whole, source });
}

/** The same of a run whose summary is at hand. */
export function gateRun(
	{ log, summary }: { readonly log: EvaluatedRun; readonly summary: RunSummary },
	{ gate: checked, baseline, allow, source = 'baseline' }: CheckedGate,
): GateResult {
	requireShares(
		checked,
		log.header.suites.map(({ name, scores }) => {
			const rates = Object.entries(scores).filter(([, { kind }]) => kind === 'rate');
			return { name, rates: rates.map(([score]) => score) };
		}),
		'gate',
	);
	const now = baselineOf(log, summary);
	requireKnownFields(allow, baseline === undefined ? [log] : [baseline, log]);
	if (baseline === undefined) return evaluateGate(checked, now);
	// What was kept of a run was whole.
	const kept = isKept(baseline);
	if (!kept) requireWholeBaseline(baseline, source);
	const isRunItself = !kept && isSameLog(baseline, log);
	const before = kept ? baseline : baselineOf(baseline, isRunItself ? summary : summaryOf(baseline));
	const { onlyFirst, blocking } = requireComparable(before, now, { allow });
	const suites = before.header.suites.filter(({ name }) => !onlyFirst.includes(name));
	const pairs = pairSamples<Baseline['samples'][number] & Pick<SampleResult, 'groups'>>(before, log);
	const flips = flipMetrics(scoreFlips(pairs, suites), ({ suite, variant, unpaired }) =>
		isRunItself
			? []
			: [
					...(unpaired > 0 ? [{ reason: 'unscored', count: unpaired }] : []),
					...missingCauses(summary.samples.missing, suite, variant),
				],
	);
	const gated = { ...now, metrics: { ...now.metrics, ...flips }, paired: pairedRates(pairs, suites) };
	const result = evaluateGate(checked, gated, { ...before, isRunItself });
	const header: typeof before.header & Partial<Started> = before.header;
	const allowed = blocking.map(({ field }) => field);
	return {
		...result,
		lines: [
			...(kept ? [] : scoringLines(baseline, log)),
			...timesLines(checked, before.header, log.header),
			...result.lines,
		],
		baseline: { name: runTitle(header), startedAt: header.startedAt, timeZone: header.timeZone, allowed },
	};
}

interface CheckedGate {
	readonly gate: Gate;
	readonly baseline?: EvaluatedRun | Baseline;
	/** Fields in which the baseline may differ. */
	readonly allow?: readonly string[];
	/** What errors call the baseline. */
	readonly source?: string;
}

function isSameLog(one: EvaluatedRun, other: EvaluatedRun): boolean {
	return isDeepStrictEqual([one.header, one.samples], [other.header, other.samples]);
}

/** That other code scored the baseline, where its answers show that: the rules compare scores anyway. */
function scoringLines(baseline: EvaluatedRun, log: EvaluatedRun): readonly GateLine[] {
	return otherScoring(pairSamples(baseline, log)).map((one) => ({
		metric: 'scores',
		status: 'soft-undecided',
		expected: message('gate.baseline-code'),
		detail: message('gate.other-scoring', { ...one }),
	}));
}

/** Warns of a rule that compares times of two known machines: its own line would not show it. */
function timesLines({ rules }: Gate, before: Baseline['header'], now: EvaluatedRun['header']): readonly GateLine[] {
	if (!rules.some((rule) => isTimeMetric(rule.metric) && checksOf(rule).some(compares))) return [];
	const other = otherTimes(before, now);
	if (other.length === 0) return [];
	return [
		{
			metric: 'times',
			status: 'soft-undecided',
			expected: message('gate.baseline-machine'),
			detail: message('gate.other-machine', { fields: other }),
		},
	];
}

function isKept(baseline: Run | EvaluatedRun | Baseline): baseline is Baseline {
	return isLog(baseline) && 'metrics' in baseline;
}

function requireGate(rules: unknown): object {
	if (typeof rules === 'object' && rules !== null) return rules;
	throw new ConfigError(message('config.gate-given', { given: givenText(rules) }));
}

/**
 * Reads a gate: the path of a YAML or JSON file, or what one holds, whose errors name `source`. Throws {@link ConfigError}
 * naming file and field.
 */
export function readGate(gate: unknown, source = 'gate'): Gate {
	return typeof gate === 'string' ? fileGate(gate) : checkedGate(gate, source);
}

function fileGate(path: string): Gate {
	// JSON or YAML in place of a path.
	if (/^\s*[{[]|\n/u.test(path)) throw new ConfigError(message('config.gate-text'));
	return checkedGate(parseData(readTextFile(path, MAX_DATA_BYTES).text, path).content, path);
}

/** The summary of a run, or of its log; with people's labels by sample key their verdicts count. Throws {@link ConfigError} for labels that are not a Map. */
export function summarizeRun(
	run: Run | EvaluatedRun,
	options: { readonly labels?: ReadonlyMap<string, PeoplesJudgement>; readonly gate?: GateResult } = {},
): GatedSummary {
	const log = givenRun(run, 'summarizeRun');
	checkOptions('summarizeRun', options);
	return gatedSummary(summaryOf(log, options), options.gate);
}

/** A gate with the run that it compares with, where one was named. */
export interface LoadedGate {
	readonly gate: Gate;
	readonly baseline?: Log | Baseline;
}

/** What is known before a gate is read. */
interface GateContext {
	/** Of a new run; an existing run has its own. */
	readonly suites?: readonly Suite[];
	readonly chosen?: ChosenPrompts;
	/** That the user named. */
	readonly config?: Composition;
	/** Receives what could not be checked of the baseline. */
	readonly onDoubt?: CheckedReading['onDoubt'];
}

/**
 * Reads a gate and its baseline before the run, so that a mistake shows at once and `results/latest` still is the run
 * before. Throws {@link ConfigError}, or what reading the baseline throws.
 */
export async function loadGateAndBaseline(
	path: string,
	baselineRun: string | undefined,
	{ suites, chosen, config, onDoubt }: GateContext = {},
): Promise<LoadedGate> {
	const gate = readGate(path);
	if (suites !== undefined) requireKnownMetrics(gate, suites, path, chosen);
	if (baselineRun !== undefined) {
		return { gate, baseline: await openBaseline(baselineRun, { config, onDoubt }) };
	}
	if (needsBaseline(gate)) throw new ConfigError(message('config.gate-needs-baseline', { path }));
	return { gate };
}

/** A run, or what was kept of one. Throws {@link ConfigError} for one that is not whole. */
async function openBaseline(source: string, reading: CheckedReading): Promise<Log | Baseline> {
	if (source.endsWith('.json') && existsSync(source) && statSync(source).isFile()) return loadBaseline(source);
	const baseline = await readCheckedRun(logPath(source), reading);
	requireWholeBaseline(baseline, source);
	return baseline;
}

/**
 * Throws UsageError where the run differs from the gate's baseline in what must not, before anything of it is written. Gives
 * a line where it is of other code.
 */
export function requireGateable(
	run: IdentifiedRun,
	gate: LoadedGate | undefined,
	{ allow }: { readonly allow?: readonly string[] },
): readonly string[] {
	requireKnownFields(allow, gate?.baseline === undefined ? [run] : [gate.baseline, run]);
	if (gate?.baseline === undefined) return [];
	requireComparable(gate.baseline, run, { allow });
	return codeLines(gate.baseline.header, run.header);
}

/** Whether a gate asks how long answers take, or what processes beside the model, and prompts that it keeps, change. */
export function isOfTimes({ gate }: LoadedGate): boolean {
	return gate.rules.some(({ metric }) => isTimeMetric(metric) || metric === 'loadMs' || metric === 'peakRssBytes');
}
