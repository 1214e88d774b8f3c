/**
 * The runtime-neutral surface: needs neither an engine nor `node:*`. Hand-written, by noun: first what an evaluation is made of,
 * then what it stands on; alphabetical by file within.
 */

// Evaluation: a run, its app, its samples and settings.

export { type MissingSample, missingSamples } from './eval/absent.ts';
export type { AppSession, AppUnderTest, TimeBudget } from './eval/app.ts';
export { isBudgeted } from './eval/app.ts';
export type { SuiteKind } from './eval/define/define-suite.ts';
export { ask, defineSuite, type SuiteContext, type SuiteDefinition } from './eval/define/define-suite.ts';
export type { Samples, SuiteOptions } from './eval/define/suite-options.ts';
export { type AppIdentity, declaredSuite, type EvaluatedRun, type EvaluatedSuite } from './eval/run.ts';
export type { LoggedCall, LoggedGeneration, Sample, SampleResult, Transcript } from './eval/sample.ts';
export { sampleKey, sampleSeed } from './eval/sample.ts';
export type { LoggedSettings, RunSettings } from './eval/settings.ts';
export { readArm } from './eval/settings.ts';
export type {
	Arm,
	CorpusIdentity,
	Facet,
	Solution,
	SolveContext,
	Solver,
	Suite,
	SuiteSettings,
} from './eval/suite.ts';

// Scores, labels, and the scorers that gemmark brings.

export { missingEvidence } from './eval/evidence/turn-evidence.ts';
export { mainScore } from './eval/run.ts';
export { scoreNamed } from './eval/sample.ts';
export {
	type Score,
	type ScoreDeclaration,
	type Scored,
	UNSCORED_CAUSES,
	type Unscored,
	type UnscoredCause,
} from './eval/score.ts';
export type { ExpectingSample } from './eval/scoring/calls.ts';
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
} from './eval/scoring/labels.ts';
export { scoreSample } from './eval/scoring/score-sample.ts';
export * as scorers from './eval/scoring/scorers.ts';
export { defineScorer, type ScoreContext, type Scorer } from './eval/suite.ts';

// A call and a state against what was expected.

export {
	type AskedCall,
	type CallMatching,
	confirmField,
	type ExpectedCall,
	expectedCallSchema,
	matchArguments,
	matchCall,
	matchCalls,
} from './eval/match/calls.ts';
export type { CallError, Mismatch } from './eval/match/values.ts';
export { type ExpectedState, type StringMatching, sameString, stateMismatch } from './eval/match/values.ts';

// One turn: how the app takes it, and how it is read.

export { type ConfirmAnswer, solveAppTurn, structuredConversation } from './eval/define/app-turn.ts';
export {
	readTurn,
	type Turn,
	type TurnReading,
	type TurnWaiting,
	turnCalls,
	turnOf,
	turnWaiting,
	type UserTurn,
	userTurns,
} from './eval/turn.ts';

// Decisions between two paths.

export type { GreyCause } from './eval/decision.ts';
export {
	certainHits,
	certainPath,
	type Decision,
	type DecisionCounts,
	type DecisionOption,
	type DecisionPath,
	decide,
	decisionOption,
	type PathOption,
	type Share,
	thresholdOf,
	type UnscoredCount,
	type Verdict,
} from './eval/decision.ts';
export { type PromptOutcome, promptOutcomes } from './eval/verdict.ts';

// Summaries of a run, as figures and in words.

export {
	flippedIds,
	type McnemarWords,
	mcnemarText,
	type Unpaired,
	unpairedText,
} from './eval/summary/arms/flips-text.ts';
export { reflectionLines } from './eval/summary/arms/reflection-text.ts';
export { replayLines } from './eval/summary/arms/replay-text.ts';
export { standingLine } from './eval/summary/decision/standing-text.ts';
export {
	type HitCounts,
	hitsText,
	promptsWithoutSample,
	verdictLine,
	verdictRemedies,
} from './eval/summary/decision/verdict-text.ts';
export { intervalText, rateCounts, rateText } from './eval/summary/rate-text.ts';
export { remedyFor, unscoredText } from './eval/summary/unscored-text.ts';
export type { ReplayMeasure } from './summary/arms.ts';
export { type ReflectionSummary, type ReplaySummary, summarizeReflections, summarizeReplays } from './summary/arms.ts';
export {
	type BudgetResult,
	budgetedPart,
	budgetResults,
	type DeviceSummary,
	heldTimes,
	type SampleState,
	summarizeDevice,
	tooLong,
} from './summary/budgets.ts';
export type { PeoplesVerdict } from './summary/decisions.ts';
export {
	type DecisionSummary,
	type StandingSummary,
	standingSummary,
	summarizeDecisions,
} from './summary/decisions.ts';
export { type OwnFailure, ownFailures } from './summary/failures.ts';
export type { SeenFates } from './summary/fates.ts';
export {
	type FlutterGemmaFate,
	type FlutterGemmaRow,
	type FlutterGemmaSummary,
	type FlutterGemmaTurn,
	flutterGemmaModelType,
	flutterGemmaView,
	playedGenerations,
	type RunFates,
	summarizeFlutterGemma,
	summarizeRunFates,
	turnOutcome,
} from './summary/fates.ts';
export {
	type FormatAdherence,
	formatAdherence,
	sampleThoughtTokens,
	summarizeThoughts,
	type ThoughtRow,
} from './summary/format.ts';
export type { NamedMetrics } from './summary/metrics.ts';
export { type LatencySummary, summarizeLatencies } from './summary/speed.ts';
export type { Chance, Reliability, ScoreSummary } from './summary/suites.ts';
export {
	type ArmSummary,
	type FacetSummary,
	facetsOf,
	partsOf,
	type RunPart,
	type SuiteSummary,
	summarizeSuites,
} from './summary/suites.ts';
export { samplingNote } from './summary/summarize.ts';
export type { UnreachedTime } from './summary/turn-times.ts';
export { endToEnd, type LatencyMetric, type LatencyRow, waitedFor } from './summary/turn-times.ts';

// Comparison of runs.

export {
	type Comparability,
	compareIdentity,
	differenceText,
	isAllowed,
	namedDifferences,
} from './summary/compare/comparability.ts';
export {
	type CompareOptions,
	compareRuns,
	type OtherScoring,
	otherScoringText,
	partText,
	type RunComparison,
} from './summary/compare/compare.ts';
export type { LatencyDifference, NumberDifference } from './summary/compare/differences.ts';
export { cutTurnsText, type TimesSideBySide, timesSideBySide } from './summary/compare/differences.ts';
export type { OutputDivergence, OutputSpan, SampleDivergence } from './summary/compare/divergence.ts';
export type { FieldDifference } from './summary/compare/identity.ts';
export { type Untold, untoldName, untoldTogether } from './summary/compare/identity.ts';
export type { DivergenceNumbers, TokenDivergence } from './summary/compare/token-divergence.ts';
export type { Flip, ScoreFlips } from './summary/flips.ts';
export { type PairedSample, pairSamples } from './summary/flips.ts';

// Gate.

export type { GateLine } from './summary/gate/gate.ts';
export { evaluateGate, type GateResult, gateWord } from './summary/gate/gate.ts';
export {
	type Gate,
	type GateRule,
	gateJsonSchema,
	needsBaseline,
	readGate,
} from './summary/gate/rules.ts';

// History of runs: rows, trends and series.

export type { PeoplesRow, RowDecision, RowFields, RowMetric, RunRow } from './history/run-row.ts';
export type { Trend, TrendPoint, TrendSeries } from './history/series.ts';
export { differingFields } from './history/series.ts';

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
export { rescoredNotes, unendedNotes } from './log/warnings.ts';
export { LARGEST_AMOUNT } from './model/border.ts';
export { namesApart, runName, runTitle } from './summary/summarize.ts';

// Model port: runner, conversation, completer, generation.

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
export { mayThink, type Thinking } from './model/conversation.ts';
export {
	type DeviceIdentity,
	type DeviceState,
	type DeviceTimeline,
	THERMAL_STATUSES,
	thermalLevel,
	type WatchedSample,
} from './model/device-timeline.ts';
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
export {
	eventsLimit,
	FINISH_WORDS,
	finishWordOf,
	MAX_ARGUMENTS,
	maxEvents,
	promptCut,
	wasCutOff,
} from './model/generation.ts';
export {
	type EngineIdentity,
	engineName,
	engineNameWithBackend,
	type ModelIdentity,
	samplesAtOnce,
} from './model/identity.ts';
export { MINIATURE_NOTICE } from './model/miniature-notice.ts';
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
export { parseRunnerOptions } from './model/runner.ts';

// Dialects: prompt rendering and reading.

export { jsonLosses } from './base/json-loss.ts';
export { dialectOf, openConversation } from './dialects/conversation/open-conversation.ts';
export { RawConversation } from './dialects/conversation/raw-conversation.ts';
export type { Dialect, DialectParser, ParsedSpan } from './dialects/dialect.ts';
export { DIALECT_NAMES } from './dialects/dialect.ts';
export { defineDialect, detectDialect, dialectNamed } from './dialects/dialects.ts';
export { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from './dialects/prompt/gemma4-template.ts';
export { PromptRenderer, type PromptTemplate, type RenderedPrompt } from './dialects/prompt/renderer.ts';
export { MAX_ARGUMENT_DEPTH } from './dialects/syntax/tagged-arguments.ts';

// Tools: definition, dispatch, results.

export { reflectionMessage, type ToolOutcome } from './chat/turn-loop.ts';
export { declareSchema, declareTool, ToolRegistry } from './tool/declaration.ts';
export { type Dispatch, ToolDispatcher, type ToolDispatcherOptions } from './tool/dispatcher.ts';
export {
	type McpError,
	type McpResponse,
	type McpResult,
	mcpResponseToToolResult,
	normalizeMcpResponse,
} from './tool/mcp-response.ts';
export type {
	ConfirmGate,
	ConfirmQuestion,
	DispatchFields,
	DispatchLog,
	HandlerResult,
	ToolDefinition,
} from './tool/tool.ts';
export { defineTool, type ToolOptions, type ToolResult, toolResultToJson } from './tool/tool.ts';

// Chat loop of an app, and the corpus lines that it logs.

export { type CapturedEvent, type CorpusCapture, readCorpusLines } from './capture/lines.ts';
export type { CorpusLogger } from './chat/corpus-log.ts';
export {
	CORPUS_MARKER,
	type CorpusEvent,
	corpusLines,
	JsonLineLogger,
	type JsonLineLoggerOptions,
} from './chat/corpus-log.ts';
export {
	ChatSessionController,
	type ChatSessionOptions,
	HINT_AFTER_TURNS,
	type StateListener,
	type UserTurnOptions,
} from './chat/session.ts';
export type { ChatMessage } from './chat/turn-loop.ts';
export { type ChatSessionState, MAX_TURNS, type PrefixPolicy } from './chat/turn-loop.ts';
export { checkTurnOrder, type TurnOrderRule, type TurnOrderViolation } from './chat/turn-order.ts';

// Habit frames: prompt, reading, rules.

export { type AvoidanceKind, type AvoidanceSpan, findAvoidance } from './frame/avoidance.ts';
export type { FrameCandidate, FramePattern, HabitType, SuggestFrameInput } from './frame/candidates.ts';
export {
	emitFrameCandidatesTool,
	FormatError,
	FRAME_LEVELS,
	type FrameItem,
	type FrameLevel,
	isFrameLevel,
	parseFrameCandidates,
	readFrameCandidates,
	type SkippedItem,
} from './frame/candidates.ts';
export {
	type FrameCandidateDetail,
	type FrameDetail,
	type FrameFailure,
	type FrameOutcome,
	type FrameRejection,
	frameDetail,
	type JudgedCandidate,
	type JudgeOptions,
	judgeFrameResponse,
	type RejectedCandidate,
} from './frame/judge.ts';
export {
	buildFewShotPrompt,
	DEFAULT_FRAME_PROMPT,
	type FewShotOptions,
	type FramePrompt,
	frameSystemSection,
	parseFramePrompt,
	selectPatterns,
} from './frame/prompt.ts';
export {
	explainSuggestion,
	GenerationTimeoutError,
	NoCallError,
	NotLoadedError,
	type StructuredModel,
	type SuggestLogEntry,
	type SuggestOptions,
	suggestFrame,
} from './frame/suggest.ts';
export {
	type FrameInput,
	type FrameObjection,
	type FrameValidator,
	type FrameVerdict,
	validateFrameLevel,
} from './frame/validate.ts';

// Fates: what engines make of an answer.

export { emulateFlutterGemma } from './fates/flutter-gemma.ts';
export type { FlutterGemmaAnswer, FlutterGemmaMode, FlutterGemmaView } from './fates/flutter-gemma-formats.ts';
export type { EngineFate, FateCall } from './fates/outcome.ts';
export { FATE_OUTCOMES, type Fate, type FateOutcome } from './fates/outcome.ts';
export type { FateMatrix, FateRow } from './fates/play.ts';
export { ENGINE_FATES, type PlayedGeneration, playGeneration, type UnplayedGeneration } from './fates/play.ts';

// Benchmarks of others.

export { type MadeCall, matchPossibleCalls, type PossibleCall } from './benchmarks/bfcl-matching.ts';
export {
	type AnsweredCall,
	DIALOG_TURNS,
	type DialogSample,
	type DialogTurn,
	readTool,
} from './benchmarks/dialog-sample.ts';

// Corpus and prompt files.

export {
	camelFields,
	idField,
	MAX_MESSAGE_CHARS,
	parseJsonCorpus,
	parseJsonLines,
	requireUniqueIds,
	rowsOf,
	textField,
} from './corpus/corpus-text.ts';
export type { FileIdentity } from './corpus/manifest.ts';
export { type CorpusEntry, type PromptEntry, parseCorpusManifest, parsePromptManifest } from './corpus/manifest.ts';

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
export { type ContentPlace, checkContent, fieldPath, type LineOf } from './config/issue.ts';

// Lint.

export { type FindingLevel, findingCode, findingMessage, type LintFinding } from './lint/subject.ts';

// Statistics.

export { countReasons, type ReasonCounts, seededRandom } from './stats/counts.ts';
export { type Distribution, distribution, quantile } from './stats/distribution.ts';
export type { Interval } from './stats/intervals.ts';
export {
	type Agreement,
	cohensKappa,
	mcnemarExact,
	type PairedDifference,
	pairedDifference,
	pValueText,
} from './stats/paired.ts';
export {
	type ClusteredError,
	intervalOf,
	passAtK,
	passHatK,
	type Rate,
	rateOf,
	rateOfClusters,
	withoutInterval,
} from './stats/rate.ts';

// Text, also Korean, and secrets in it.

export { counted, plural } from './base/message.ts';
export { bearerOf, type CredentialFreeAddress, withoutCredentials } from './text/credentials.ts';
export { givenOptions } from './text/given-options.ts';
export { fitsGiven, givenSchema } from './text/guarded-pattern.ts';
export { normalizeNumerals } from './text/korean/numeral.ts';
export { stripParticle } from './text/korean/particle.ts';
export { countHangulSyllables } from './text/korean/stem.ts';
export { classifyPrefix } from './text/prefix/korean.ts';
export { type TextRules, textRules } from './text/prefix/language.ts';
export type { PrefixEmptiness, PrefixMeaning } from './text/prefix/neutral.ts';
export { similarity } from './text/prefix/sentence.ts';
export { sameText } from './text/same-text.ts';
export { keepAddressSecrets, keepSecret, withoutAddressSecrets } from './text/secrets.ts';
export {
	compactText,
	HIDDEN,
	type Lang,
	type LocalizedText,
	localized,
	normalizeText,
	singleLine,
	spreadsheetText,
} from './text/text.ts';

// JSON.

export {
	canonicalJson,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	nestsWithin,
	setOwn,
	sha256,
} from './base/json.ts';

// Errors, each with a hint and an exit code; bounded bodies.

export { bodyBeginning, boundedResponse, MAX_ANSWER_BYTES } from './base/bounded-body.ts';
export {
	ConfigError,
	EngineError,
	type EngineFailure,
	EnvironmentError,
	type ExitCode,
	GemmarkError,
	LogError,
	UsageError,
} from './base/errors.ts';
export { errorType } from './base/thrown.ts';
