import { existsSync, statSync } from 'node:fs';
import type { Composition } from '../../api/compose.ts';
import { readGate } from '../../api/log/read-gate.ts';
import { gateLineText } from '../../reports/gate-text.ts';
import { gateLead } from '../../reports/locale/sections/gate-locale.ts';
import { untoldLines } from '../../reports/terminal/comparison.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { ConfigError } from '../../src/base/errors.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { Log } from '../../src/log/record.ts';
import { loadBaseline } from '../../src/run/inputs/baseline-file.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import { requireComparable } from '../../src/summary/compare/compare.ts';
import { codeLines, type IdentifiedRun } from '../../src/summary/compare/identity.ts';
import {
	type Baseline,
	type ChosenPrompts,
	requireKnownMetrics,
	requireWholeBaseline,
} from '../../src/summary/gate/baseline.ts';
import { type GateResult, gateWord } from '../../src/summary/gate/gate.ts';
import { type Gate, needsBaseline } from '../../src/summary/gate/rules.ts';
import { openRun } from '../report/open-run.ts';

/** A gate with the run that it compares with, where one was named. */
export interface LoadedGate {
	readonly gate: Gate;
	readonly baseline?: Log | Baseline | undefined;
}

/** What is known before a gate is read. */
export interface GateContext {
	/** Of the run that is to be. One that is there already tells by itself what it has. */
	readonly suites?: readonly Suite[] | undefined;
	readonly chosen?: ChosenPrompts | undefined;
	/** That the user named. */
	readonly config?: Composition | undefined;
}

/**
 * Reads a gate and its baseline before the run, so that a mistake shows at once and `results/latest` still is the run
 * before. Throws {@link ConfigError}, or what reading the baseline throws.
 */
export async function loadGateAndBaseline(
	path: string,
	baselineRun: string | undefined,
	{ suites, chosen, config }: GateContext = {},
): Promise<LoadedGate> {
	const gate = readGate(path);
	if (suites !== undefined) requireKnownMetrics(gate, suites, path, chosen);
	if (baselineRun !== undefined) {
		return { gate, baseline: await openBaseline(baselineRun, config) };
	}
	if (needsBaseline(gate)) {
		throw new ConfigError(`${path}: it compares with a baseline, but none was named`, {
			hint: 'Add --baseline RUN. The first is a run held against itself: gemmark gate RUN --gate FILE --baseline RUN --save-baseline baseline.json.',
		});
	}
	return { gate };
}

/** A run, or what was kept of one. Throws {@link ConfigError} for one that is not whole. */
async function openBaseline(source: string, config: Composition | undefined): Promise<Log | Baseline> {
	if (source.endsWith('.json') && existsSync(source) && statSync(source).isFile()) return loadBaseline(source);
	const baseline = await openRun(source, { config });
	requireWholeBaseline(baseline, source);
	return baseline;
}

/**
 * Throws UsageError where the run differs from the gate's baseline in what must not: before anything of it is written. Tells
 * where it is of other code, and what is not known.
 */
export function requireGateable(
	run: IdentifiedRun,
	gate: LoadedGate | undefined,
	{ allow }: { readonly allow?: readonly string[] | undefined },
): void {
	requireKnownFields(allow, gate?.baseline === undefined ? [run] : [gate.baseline, run]);
	if (gate?.baseline === undefined) return;
	requireComparable(gate.baseline, run, { allow });
	const lines = [
		...codeLines(gate.baseline.header, run.header),
		...untoldLines([gate.baseline, run], ['the baseline', 'this run']),
	];
	for (const line of lines) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
}

/** A line a rule, as CI logs and people read it. */
export function gateLines(result: GateResult): readonly string[] {
	const against = gateLead(result, 'en');
	return [
		...(against === undefined ? [] : [singleLine(`gate: ${against}`)]),
		...result.lines.map((line) => singleLine(gateLineText(line))),
		`gate: ${gateWord(result)}`,
	];
}
