import { EngineError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { callHook, errorType } from '../base/thrown.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { normalizeText } from '../text/text.ts';
import {
	emitFrameCandidatesTool,
	FormatError,
	type FrameCandidate,
	type FramePattern,
	type SuggestFrameInput,
} from './candidates.ts';
import {
	type FrameFailure,
	type FrameOutcome,
	type FrameRejection,
	failedOutcome,
	judgeFrameResponse,
} from './judge.ts';
import { buildFewShotPrompt, isEligible } from './prompt.ts';
import type { FrameValidator } from './validate.ts';

/** What is worth a line in a log. Never the prompt, nor what the user wrote. */
export interface SuggestLogEntry {
	/** `no-patterns`: the model is asked without an example, so expect worse frames. */
	readonly event: 'no-patterns' | 'suggestion-failed' | 'validator-threw' | 'candidate-skipped';
	readonly failure?: FrameFailure | 'throttled';
	/** Name of the error's class. */
	readonly errorType?: string;
	/** Of a skipped candidate: `unknown-level` or `length`. */
	readonly reason?: FrameRejection;
	readonly latencyMs: number;
}

export interface SuggestOptions {
	readonly llm: StructuredModel;
	readonly framePatterns: readonly FramePattern[];
	/** `validateFrameLevel` by default. */
	readonly validator?: FrameValidator;
	/** 1,000 to 30,000 (default 10,000). */
	readonly timeoutMs?: number;
	readonly maxFewShot?: number;
	/** Text of the prompt; gemmark's own by default. */
	readonly template?: string;
	readonly log?: (entry: SuggestLogEntry) => void;
	readonly signal?: AbortSignal;
}

/**
 * At most three L2/L3 frames for the user's wish. Never rejects: any failure, a timeout out of range too, gives an empty
 * list, and `log` has the reason.
 */
export async function suggestFrame(
	input: SuggestFrameInput,
	options: SuggestOptions,
): Promise<readonly FrameCandidate[]> {
	if (isSuggestTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)) {
		return (await explainSuggestion(input, options)).candidates;
	}
	callHook(() =>
		options.log?.({ event: 'suggestion-failed', failure: 'input', errorType: 'RangeError', latencyMs: 0 }),
	);
	return [];
}

/**
 * `suggestFrame` for one session of the app: after five suggestions every list is empty, and the model is not asked. Wishes
 * that are refused before the model is asked do not count.
 */
export function suggestSession(
	options: SuggestOptions,
): (input: SuggestFrameInput) => Promise<readonly FrameCandidate[]> {
	let asked = 0;
	const llm: StructuredModel = {
		async generateStructured(...request) {
			asked += 1;
			if (asked > SUGGESTIONS_A_SESSION) throw new ThrottledError();
			return options.llm.generateStructured(...request);
		},
	};
	return (input) => suggestFrame(input, { ...options, llm });
}

const SUGGESTIONS_A_SESSION = 5;

class ThrottledError extends Error {
	override readonly name = 'ThrottledError';
}

/** Bounds of the app's timeout, seconds. */
export const TIMEOUT_S = { from: 1, to: 30 } as const;

/** Default timeout of a suggestion in the app. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** Whether an app may wait so long; NaN is no time. */
export function isSuggestTimeout(ms: number): boolean {
	return ms >= TIMEOUT_S.from * 1000 && ms <= TIMEOUT_S.to * 1000;
}

/** As {@link suggestFrame}, with any timeout, every item's outcome and the failure. Never rejects. */
export async function explainSuggestion(input: SuggestFrameInput, options: SuggestOptions): Promise<FrameOutcome> {
	const started = performance.now();
	const note = (entry: Omit<SuggestLogEntry, 'latencyMs'>): void =>
		callHook(() => options.log?.({ ...entry, latencyMs: performance.now() - started }));
	try {
		const rawText = normalizeText(input.rawText);
		if (rawText.length < 1 || rawText.length > 200) return failedOutcome('input');
		const wish = { ...input, rawText };
		if (!options.framePatterns.some((pattern) => isEligible(pattern, wish))) note({ event: 'no-patterns' });
		const prompt = buildFewShotPrompt(wish, options.framePatterns, {
			maxFewShot: options.maxFewShot,
			template: options.template,
		});
		const outcome = judgeFrameResponse(await askModel(prompt, options), wish, options.framePatterns, {
			validator: options.validator,
			onValidatorError: (error) => note({ event: 'validator-threw', errorType: errorType(error) }),
		});
		if (outcome.failure !== undefined) {
			note({ event: 'suggestion-failed', failure: outcome.failure, errorType: 'FormatError' });
		}
		for (const { reason } of outcome.rejected) {
			if (reason === 'unknown-level' || reason === 'length') note({ event: 'candidate-skipped', reason });
		}
		return outcome;
	} catch (error) {
		const failure = failureOf(error, options.signal);
		const logged = error instanceof ThrottledError ? 'throttled' : failure;
		note({ event: 'suggestion-failed', failure: logged, errorType: errorType(error) });
		return failedOutcome(failure);
	}
}

/** One call of the model that ends by the deadline or the caller's signal even where the model heeds neither. */
async function askModel(prompt: string, options: SuggestOptions): Promise<JsonObject> {
	const timeoutMs = Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, MAX_TIMER_MS);
	const deadline = new AbortController();
	const timer = setTimeout(() => deadline.abort(), timeoutMs);
	const signal = options.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, options.signal]);
	try {
		signal.throwIfAborted();
		return await Promise.race([
			options.llm.generateStructured(prompt, emitFrameCandidatesTool, { signal }),
			rejectOnAbort(signal),
		]);
	} catch (error) {
		if (deadline.signal.aborted && options.signal?.aborted !== true) {
			throw new GenerationTimeoutError(`no answer within ${timeoutMs} ms`);
		}
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

/** Longest delay a timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	});
}

function failureOf(error: unknown, signal: AbortSignal | undefined): FrameFailure {
	if (signal?.aborted) return 'aborted';
	if (error instanceof GenerationTimeoutError) return 'timeout';
	if (error instanceof EngineError && error.failure === 'generation-timeout') return 'timeout';
	if (error instanceof NotLoadedError) return 'not-loaded';
	if (error instanceof NoCallError) return 'no-call';
	if (error instanceof FormatError) return 'malformed';
	return 'engine';
}

/** An app's language model, as far as frames need it: one prompt in, the arguments of one demanded call out. */
export interface StructuredModel {
	/**
	 * Rejects with {@link NotLoadedError}, {@link GenerationTimeoutError}, {@link NoCallError}, with FormatError where a
	 * call could not be read, or with the engine's own error.
	 */
	generateStructured(
		prompt: string,
		tool: ToolDeclaration,
		options: { readonly signal: AbortSignal },
	): Promise<JsonObject>;
}

/** There is no model to ask (a StateError in the seed). */
export class NotLoadedError extends Error {
	constructor(message = 'no model is loaded') {
		super(message);
		this.name = 'NotLoadedError';
	}
}

/** The model took too long. */
export class GenerationTimeoutError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'GenerationTimeoutError';
	}
}

/** The model answered, but called nothing. */
export class NoCallError extends Error {
	constructor(message = 'the answer has no call') {
		super(message);
		this.name = 'NoCallError';
	}
}
