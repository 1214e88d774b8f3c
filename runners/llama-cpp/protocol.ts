import type { EngineFailure } from '../../src/base/errors.ts';
import { english, type Message, message } from '../../src/base/message.ts';
import type { CompletionRequest, PromptPart } from '../../src/model/completer.ts';
import type { Finish, GenerationTimings, Usage } from '../../src/model/generation.ts';
import type { KvCacheType } from '../../src/model/runner.ts';

/** What the parent sends to the engine's process. One load comes first; requests are begun in order. */
export type ToEngine =
	| LoadMessage
	| CompleteMessage
	| ScoreMessage
	| MeasureMessage
	| { readonly type: 'count'; readonly id: number; readonly text: string }
	| { readonly type: 'abort'; readonly id: number }
	| { readonly type: 'dispose' };

export interface LoadMessage {
	readonly type: 'load';
	readonly modelPath: string;
	readonly adapter?: { readonly filePath: string; readonly scale: number };
	readonly contextSize?: number;
	/** For a token at a time. Absent: chosen by a probe. */
	readonly threads?: number;
	/** For many tokens at once. Absent: chosen by a probe too. */
	readonly prefillThreads?: number;
	/** Whether a probe chose the threads, and may choose others when prefill becomes slow. */
	readonly watchThreads?: boolean;
	readonly gpu: boolean;
	readonly flashAttention: boolean;
	readonly kvCacheType: KvCacheType;
	/** Requests worked off at once; the others wait. */
	readonly sequences: number;
	/** Further sequences, which keep prompts and answers that others may begin with. */
	readonly spare: number;
	/** Where evaluated prefixes are kept between processes, and the hash of the weights. */
	readonly promptCacheFolder?: { readonly folder: string; readonly modelSha256: string };
}

export interface CompleteMessage extends Omit<CompletionRequest, 'signal'> {
	readonly type: 'complete';
	readonly id: number;
	readonly reuse: Reuse;
	/** Nothing that was evaluated before is used. */
	readonly evaluateAnew?: boolean;
}

/**
 * What another conversation reuses of what was evaluated: all that is the same, the shared beginning, or nothing. One that
 * goes on has everything before its newest part.
 */
export type Reuse = 'all' | 'shared' | 'none';

export interface ScoreMessage {
	readonly type: 'score';
	readonly id: number;
	readonly parts: readonly PromptPart[];
	readonly sharedChars: number;
	readonly reuse: Reuse;
	/** Continuation whose positions are scored, the one after it included. */
	readonly tokens: readonly number[];
	/** Most probable tokens reported per position. */
	readonly top: number;
}

export interface MeasureMessage extends FixedLengths {
	readonly type: 'measure';
	readonly id: number;
}

/** A run of fixed length, token counts. At least one of `promptTokens` and `outputTokens` is positive. */
export interface FixedLengths {
	readonly promptTokens: number;
	readonly outputTokens: number;
	/** Tokens that lie in the context before the clock starts. */
	readonly depth: number;
	/** Output tokens are evaluated with their logits and none is chosen, as by llama-bench. */
	readonly choosesNone?: boolean;
}

/** What the engine's process sends. */
export type FromEngine =
	| { readonly type: 'progress'; readonly stage: 'load' | 'probe'; readonly done: number }
	| ReadyMessage
	| ThreadsMessage
	| PiecesMessage
	| EndMessage
	| { readonly type: 'scores'; readonly id: number; readonly positions: readonly ScoredPosition[] }
	| ({ readonly type: 'measured'; readonly id: number } & FixedLengthTimes)
	| { readonly type: 'counted'; readonly id: number; readonly tokens: number }
	| FailedMessage;

export interface ReadyMessage {
	readonly type: 'ready';
	readonly bosToken: string;
	readonly eosToken: string;
	readonly version: string;
	readonly backend: string;
	readonly threads: number;
	readonly prefillThreads: number;
	readonly contextSize: number;
	readonly batchSize: number;
	/** Spent on the probe, not on loading. */
	readonly probeMs: number;
}

/** Prefill had become slow, and the threads were chosen again. Tokens per second of the fallen prefill, and before. */
export interface ThreadsMessage {
	readonly type: 'threads';
	readonly threads: number;
	readonly prefillThreads: number;
	readonly speed: number;
	readonly before: number;
}

/** Lists of equal length: cheaper to send than a list of pieces. A token of -1 stands for a piece that is only part of one. */
export interface PiecesMessage {
	readonly type: 'pieces';
	readonly id: number;
	readonly tokens: readonly number[];
	readonly texts: readonly string[];
	readonly atMs: readonly number[];
}

export interface EndMessage {
	readonly type: 'end';
	readonly id: number;
	readonly finish: Finish;
	readonly usage: Usage;
	readonly prefillMs?: number;
	readonly totalMs: number;
	/** See {@link GenerationTimings}. */
	readonly repeated?: GenerationTimings['repeated'];
}

export interface FailedMessage {
	readonly type: 'failed';
	/** Absent when loading failed. */
	readonly id?: number;
	/** `environment`: the machine lacks something, not the model. */
	readonly failure: EngineFailure | 'environment';
	readonly said: Message;
	readonly detail?: string;
}

/** Most probable next tokens at one position, most probable first; probabilities of the whole vocabulary sum to 1. */
export interface ScoredPosition {
	readonly tokens: readonly number[];
	readonly probabilities: readonly number[];
}

/** Milliseconds since the start of a run of fixed length. */
export interface FixedLengthTimes {
	/** When each output token was there; the first one needs the whole prompt. */
	readonly tokenAtMs: readonly number[];
	readonly totalMs: number;
}

/**
 * Tokens, where the model was not trained for less. Beyond it, a prompt of this harness is no prompt of an on-device chat;
 * and the memory it takes is real.
 */
export const DEFAULT_CONTEXT = 8192;

/** A failure inside the engine's process that the parent turns into its typed error. */
export class EngineProblem extends Error {
	readonly failure: FailedMessage['failure'];
	readonly said: Message;
	readonly detail: string | undefined;

	constructor(failure: FailedMessage['failure'], said: Message, detail?: string) {
		super(english(said));
		this.name = 'EngineProblem';
		this.failure = failure;
		this.said = said;
		this.detail = detail;
	}
}

/** The message about a failure; anything but an {@link EngineProblem} is the engine's own fault. */
export function failedMessage(error: unknown, id?: number): FailedMessage {
	const { failure, said, detail } = error instanceof EngineProblem ? error : unexpected(error);
	return { type: 'failed', id, failure, said, detail };
}

function unexpected(error: unknown): EngineProblem {
	const [text, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
	const reason = text.replaceAll(/\s+/g, ' ').slice(0, 300);
	return new EngineProblem('protocol', message('engine.failed', { reason }), stack);
}
