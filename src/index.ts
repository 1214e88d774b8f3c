/**
 * The runtime-neutral surface: needs neither an engine nor `node:*`. Hand-written, by noun: first what an evaluation is made of,
 * then what it stands on; alphabetical by file within.
 */

// Evaluation: a run, its app, its samples and settings.

export type { AppSession, AppUnderTest, TimeBudget } from './eval/app.ts';
export { isBudgeted } from './eval/budget-scope.ts';
export { readArm } from './eval/evaluate/reflection-arm.ts';
export { type AppIdentity, declaredSuite, type EvaluatedRun, type EvaluatedSuite } from './eval/evaluated-run.ts';
export { type MissingSample, missingSamples } from './eval/missing-samples.ts';
export type { LoggedSettings, RunSettings } from './eval/run-settings.ts';
export type { LoggedCall, LoggedGeneration, Sample, SampleResult, Transcript } from './eval/sample.ts';
export { sampleKey } from './eval/sample-key.ts';
export { sampleSeed } from './eval/sample-seed.ts';
export { ask, defineSuite, type SuiteContext, type SuiteDefinition } from './eval/suite/define-suite.ts';
export type {
	Arm,
	CorpusIdentity,
	Facet,
	Solution,
	SolveContext,
	Solver,
	Suite,
	SuiteSettings,
} from './eval/suite/suite.ts';
export type { SuiteKind } from './eval/suite/suite-kind.ts';
export type { Samples, SuiteOptions } from './eval/suite/suite-options.ts';

// Scores, labels, and the scorers that gemmark brings.

export { missingEvidence } from './eval/evidence/turn-evidence.ts';
export {
	type Label,
	type LabelRow,
	labelHash,
	labelRowSchema,
	labelToRow,
	mergeLabels,
	type PeoplesJudgement,
	type ResolvedLabels,
	readLabels,
	resolveLabels,
} from './eval/score/labels.ts';
export { mainScore } from './eval/score/main-score.ts';
export { scoreNamed } from './eval/score/named-score.ts';
export {
	type Score,
	type ScoreDeclaration,
	type Scored,
	UNSCORED_CAUSES,
	type Unscored,
	type UnscoredCause,
} from './eval/score/score.ts';
export { scoreSample } from './eval/score/score-sample.ts';
export { defineScorer, type ScoreContext, type Scorer } from './eval/score/scorer.ts';
export type { ExpectingSample } from './eval/scorers/calls.ts';
export * as scorers from './eval/scorers/index.ts';

// A call and a state against what was expected.

export type { CallError, Mismatch } from './eval/match/call-error.ts';
export {
	type AskedCall,
	type CallMatching,
	matchArguments,
	matchCall,
	matchCalls,
} from './eval/match/call-matching.ts';
export { type ExpectedState, stateMismatch } from './eval/match/end-state.ts';
export { confirmField, type ExpectedCall, expectedCallSchema } from './eval/match/expected-call.ts';
export { type StringMatching, sameString } from './eval/match/string-matching.ts';

// One turn: how the app takes it, and how it is read.

export { type ConfirmAnswer, solveAppTurn } from './eval/turn/app-turn.ts';
export { structuredConversation } from './eval/turn/structured-conversation.ts';
export { type Turn, turnOf } from './eval/turn/turn.ts';
export { readTurn, type TurnReading, type TurnWaiting, turnCalls, turnWaiting } from './eval/turn/turn-reading.ts';
export { type UserTurn, userTurns } from './eval/turn/user-turns.ts';

// Decisions between two paths.

export {
	certainHits,
	certainPath,
	type Decision,
	type DecisionCounts,
	type DecisionPath,
	decide,
	type Share,
	thresholdOf,
	type UnscoredCount,
	type Verdict,
} from './eval/decision/decision.ts';
export { type DecisionOption, decisionOption, type PathOption } from './eval/decision/decision-option.ts';
export type { GreyCause } from './eval/decision/grey-zone.ts';
export { type PromptOutcome, promptOutcomes } from './eval/decision/prompt-outcome.ts';

// Summaries of a run, as figures and in words.

export {
	flippedIds,
	type McnemarWords,
	mcnemarText,
	type Unpaired,
	unpairedText,
} from './eval/summary/arms/flips-text.ts';
export { type ReflectionSummary, summarizeReflections } from './eval/summary/arms/reflection-summary.ts';
export { reflectionLines } from './eval/summary/arms/reflection-text.ts';
export type { ReplayMeasure } from './eval/summary/arms/replay-measure.ts';
export { type ReplaySummary, summarizeReplays } from './eval/summary/arms/replay-summary.ts';
export { replayLines } from './eval/summary/arms/replay-text.ts';
export { type DecisionSummary, summarizeDecisions } from './eval/summary/decision/decision-summary.ts';
export type { PeoplesVerdict } from './eval/summary/decision/peoples-verdict.ts';
export { type StandingSummary, standingSummary } from './eval/summary/decision/standing-summary.ts';
export { standingLine } from './eval/summary/decision/standing-text.ts';
export {
	type HitCounts,
	hitsText,
	promptsWithoutSample,
	verdictLine,
	verdictRemedies,
} from './eval/summary/decision/verdict-text.ts';
export {
	type FlutterGemmaFate,
	type FlutterGemmaRow,
	type FlutterGemmaSummary,
	type FlutterGemmaTurn,
	flutterGemmaModelType,
	flutterGemmaView,
	summarizeFlutterGemma,
} from './eval/summary/fates/flutter-gemma-summary.ts';
export { playedGenerations, type RunFates, summarizeRunFates, turnOutcome } from './eval/summary/fates/run-fates.ts';
export type { SeenFates } from './eval/summary/fates/seen-fate.ts';
export { type FormatAdherence, formatAdherence } from './eval/summary/format-adherence.ts';
export { type NamedMetrics, namedMetrics } from './eval/summary/named-metrics.ts';
export { type OwnFailure, ownFailures } from './eval/summary/own-failures.ts';
export { intervalText, rateCounts, rateText } from './eval/summary/rate-text.ts';
export { samplingNote } from './eval/summary/sampling-note.ts';
export { type BudgetResult, budgetResults, tooLong } from './eval/summary/speed/budget-results.ts';
export { budgetedPart, heldTimes } from './eval/summary/speed/budgeted-times.ts';
export { type DeviceSummary, type SampleState, summarizeDevice } from './eval/summary/speed/device-summary.ts';
export { endToEnd } from './eval/summary/speed/generation-speed.ts';
export { type LatencyMetric, type LatencyRow, waitedFor } from './eval/summary/speed/latency-row.ts';
export { type LatencySummary, summarizeLatencies } from './eval/summary/speed/latency-summary.ts';
export type { UnreachedTime } from './eval/summary/speed/unreached-times.ts';
export { type FacetSummary, facetsOf } from './eval/summary/suite/facets.ts';
export type { Chance, Reliability } from './eval/summary/suite/reliability.ts';
export type { ScoreSummary } from './eval/summary/suite/score-summary.ts';
export { type ArmSummary, type SuiteSummary, summarizeSuites } from './eval/summary/suite/suite-summary.ts';
export { sampleThoughtTokens, summarizeThoughts, type ThoughtRow } from './eval/summary/thought-summary.ts';
export { remedyFor, unscoredText } from './eval/summary/unscored-text.ts';

// Comparison of runs.

export {
	type Comparability,
	compareIdentity,
	differenceText,
	isAllowed,
	namedDifferences,
} from './eval/compare/comparability.ts';
export { type CompareOptions, compareRuns, type RunComparison } from './eval/compare/compare.ts';
export type { FieldDifference } from './eval/compare/differing-code.ts';
export type { OutputDivergence, SampleDivergence } from './eval/compare/divergence/output-divergence.ts';
export type { OutputSpan } from './eval/compare/divergence/output-span.ts';
export type { DivergenceNumbers, TokenDivergence } from './eval/compare/divergence/token-divergence.ts';
export type { LatencyDifference } from './eval/compare/latency-difference.ts';
export type { NumberDifference } from './eval/compare/number-differences.ts';
export { type OtherScoring, otherScoringText } from './eval/compare/other-scoring.ts';
export { type PairedSample, pairSamples } from './eval/compare/paired-sample.ts';
export { partsOf, partText, type RunPart } from './eval/compare/run-part.ts';
export type { Flip, ScoreFlips } from './eval/compare/score-flips.ts';
export { cutTurnsText, type TimesSideBySide, timesSideBySide } from './eval/compare/times-side-by-side.ts';
export { type Untold, untoldName, untoldTogether } from './eval/compare/untold.ts';

// Gate.

export { evaluateGate, type GateBaseline, type GateResult, gateWord, withFlips } from './eval/gate/gate.ts';
export { gateJsonSchema, readGate } from './eval/gate/gate-file.ts';
export type { GateLine } from './eval/gate/gate-line.ts';
export { type Gate, type GateRule, needsBaseline, type Tolerance } from './eval/gate/gate-rule.ts';

// History of runs: rows, trends and series.

export type { RowMetric } from './history/row-metric.ts';
export type { PeoplesRow, RowDecision, RowFields, RunRow } from './history/run-row.ts';
export { differingFields } from './history/run-series.ts';
export type { Trend, TrendPoint, TrendSeries } from './history/trend-point.ts';

// Log.

export { parseLog } from './log/parse-log.ts';
export type {
	HostIdentity,
	Log,
	LogFailure,
	LogFooter,
	LogHeader,
	LogRecord,
	LogSample,
	LogWorker,
} from './log/record.ts';
export { rescoredLines } from './log/rescored-mark.ts';
export { namesApart, runName, runTitle } from './log/run-name.ts';
export { LARGEST_AMOUNT } from './log/schema/logged-value.ts';
export { unendedLines } from './log/unended.ts';

// Model port: runner, conversation, completer, generation.

export { eventsLimit, MAX_ARGUMENTS, maxEvents } from './model/answer-ceiling.ts';
export type {
	Completer,
	CompletionEvent,
	CompletionRequest,
	Piece,
	PromptPart,
	Sampler,
	Sampling,
} from './model/completer.ts';
export type {
	AppMessage,
	AppToolResult,
	AppTurn,
	Conversation,
	ConversationOptions,
	HistoryCall,
	HistoryMessage,
	ToolDeclaration,
	ToolResponse,
	TurnInput,
	TurnOptions,
} from './model/conversation.ts';
export {
	type DeviceIdentity,
	type DeviceState,
	type DeviceTimeline,
	THERMAL_STATUSES,
	thermalLevel,
	type WatchedSample,
} from './model/device-timeline.ts';
export { engineName, engineNameWithBackend } from './model/engine-name.ts';
export { FINISH_WORDS, finishWordOf, promptCut } from './model/finish-words.ts';
export type {
	Finish,
	GenerationEvent,
	GenerationRecord,
	GenerationTimings,
	MalformedReason,
	Repair,
	ToolCall,
	Usage,
} from './model/generation.ts';
export { wasCutOff } from './model/generation.ts';
export { type EngineIdentity, type ModelIdentity, samplesAtOnce } from './model/identity.ts';
export { MINIATURE_NOTICE } from './model/miniature-notice.ts';
export { possibleSpeeds, possibleUsage } from './model/possible-measures.ts';
export type {
	ChatOnlyModel,
	LoadedModel,
	LoadOptions,
	LoadProgress,
	ProbedThreads,
	RawModel,
	Runner,
	RunnerDeclaration,
} from './model/runner.ts';
export { parseRunnerOptions } from './model/runner-options.ts';
export { mayThink, type Thinking } from './model/thinking.ts';

// Dialects: prompt rendering and reading.

export { dialectOf, openConversation } from './dialects/conversation/open-conversation.ts';
export { RawConversation } from './dialects/conversation/raw-conversation.ts';
export { detectDialect } from './dialects/detect.ts';
export type { Dialect, DialectParser, ParsedSpan } from './dialects/dialect.ts';
export { DIALECT_NAMES } from './dialects/dialect-names.ts';
export { defineDialect, dialectNamed } from './dialects/dialects.ts';
export { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from './dialects/prompt/gemma4-chat-template.ts';
export { PromptRenderer, type PromptTemplate, type RenderedPrompt } from './dialects/prompt/prompt-renderer.ts';
export { MAX_ARGUMENT_DEPTH } from './dialects/syntax/arguments/tagged-arguments.ts';
export { jsonLosses } from './json/read-losses.ts';

// Tools: definition, dispatch, results.

export type { ConfirmGate, ConfirmQuestion } from './tool/confirm-gate.ts';
export { declareTool } from './tool/declaration.ts';
export { defineTool, type ToolOptions } from './tool/define-tool.ts';
export type { HandlerResult, ToolDefinition } from './tool/definition.ts';
export type { DispatchFields, DispatchLog } from './tool/dispatch-log.ts';
export { type Dispatch, ToolDispatcher, type ToolDispatcherOptions } from './tool/dispatcher.ts';
export {
	type McpError,
	type McpResponse,
	type McpResult,
	normalizeMcpResponse,
} from './tool/mcp-response.ts';
export { mcpResponseToToolResult } from './tool/mcp-tool-result.ts';
export { reflectionMessage, type ToolOutcome } from './tool/reflection.ts';
export { ToolRegistry } from './tool/registry.ts';
export { type ToolResult, toolResultToJson } from './tool/result.ts';
export { declareSchema } from './tool/schema/declared-schema.ts';

// Chat loop of an app, and the corpus lines that it logs.

export { type CapturedEvent, type CorpusCapture, readCorpusLines } from './chat/corpus-capture.ts';
export { CORPUS_MARKER, type CorpusEvent, corpusLines } from './chat/corpus-line.ts';
export type { CorpusLogger } from './chat/corpus-logger.ts';
export { JsonLineLogger, type JsonLineLoggerOptions } from './chat/json-line-logger.ts';
export type { ChatMessage } from './chat/message.ts';
export {
	ChatSessionController,
	type ChatSessionOptions,
	HINT_AFTER_TURNS,
	type StateListener,
	type UserTurnOptions,
} from './chat/session-controller.ts';
export { type ChatSessionState, MAX_TURNS, type PrefixPolicy } from './chat/session-state.ts';
export { checkTurnOrder, type TurnOrderRule, type TurnOrderViolation } from './chat/turn-order.ts';

// Habit frames: prompt, reading, rules.

export { emitFrameCandidatesTool } from './frame/emit-tool.ts';
export { buildFewShotPrompt, type FewShotOptions, selectPatterns } from './frame/few-shot.ts';
export { FormatError } from './frame/format-error.ts';
export type { FrameCandidate, SuggestFrameInput } from './frame/frame-candidate.ts';
export { type FrameCandidateDetail, type FrameDetail, frameDetail } from './frame/frame-detail.ts';
export { FRAME_LEVELS, type FrameLevel, isFrameLevel } from './frame/frame-level.ts';
export { DEFAULT_FRAME_PROMPT, type FramePrompt, frameSystemSection, parseFramePrompt } from './frame/frame-prompt.ts';
export {
	type FrameFailure,
	type FrameOutcome,
	type FrameRejection,
	type JudgedCandidate,
	type JudgeOptions,
	judgeFrameResponse,
	type RejectedCandidate,
} from './frame/judge.ts';
export { type FrameItem, parseFrameCandidates, readFrameCandidates, type SkippedItem } from './frame/parse.ts';
export { type AvoidanceKind, type AvoidanceSpan, findAvoidance } from './frame/rules/avoidance.ts';
export type { FramePattern, HabitType } from './frame/rules/frame-pattern.ts';
export {
	GenerationTimeoutError,
	NoCallError,
	NotLoadedError,
	type StructuredModel,
} from './frame/structured-model.ts';
export { explainSuggestion, type SuggestLogEntry, type SuggestOptions, suggestFrame } from './frame/suggest.ts';
export {
	type FrameInput,
	type FrameObjection,
	type FrameValidator,
	type FrameVerdict,
	validateFrameLevel,
} from './frame/validate.ts';

// Fates: what engines make of an answer.

export type { FateCall } from './fates/engine-answer.ts';
export { ENGINE_FATES } from './fates/engines.ts';
export type { EngineFate } from './fates/fate.ts';
export { FATE_OUTCOMES, type Fate, type FateOutcome } from './fates/fate-outcome.ts';
export type { FateMatrix, FateRow } from './fates/fate-summary.ts';
export { emulateFlutterGemma } from './fates/flutter-gemma/emulation.ts';
export type { FlutterGemmaAnswer, FlutterGemmaMode, FlutterGemmaView } from './fates/flutter-gemma/view.ts';
export { type PlayedGeneration, playGeneration, type UnplayedGeneration } from './fates/play-generation.ts';

// Benchmarks of others.

export { type MadeCall, matchPossibleCalls, type PossibleCall } from './benchmarks/bfcl-matching.ts';
export { readTool } from './benchmarks/bfcl-tool.ts';
export { type AnsweredCall, DIALOG_TURNS, type DialogSample, type DialogTurn } from './benchmarks/dialog-sample.ts';

// Corpus and prompt files.

export { parseJsonCorpus, parseJsonLines, requireUniqueIds, rowsOf } from './corpus/corpus-text.ts';
export type { FileIdentity } from './corpus/file-identity.ts';
export { type CorpusEntry, type PromptEntry, parseCorpusManifest, parsePromptManifest } from './corpus/manifest.ts';
export { idField, MAX_MESSAGE_CHARS, textField } from './corpus/row-fields.ts';
export { camelFields } from './corpus/snake-case.ts';

// Config.

export {
	type AppConfig,
	type AppLanguage,
	type Config,
	type ConfigSettings,
	type DeclaredSuite,
	defineApp,
	defineConfig,
	type TargetConfig,
} from './config/define.ts';
export { type ContentPlace, fieldPath, type LineOf } from './config/field-path.ts';
export { checkContent } from './config/schema/config-issue.ts';

// Lint.

export { type FindingLevel, findingText, type LintFinding } from './lint/finding.ts';
export { remedyOf } from './lint/remedy.ts';

// Statistics.

export { type Distribution, distribution, quantile } from './stats/distribution.ts';
export type { Interval } from './stats/interval/interval.ts';
export { type Agreement, cohensKappa } from './stats/kappa.ts';
export { mcnemarExact } from './stats/mcnemar.ts';
export { pValueText } from './stats/p-value.ts';
export { type PairedDifference, pairedDifference } from './stats/paired-difference.ts';
export { passAtK, passHatK } from './stats/pass-at-k.ts';
export { type ClusteredError, intervalOf, type Rate, rateOf, rateOfClusters, withoutInterval } from './stats/rate.ts';
export { countReasons, type ReasonCounts } from './stats/reason-counts.ts';
export { seededRandom } from './stats/seeded-random.ts';

// Text, also Korean, and secrets in it.

export { counted, plural } from './text/counted.ts';
export { givenOptions } from './text/given-options.ts';
export { fitsGiven } from './text/given-pattern.ts';
export { givenSchema } from './text/given-schema.ts';
export { HIDDEN } from './text/hidden.ts';
export { countHangulSyllables } from './text/korean/hangul.ts';
export { normalizeNumerals } from './text/korean/numeral.ts';
export { stripParticle } from './text/korean/particle.ts';
export { type Lang, type LocalizedText, localized } from './text/localized-text.ts';
export { compactText, normalizeText, singleLine } from './text/normalize-text.ts';
export { classifyPrefix } from './text/prefix/prefix-meaning.ts';
export { similarity } from './text/prefix/similarity.ts';
export type { PrefixEmptiness, PrefixMeaning } from './text/rules/meaning.ts';
export { sameText } from './text/same-text.ts';
export { type CredentialFreeAddress, withoutCredentials } from './text/secret/address-credentials.ts';
export { bearerOf } from './text/secret/bearer.ts';
export { keepAddressSecrets, keepSecret, withoutAddressSecrets } from './text/secret/secret.ts';
export { spreadsheetText } from './text/spreadsheet-text.ts';
export { type TextRules, textRules } from './text/text-rules.ts';

// JSON.

export {
	canonicalJson,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	nestsWithin,
	setOwn,
} from './json/json-value.ts';
export { sha256 } from './json/sha256.ts';

// Errors, each with a hint and an exit code; bounded bodies.

export { errorType } from './errors/error-type.ts';
export {
	ConfigError,
	EngineError,
	type EngineFailure,
	EnvironmentError,
	type ExitCode,
	GemmarkError,
	LogError,
	UsageError,
} from './errors/gemmark-error.ts';
export { bodyBeginning, boundedResponse, MAX_ANSWER_BYTES } from './files/bounded-body.ts';
