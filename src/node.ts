/** Running, logs and reports: what the command line does, as a library. Needs Node. */

export { type OpenedConfig, openConfig } from '../run/compose/open-config.ts';
export { type EvaluateOptions, evaluate } from '../run/evaluate.ts';
export { type LintOptions, type LintReport, lint } from '../run/lint.ts';
export {
	compare,
	gate,
	readGate,
	summarizeRun,
} from '../run/results/judge.ts';
export { type Run, readRun } from '../run/results/read-run.ts';
export { writeReports } from '../run/results/reports.ts';
export {
	type RescoredRun,
	type RescoreOptions,
	readScoredRun,
	rescoreRun,
	type ScoredReading,
} from '../run/results/rescore.ts';
export type { RunChoices } from './eval/settings.ts';
export type { Log, LogFooter, LogHeader, LogSample } from './log/record.ts';
export type { CompareOptions, RunComparison } from './summary/compare/compare.ts';
export type { GateLine, GateResult } from './summary/gate/gate.ts';
export type { Gate, GateRule } from './summary/gate/rules.ts';
export type { GatedSummary as RunSummary } from './summary/state/stops.ts';
