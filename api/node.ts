/** Running, logs and reports: what the command line does, as a library. Needs Node. */

export type { Log, LogFooter, LogHeader, LogSample } from '../src/log/record.ts';
export type { RunChoices } from '../src/run/choices.ts';
export { type OpenedConfig, openConfig } from '../src/run/compose/open-config.ts';
export { type EvaluateOptions, evaluate } from '../src/run/evaluate.ts';
export { type LintOptions, type LintReport, lint } from '../src/run/lint.ts';
export {
	compare,
	gate,
	readGate,
	summarizeRun,
} from '../src/run/results/judge.ts';
export { type Run, readRun } from '../src/run/results/read-run.ts';
export { writeReports } from '../src/run/results/reports.ts';
export {
	type RescoredRun,
	type RescoreOptions,
	readScoredRun,
	rescoreRun,
	type ScoredReading,
} from '../src/run/results/rescore.ts';
export type { CompareOptions, RunComparison } from '../src/summary/compare/compare.ts';
export type { GateLine, GateResult } from '../src/summary/gate/gate.ts';
export type { Gate, GateRule } from '../src/summary/gate/rules.ts';
export type { RunSummary } from '../src/summary/summarize.ts';
