import { EngineError, type EngineFailure, GemmarkError } from '../../base/errors.ts';
import { canonicalJson, type JsonObject, sha256 } from '../../base/json.ts';
import type { Said } from '../../base/message.ts';
import { errorType, isInstance, thrownText } from '../../base/thrown.ts';
import type { CorpusLogger } from '../../chat/corpus-log.ts';
import { DialectFailure } from '../../dialects/dialect.ts';
import { type Conversation, type ConversationOptions, hookedConversation } from '../../model/conversation.ts';
import type { WatchedSample } from '../../model/device-timeline.ts';
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
	type SampleTimings,
	splitGeneration,
	type TOO_LARGE,
	type Transcript,
	type UNLOGGABLE,
} from '../sample.ts';
import { type RunSettings, readVariant } from '../settings.ts';
import type { Solution, SolveContext } from '../suite.ts';

/** How every sample of a run, a session or a worker is asked. */
export interface AskerOptions {
	/** Opens a conversation with the model under test. */
	readonly openConversation: (options: ConversationOptions) => Conversation;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** Captures the app's turns of a sample. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
	readonly signal?: AbortSignal;
	/** Awaited before each sample; see `LoadedModel.watchSample`. */
	readonly watchSample?: LoadedModel['watchSample'];
	/** Called after each sample; throws if another model may have answered. */
	readonly confirm?: (sample: SampleIdentity) => Promise<unknown>;
	/** Why the log cannot hold a sample, which then fails alone. */
	readonly problemOf?: (sample: SampleResult) => LogProblem | undefined;
}

/** Why a log cannot hold a sample. `failure` becomes the transcript's failure, which gives the unscored cause. */
export interface LogProblem {
	readonly failure: typeof TOO_LARGE | typeof UNLOGGABLE | typeof OWN_CODE;
	readonly detail: Said;
}

/** Records what happens while a solver takes a sample through the app: its conversations, and the clock. */
export class SampleRecord {
	/** Of the suite's solver; the rest of the planned one is the run's. */
	readonly variant: string;
	readonly context: SolveContext;
	/** The engine's first failure; it causes later ones. */
	failure: unknown;
	readonly #app: AppUnderTest;
	readonly #generations: GenerationRecord[] = [];
	/** System prompts of conversations opened before the first generation: later ones may contain the model's words. */
	readonly #systems: string[] = [];
	/** By tool: arguments that the app fills in. */
	readonly #tools = new Map<string, JsonObject>();
	readonly #sinceStart: () => number;
	readonly #userTurns: { readonly atMs: number; readonly generations: number }[] = [];

	constructor(planned: PlannedSample, options: AskerOptions, watched?: WatchedSample) {
		const started = performance.now();
		this.#sinceStart = watched?.elapsedMs ?? (() => performance.now() - started);
		this.failure = watched?.failure;
		const { app, settings, loggerFor, signal } = options;
		const { own, reflects } = readVariant(planned.variant, settings.reflection);
		const { policy, deadlineMs } = settings;
		this.variant = own;
		this.#app = app;
		this.context = {
			openConversation: (choice) => this.#watched(() => this.#open(choice, planned, options)),
			app,
			policy,
			reflection: reflects,
			deadlineMs,
			logger: loggerFor?.(planned),
			signal,
			generations: this.#generations,
		};
	}

	#open(
		choice: Parameters<SolveContext['openConversation']>[0],
		{ seed }: PlannedSample,
		{ openConversation, settings }: AskerOptions,
	): Conversation {
		const { temperature, topK, topP, thinking, maxTokens, deadlineMs, reading } = settings;
		for (const tool of choice.tools) this.#tools.set(tool.name, declaredDefaults(tool));
		if (this.#generations.length === 0) this.#systems.push(choice.system ?? '');
		return openConversation({
			...choice,
			sampling: { temperature, seed, topK, topP },
			thinking,
			maxTokens,
			deadlineMs: Math.min(choice.deadlineMs ?? deadlineMs, deadlineMs),
			reading,
			onGeneration: (generation) => void this.#generations.push(generation),
		});
	}

	/** The chat loop turns a failing stream into state, as the app would; the run records the error. */
	#watched(open: () => Conversation): Conversation {
		const fail = (thrown: unknown, signal?: AbortSignal): void => {
			// An abort is not a failure. `throw undefined` is one.
			if (signal?.aborted !== true || isInstance(thrown, GemmarkError))
				this.failure ??= thrown ?? new Error(`the engine throws ${String(thrown)}`);
		};
		const begin = (isUser: boolean): void => {
			if (isUser) this.#userTurns.push({ atMs: this.#elapsedMs(), generations: this.#generations.length });
		};
		try {
			return hookedConversation(open(), { begin, fail });
		} catch (thrown) {
			fail(thrown);
			throw thrown;
		}
	}

	/** Requests that the server refused are not time of the model or the app. */
	#elapsedMs(): number {
		const refused = this.#generations.map(({ timings }) => timings.refused?.ms ?? 0);
		return refused.reduce((ms, of) => Math.max(0, ms - of), this.#sinceStart());
	}

	/**
	 * Until now, and of each user turn where there are several: each lasts until the user speaks again. Several conversations
	 * for one user message, such as retries of a suggestion, are one turn.
	 */
	times({ messages = [] }: Partial<Pick<Solution, 'messages'>>): Pick<SampleTimings, 'endToEndMs' | 'userTurns'> {
		const endToEndMs = this.#elapsedMs();
		const begun = this.#userTurns;
		const said = messages.filter(({ role }) => role === 'user').length;
		if (said < 2 || begun.length < 2) return { endToEndMs };
		const marks = [{ atMs: 0, generations: 0 }, ...begun.slice(1)];
		const userTurns = marks.map(({ atMs, generations }, index) => {
			const next = marks[index + 1] ?? { atMs: endToEndMs, generations: this.#generations.length };
			return { generations: next.generations - generations, endToEndMs: next.atMs - atMs };
		});
		return { endToEndMs, userTurns };
	}

	/**
	 * The failure that affects all later samples. A sample that is too long, too slow or not recorded, or in which the app or a
	 * dialect fails, fails alone.
	 */
	get lostBy(): GemmarkError | undefined {
		const { failure } = this;
		const isAlone =
			failure instanceof DialectFailure || (failure instanceof EngineError && OWN_FAILURES.has(failure.failure));
		return isInstance(failure, GemmarkError) && !isAlone ? failure : undefined;
	}

	/** What was recorded, as a transcript and its times have it. */
	async evidence(): Promise<{
		readonly evidence: Omit<Transcript, keyof Solution>;
		readonly timings: SampleTimings['generations'];
	}> {
		const { failure } = this;
		const split = await Promise.all(this.#generations.map(splitGeneration));
		const defaults = [...this.#tools].filter(([, filled]) => Object.keys(filled).length > 0);
		const evidence = {
			...(failure === undefined ? {} : { failure: failureName(failure), failureDetail: saidOf(failure) }),
			tools: [...this.#tools.keys()],
			...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
			generations: split.map((part) => part.generation),
		};
		return { evidence, timings: split.map((part) => part.timings) };
	}

	/**
	 * Source of the system prompt: `app`, `row`, `none`, or the SHA-256 of the solver's. Undefined if no conversation was opened.
	 */
	async askedSystem(row: JsonObject): Promise<string | undefined> {
		const texts = [...new Set(this.#systems)];
		const [text] = texts;
		if (text === undefined) return undefined;
		if (texts.length > 1) return sha256(canonicalJson(withoutSecrets(texts)));
		if (text === this.#app.system) return 'app';
		if (text === row.system) return 'row';
		return text === '' ? 'none' : sha256(withoutSecrets(text));
	}
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

/** Name of a failure in the log. */
function failureName(error: unknown): string {
	if (isInstance(error, DialectFailure)) return OWN_CODE;
	if (isInstance(error, EngineError)) return error.failure;
	return isInstance(error, GemmarkError) ? error.code : errorType(error);
}

/** Bounded and without local folders, as every error in a log. */
function saidOf(failure: unknown): Said {
	if (!isInstance(failure, GemmarkError)) return thrownText(failure);
	const { code, params } = failure.said;
	const shown = Object.entries(params).map(([name, param]) => [
		name,
		typeof param === 'string' && param !== '' ? thrownText(param) : param,
	]);
	return { code, params: Object.fromEntries(shown) };
}
