import { EngineError, type EngineFailure, GemmarkError } from '../../base/errors.ts';
import { canonicalJson, type JsonObject, sha256 } from '../../base/json.ts';
import type { Said } from '../../base/message.ts';
import { errorType, isInstance } from '../../base/thrown.ts';
import type { CorpusLogger } from '../../chat/corpus-log.ts';
import { DialectFailure } from '../../dialects/dialect.ts';
import { type Conversation, type ConversationOptions, hookedConversation } from '../../model/conversation.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import type { LoadedModel } from '../../model/runner.ts';
import { withoutSecrets } from '../../text/secrets.ts';
import { declaredDefaults } from '../../tool/declaration.ts';
import type { AppUnderTest } from '../app.ts';
import type { PlannedSample } from '../plan.ts';
import {
	OWN_CODE,
	type SampleIdentity,
	type SampleResult,
	type TOO_LARGE,
	type UNLOGGABLE,
	type UserTurnTimings,
} from '../sample.ts';
import type { RunSettings } from '../settings.ts';
import type { Solution, SolveContext } from '../suite.ts';

/** What is recorded of a sample's conversations. */
interface SampleWatch {
	readonly records: GenerationRecord[];
	/** System prompts of conversations opened before the first generation. */
	readonly systems: (string | undefined)[];
	readonly tools: Set<string>;
	/** By tool: arguments that the app fills in. */
	readonly defaults: Map<string, JsonObject>;
	readonly engine: EngineWatch;
	readonly clock: TurnClock;
}

/** Builds the context of a suite's solver. */
export function solveContext(
	planned: PlannedSample,
	reflection: boolean,
	{ openConversation, app, settings, loggerFor, signal }: SampleOptions,
	{ records, systems, tools, defaults, engine, clock }: SampleWatch,
): SolveContext {
	const { temperature, topK, topP, deadlineMs } = settings;
	const logger = loggerFor?.(planned);
	const open = (choice: Parameters<SolveContext['openConversation']>[0]): Conversation => {
		for (const tool of choice.tools) {
			tools.add(tool.name);
			defaults.set(tool.name, declaredDefaults(tool));
		}
		// Later ones may contain the model's words.
		if (records.length === 0) systems.push(choice.system);
		return openConversation({
			...choice,
			sampling: {
				temperature,
				seed: planned.seed,
				topK,
				topP,
			},
			thinking: settings.thinking,
			maxTokens: settings.maxTokens,
			deadlineMs: Math.min(choice.deadlineMs ?? deadlineMs, deadlineMs),
			reading: settings.reading,
			onGeneration(record) {
				records.push(record);
			},
		});
	};
	return {
		openConversation: (choice) => watched(() => open(choice), engine, clock),
		app,
		policy: settings.policy,
		reflection,
		deadlineMs,
		logger,
		signal,
		generations: records,
	};
}

/** Why a log cannot hold a sample. `failure` becomes the transcript's failure, which gives the unscored cause. */
export interface LogProblem {
	readonly failure: typeof TOO_LARGE | typeof UNLOGGABLE | typeof OWN_CODE;
	readonly detail: Said;
}

/** Why a log cannot hold the sample; undefined if it can. */
type SampleProblem = (sample: SampleResult) => LogProblem | undefined;

/** The engine's first failure in a sample; it causes later ones. */
export interface EngineWatch {
	failure?: unknown;
}

/** The chat loop turns a failing stream into state, as the app would; the run records the error. */
function watched(open: () => Conversation, engine: EngineWatch, clock: TurnClock): Conversation {
	const fail = (thrown: unknown, signal?: AbortSignal): void => {
		// An abort is not a failure.
		if (signal?.aborted !== true || isInstance(thrown, GemmarkError))
			engine.failure ??= thrown ?? thrownNothing(thrown);
	};
	try {
		return hookedConversation(open(), { begin: (isUser) => (isUser ? clock.begin() : undefined), fail });
	} catch (thrown) {
		fail(thrown);
		throw thrown;
	}
}

/** `throw undefined` is a failure too. */
function thrownNothing(thrown: unknown): Error {
	return new Error(`the engine throws ${String(thrown)}`);
}

/**
 * Whether an error affects all later samples. A sample that is too long, too slow or not recorded, or in which the app
 * or a dialect fails, fails alone.
 */
export function endsRun(error: GemmarkError): boolean {
	return !(error instanceof DialectFailure || (error instanceof EngineError && OWN_FAILURES.has(error.failure)));
}

/** Name of a failure in the log. */
export function failureName(error: unknown): string {
	if (isInstance(error, DialectFailure)) return OWN_CODE;
	if (isInstance(error, EngineError)) return error.failure;
	return isInstance(error, GemmarkError) ? error.code : errorType(error);
}

const OWN_FAILURES: ReadonlySet<EngineFailure> = new Set([
	'context-overflow',
	'generation-timeout',
	'not-recorded',
	'generation-failed',
	'foreign',
	'killed',
	'contradictory',
]);

/** Options of every sample of a run. */
export interface SampleOptions {
	/** Opens a conversation with the model under test. */
	readonly openConversation: (options: ConversationOptions) => Conversation;
	/** Awaited before each sample; see `LoadedModel.watchSample`. */
	readonly watchSample?: LoadedModel['watchSample'];
	/** Called after each sample; throws if another model may have answered. */
	readonly confirm?: (sample: SampleIdentity) => Promise<unknown>;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** Captures the app's turns of a sample. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
	/** Why the log cannot hold a sample, which then fails alone. */
	readonly problemOf?: SampleProblem;
	readonly signal?: AbortSignal;
}

/** Measures the user turns of a sample: each lasts until the user speaks again. */
export class TurnClock {
	readonly #now: () => number;
	readonly #generations: () => number;
	readonly #begun: { readonly atMs: number; readonly generations: number }[] = [];

	/** `now`: milliseconds since the sample began. `generations`: number recorded so far. */
	constructor(now: () => number, generations: () => number) {
		this.#now = now;
		this.#generations = generations;
	}

	/** Records that the user speaks. */
	begin(): void {
		this.#begun.push({ atMs: this.#now(), generations: this.#generations() });
	}

	/**
	 * The sample's user turns, in order; undefined for a single one. Several conversations for one user message, such as
	 * retries of a suggestion, are one turn.
	 */
	turns(
		{ messages = [] }: Partial<Pick<Solution, 'messages'>>,
		endToEndMs: number,
	): readonly UserTurnTimings[] | undefined {
		const said = messages.filter(({ role }) => role === 'user').length;
		if (said < 2 || this.#begun.length < 2) return undefined;
		return this.#begun.map((begun, index) => {
			const next = this.#begun[index + 1] ?? { atMs: endToEndMs, generations: this.#generations() };
			const from = index === 0 ? { atMs: 0, generations: 0 } : begun;
			return { generations: next.generations - from.generations, endToEndMs: next.atMs - from.atMs };
		});
	}
}

/**
 * Source of a sample's system prompt, from conversations opened before the first generation: `app`, `row`, `none`, or
 * the SHA-256 of the solver's. Undefined if none was opened.
 */
export async function askedSystem(
	opened: readonly (string | undefined)[],
	app: { readonly system: string },
	row: JsonObject,
): Promise<string | undefined> {
	const texts = [...new Set(opened.map((text) => text ?? ''))];
	const [text] = texts;
	if (text === undefined) return undefined;
	if (texts.length > 1) return sha256(canonicalJson(withoutSecrets(texts)));
	if (text === app.system) return 'app';
	if (text === row.system) return 'row';
	return text === '' ? 'none' : sha256(withoutSecrets(text));
}
