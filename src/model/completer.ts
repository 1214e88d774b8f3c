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

/** One generation of the script: what the model says, and how that ends. */
export interface ScriptedGeneration {
	/** Token texts, in order. */
	readonly pieces: readonly string[];
	/** Without them the engine tells no token ids. */
	readonly tokens?: readonly number[];
	readonly finish?: Finish;
	readonly usage?: Usage;
	/** Thrown behind the pieces, instead of an end. */
	readonly error?: Error;
}

/** Milliseconds of virtual time between two pieces. */
const PIECE_MS = 10;

/**
 * A double of a raw engine: says what its script says, on virtual time, and keeps the requests it got. Throws when the
 * script is over; an aborted request ends before its next piece.
 */
export class ScriptedCompleter implements Completer {
	readonly requests: CompletionRequest[] = [];
	readonly #script: readonly ScriptedGeneration[];

	constructor(script: readonly ScriptedGeneration[]) {
		this.#script = script;
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const generation = this.#script[this.requests.length];
		this.requests.push(request);
		if (generation === undefined) throw new Error('the script is over');
		for (const [index, text] of generation.pieces.entries()) {
			if (request.signal?.aborted) {
				yield endEvent({ ...generation, finish: { unified: 'aborted', raw: 'aborted' } }, index);
				return;
			}
			yield { type: 'pieces', pieces: [pieceAt(generation, index, text)] };
		}
		if (generation.error !== undefined) throw generation.error;
		yield endEvent(generation, generation.pieces.length);
	}
}

function pieceAt({ tokens }: ScriptedGeneration, index: number, text: string): Piece {
	const token = tokens?.[index];
	return { text, atMs: (index + 1) * PIECE_MS, ...(token === undefined ? {} : { token }) };
}

function endEvent(generation: ScriptedGeneration, pieces: number): CompletionEvent {
	return {
		type: 'end',
		finish: generation.finish ?? { unified: 'stop', raw: 'eog' },
		usage: generation.usage ?? { outputTokens: pieces },
		source: 'engine',
		totalMs: (pieces + 1) * PIECE_MS,
	};
}
