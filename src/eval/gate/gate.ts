import type { ScoreFlips } from '../compare/score-flips.ts';
import type { NamedMetrics } from '../summary/named-metrics.ts';
import { checksOf } from './check.ts';
import { type GatedRun, type GateLine, lineOf } from './gate-line.ts';
import { FLIPS, type Gate } from './gate-rule.ts';

export interface GateResult {
	readonly passed: boolean;
	/** No rule failed, and what is unscored could still make one fail. */
	readonly undecided: boolean;
	readonly lines: readonly GateLine[];
	/** People labelled samples of the run, whose word no rule holds: metrics are what its scorers judged. */
	readonly labelled?: boolean | undefined;
	/** What it was held against. */
	readonly baseline?: GateBaseline | undefined;
}

export interface GateBaseline {
	/** The run by its target and model. */
	readonly name: string;
	readonly startedAt?: string | undefined;
	/** Fields of identity in which the run differs from it, and was allowed to. */
	readonly allowed: readonly string[];
}

/**
 * Applies the rules. A metric that the run does not tell fails its rule; one that what is unscored could take to either
 * side, or bring at all, leaves it undecided: its bounds say so.
 */
export function evaluateGate(gate: Gate, run: GatedRun, baseline?: GatedRun): GateResult {
	const rules = gate.rules.flatMap((rule) => checksOf(rule).map((check) => lineOf(rule, check, run, baseline)));
	const lines = [...missingLine(run), ...rules];
	const open = lines.some(({ status }) => status === 'undecided');
	const failed = lines.some(({ status }) => status === 'fail');
	return { passed: !failed && !open, undecided: !failed && open, lines };
}

/** A run that is not whole passes no gate, whatever its rules say. */
function missingLine({ missing }: GatedRun): readonly GateLine[] {
	if (missing === undefined) return [];
	return [{ metric: 'run', status: missing.status, expected: 'a whole run', detail: missing.what }];
}

/** A gate in a word, as every surface says it. */
export function gateWord({ passed, undecided }: GateResult): 'passed' | 'failed' | 'undecided' {
	if (passed) return 'passed';
	return undecided ? 'undecided' : 'failed';
}

/** The metrics of a run with its flips against a baseline. */
export function withFlips(metrics: NamedMetrics, flips: readonly ScoreFlips[]): NamedMetrics {
	const all = new Map(metrics);
	for (const { suite, arm, score, gained, lost } of flips) {
		all.set(`${FLIPS}${suite}.${arm}.${score}.gained`, gained.length);
		all.set(`${FLIPS}${suite}.${arm}.${score}.lost`, lost.length);
	}
	return all;
}
