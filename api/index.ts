/**
 * What a config and an app need: definitions, scorers, suites, and the core that an app could ship. Runs in a browser
 * too: it needs neither an engine nor `node:*`. Running, logs and reports are in `gemmark/node`.
 */

// A config and its app.

export {
	type AppConfig,
	type AppSession,
	type AppUnderTest,
	type Config,
	type ConfigSettings,
	type DeclaredSuite,
	defineApp,
	defineConfig,
	type LocalizedText,
	type TargetConfig,
} from '../src/index.ts';

// A suite, its samples and its decision.

export {
	type Arm,
	ask,
	type Decision,
	type DecisionOption,
	defineSuite,
	type ExpectedCall,
	type ExpectingSample,
	type FileIdentity,
	type PathOption,
	type Sample,
	type Solution,
	type SolveContext,
	type Solver,
	type Suite,
	type SuiteDefinition,
	type SuiteOptions,
	solveAppTurn,
	type Turn,
	type Verdict,
} from '../src/index.ts';

// A scorer and what it judges.

export {
	defineScorer,
	type SampleResult,
	type Score,
	type ScoreContext,
	type ScoreDeclaration,
	type Scorer,
	scorers,
	type TextRules,
	type Transcript,
	textRules,
	type UnscoredCause,
} from '../src/index.ts';

// Tools and the chat loop of an app.

export {
	type ChatMessage,
	ChatSessionController,
	type ChatSessionOptions,
	type ChatSessionState,
	type ConfirmGate,
	type CorpusLogger,
	checkTurnOrder,
	declareTool,
	defineTool,
	type HandlerResult,
	JsonLineLogger,
	MAX_TURNS,
	mcpResponseToToolResult,
	normalizeMcpResponse,
	type PrefixPolicy,
	reflectionMessage,
	type ToolDefinition,
	ToolDispatcher,
	ToolRegistry,
	type ToolResult,
	toolResultToJson,
} from '../src/index.ts';

// Habit frames.

export {
	buildFewShotPrompt,
	emitFrameCandidatesTool,
	type FrameCandidate,
	type FramePattern,
	parseFrameCandidates,
	type StructuredModel,
	type SuggestFrameInput,
	suggestFrame,
	validateFrameLevel,
} from '../src/index.ts';

// A runner or dialect of one's own.

export {
	type ChatOnlyModel,
	type Completer,
	type CompletionEvent,
	type CompletionRequest,
	type Conversation,
	type ConversationOptions,
	type Dialect,
	type DialectParser,
	defineDialect,
	type EngineIdentity,
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	type LoadedModel,
	type LoadOptions,
	type ModelIdentity,
	type ParsedSpan,
	type RawModel,
	type Runner,
	type ToolCall,
	type ToolDeclaration,
	type TurnInput,
	type TurnOptions,
	type Usage,
} from '../src/index.ts';

// Errors, all with a hint and an exit code.

export { ConfigError, EngineError, EnvironmentError, GemmarkError, LogError, UsageError } from '../src/index.ts';

// JSON.

export type { JsonObject, JsonValue } from '../src/index.ts';

// The suites that gemmark brings.

export { type DialogSample, type DialogsSuiteOptions, dialogsSuite } from '../suites/dialogs/index.ts';
export { type FrameSuiteOptions, frameSuite } from '../suites/frame/index.ts';
export { type PrefixSample, type PrefixSuiteOptions, prefixSuite } from '../suites/prefix/index.ts';
export { type ReplaySample, type ReplaySuiteOptions, replaySuite } from '../suites/replay/index.ts';
export { type ToolSample, type ToolsSuiteOptions, toolsSuite } from '../suites/tools/index.ts';
