/** Running, logs and reports: what the command line does, as a library. Needs Node. */

export type { Log, LogFooter, LogHeader, LogSample } from '../src/log/record.ts';
export type { RunChoices } from '../src/run/run-choices.ts';
export type { CompareOptions, RunComparison } from '../src/summary/compare/compare.ts';
export type { DecisionSummary } from '../src/summary/decisions.ts';
export type { GateLine, GateResult } from '../src/summary/gate/gate.ts';
export type { Gate, GateRule } from '../src/summary/gate/rules.ts';
export type { NamedMetrics } from '../src/summary/metrics.ts';
export type { SuiteSummary } from '../src/summary/suites.ts';
export { type EvaluateOptions, evaluate, type Run } from './evaluate.ts';
export { type LintOptions, type LintReport, lint } from './lint.ts';
export { compare, gate } from './log/judge.ts';
export { readGate } from './log/read-gate.ts';
export { readRun } from './log/read-run.ts';
export { type RescoredRun, type RescoreOptions, rescoreRun } from './log/rescore-run.ts';
export { namedMetrics, summarizeDecisions, summarizeSuites } from './log/run-figures.ts';
export { readScoredRun, type ScoredReading } from './log/scored-run.ts';
export { writeReports } from './log/write-reports.ts';
export { type OpenedConfig, openConfig } from './open-config.ts';
