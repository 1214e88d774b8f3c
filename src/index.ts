/**
 * What a config and an app need: definitions, scorers, suites, and the core that an app could ship. Runs in a browser
 * too: it needs neither an engine nor `node:*`. Running, logs and reports are in `gemmark/node`.
 */

// A config and its app.

export type { LocalizedText } from './base/border.ts';
export {
	type AppConfig,
	type Config,
	type ConfigSettings,
	type DeclaredSuite,
	defineApp,
	defineConfig,
	type TargetConfig,
} from './config/define.ts';
export type { AppSession, AppUnderTest } from './eval/app.ts';

// A suite, its samples and its decision.

export type { FileIdentity } from './corpus/manifest.ts';
export type { Decision, DecisionOption, PathOption, Verdict } from './eval/decision.ts';
export { solveAppTurn } from './eval/define/app-turn.ts';
export { ask, defineSuite, type SuiteDefinition } from './eval/define/define-suite.ts';
export type { SuiteOptions } from './eval/define/suite-options.ts';
export type { ExpectedCall } from './eval/match/calls.ts';
export type { Sample } from './eval/sample.ts';
export type { ExpectingSample } from './eval/scoring/calls.ts';
export type { Solution, SolveContext, Solver, Suite, Variant } from './eval/suite.ts';
export type { Turn } from './eval/turn.ts';

// A scorer and what it judges.

export type { SampleResult, Transcript } from './eval/sample.ts';
export type { Score, ScoreDeclaration, UnscoredCause } from './eval/score.ts';
export * as scorers from './eval/scoring/scorers.ts';
export { defineScorer, type ScoreContext, type Scorer } from './eval/suite.ts';
export { type TextRules, textRules } from './text/prefix/language.ts';

// Tools and the chat loop of an app.

export { type CorpusLogger, JsonLineLogger } from './chat/corpus-log.ts';
export { ChatSessionController, type ChatSessionOptions } from './chat/session.ts';
export {
	type ChatMessage,
	type ChatSessionState,
	MAX_TURNS,
	type PrefixPolicy,
	reflectionMessage,
} from './chat/turn-loop.ts';
export { checkTurnOrder } from './chat/turn-order.ts';
export { declareTool, ToolRegistry } from './tool/declaration.ts';
export { ToolDispatcher } from './tool/dispatcher.ts';
export { mcpResponseToToolResult, normalizeMcpResponse } from './tool/mcp-response.ts';
export {
	type ConfirmGate,
	defineTool,
	type HandlerResult,
	type ToolDefinition,
	type ToolResult,
	toolResultToJson,
} from './tool/tool.ts';

// Habit frames.

export {
	emitFrameCandidatesTool,
	type FrameCandidate,
	type FramePattern,
	parseFrameCandidates,
	type SuggestFrameInput,
} from './frame/candidates.ts';
export { buildFewShotPrompt } from './frame/prompt.ts';
export { type StructuredModel, suggestFrame, suggestSession } from './frame/suggest.ts';
export { validateFrameLevel } from './frame/validate.ts';

// A runner or dialect of one's own.

export type { Dialect, DialectParser, ParsedSpan } from './dialects/dialect.ts';
export { defineDialect } from './dialects/dialects.ts';
export type { Completer, CompletionEvent, CompletionRequest } from './model/completer.ts';
export type {
	Conversation,
	ConversationOptions,
	ToolDeclaration,
	TurnInput,
	TurnOptions,
} from './model/conversation.ts';
export type { Finish, GenerationEvent, GenerationRecord, ToolCall, Usage } from './model/generation.ts';
export type { EngineIdentity, ModelIdentity } from './model/identity.ts';
export type { ChatOnlyModel, LoadedModel, LoadOptions, RawModel, Runner } from './model/runner.ts';

// Errors, all with a hint and an exit code.

export { ConfigError, EngineError, EnvironmentError, GemmarkError, LogError, UsageError } from './base/errors.ts';

// JSON.

export type { JsonObject, JsonValue } from './base/json.ts';

// The suites that gemmark brings.

export { type DialogSample, type DialogsSuiteOptions, dialogsSuite } from '../suites/dialogs/index.ts';
export { type FrameSuiteOptions, frameSuite } from '../suites/frame/index.ts';
export { type PrefixSample, type PrefixSuiteOptions, prefixSuite } from '../suites/prefix/index.ts';
export { type ReplaySample, type ReplaySuiteOptions, replaySuite } from '../suites/replay/index.ts';
export { type ToolSample, type ToolsSuiteOptions, toolsSuite } from '../suites/tools/index.ts';
