import type { Finish, GenerationTimings, Usage } from './generation.ts';

/** How the next token is chosen. Temperature 0 is greedy. */
export interface Sampling {
	readonly temperature: number;
	readonly seed: number;
	readonly topK?: number;
	readonly topP?: number;
}

/** What of a {@link Sampling} not every engine has. */
export type Sampler = 'topK' | 'topP';

/** A stretch of the prompt. Engines that know token ids evaluate `tokens`; the others use `text`. */
export interface PromptPart {
	readonly text: string;
	readonly tokens?: readonly number[];
}

/** One raw continuation of a rendered prompt. Special tokens in `parts` are special; the engine adds none, BOS neither. */
export interface CompletionRequest {
	readonly parts: readonly PromptPart[];
	/** Leading characters of the first part that every sample of the suite shares; the prefill is cut there, cached or not. */
	readonly sharedChars: number;
	/** Texts that end the generation; they are not part of the output. End-of-generation tokens of the model end it too. */
	readonly stop: readonly string[];
	readonly maxTokens: number;
	/** For runs of a fixed length: the model's end-of-generation tokens do not end it. Engines that cannot do so end. */
	readonly ignoreEnd?: boolean;
	readonly sampling: Sampling;
	/** GBNF grammar for constrained decoding. */
	readonly grammar?: string;
	/** The engine is stopped when the whole completion takes longer. */
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
}

/** One token as text. Bytes of an unfinished character arrive as '' and join the piece that completes it. */
export interface Piece {
	readonly token?: number;
	readonly text: string;
	/** Milliseconds from the acceptance of the request, taken where the token was made. */
	readonly atMs: number;
}

/** What a completion tells while it runs: pieces as they come, and its one end. */
export type CompletionEvent =
	| { readonly type: 'pieces'; readonly pieces: readonly Piece[] }
	| {
			readonly type: 'end';
			/** `tool-call` never: a completer does not know of calls. */
			readonly finish: Finish;
			readonly usage: Usage;
			readonly source: 'engine' | 'wall-clock';
			readonly prefillMs?: number;
			/** See {@link GenerationTimings}. */
			readonly decodeMs?: number;
			readonly refused?: GenerationTimings['refused'];
			/** See {@link GenerationTimings}. */
			readonly refuted?: boolean;
			readonly totalMs: number;
			/** See {@link GenerationRecord.systemFingerprint}. */
			readonly systemFingerprint?: string;
	  };

/**
 * The raw port: continues a rendered prompt. Throws {@link EngineError}; on abort it ends with finish `aborted`,
 * past the deadline with finish `deadline`.
 */
export interface Completer {
	complete(request: CompletionRequest): AsyncIterable<CompletionEvent>;
}
