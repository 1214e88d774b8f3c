/** Running, logs and reports: what the command line does, as a library. Needs Node. */

export type { CompareOptions, RunComparison } from '../src/eval/compare/compare.ts';
export type { GateResult } from '../src/eval/gate/gate.ts';
export type { GateLine } from '../src/eval/gate/gate-line.ts';
export type { Gate, GateRule } from '../src/eval/gate/gate-rule.ts';
export type { DecisionSummary } from '../src/eval/summary/decision/decision-summary.ts';
export type { NamedMetrics } from '../src/eval/summary/named-metrics.ts';
export type { SuiteSummary } from '../src/eval/summary/suite/suite-summary.ts';
export type { Log, LogFooter, LogHeader, LogSample } from '../src/log/record.ts';
export type { RunChoices } from '../src/run/run-choices.ts';
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
