import type { Finish, GenerationTimings, Usage } from './generation.ts';

/** How tokens are sampled. Temperature 0 is greedy. */
export interface Sampling {
	readonly temperature: number;
	readonly seed: number;
	readonly topK?: number;
	readonly topP?: number;
}

/** Sampling options that not every engine has. */
export type Sampler = 'topK' | 'topP';

/** A part of the prompt. Engines that know token ids evaluate `tokens`; the others use `text`. */
export interface PromptPart {
	readonly text: string;
	readonly tokens?: readonly number[];
}

/**
 * A raw continuation of a rendered prompt. Special tokens in `parts` are special; the engine adds none, not even BOS.
 */
export interface CompletionRequest {
	readonly parts: readonly PromptPart[];
	/**
	 * Leading characters of the first part that all samples of the suite share; the prefill is split there, cached or
	 * not.
	 */
	readonly sharedChars: number;
	/** Texts that end the generation, not part of the output. The model's end-of-generation tokens end it as well. */
	readonly stop: readonly string[];
	readonly maxTokens: number;
	/** For runs of a fixed length: ignores the model's end-of-generation tokens, if the engine can. */
	readonly ignoreEnd?: boolean;
	readonly sampling: Sampling;
	/** GBNF grammar for constrained decoding. */
	readonly grammar?: string;
	/** Limit of the whole completion, milliseconds. */
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
}

/** One token as text. An unfinished character arrives as '' and joins the piece that completes it. */
export interface Piece {
	readonly token?: number;
	readonly text: string;
	/** Milliseconds from the acceptance of the request to the token. */
	readonly atMs: number;
}

/** Events of a completion: pieces, then one end. */
export type CompletionEvent =
	| { readonly type: 'pieces'; readonly pieces: readonly Piece[] }
	| {
			readonly type: 'end';
			/** Never `tool-call`: a completer does not parse calls. */
			readonly finish: Finish;
			readonly usage: Usage;
			readonly source: GenerationTimings['source'];
			readonly prefillMs?: number;
			/** See {@link GenerationTimings}. */
			readonly decodeMs?: number;
			readonly refused?: GenerationTimings['refused'];
			readonly repeated?: GenerationTimings['repeated'];
			readonly totalMs: number;
			/** See {@link GenerationRecord.systemFingerprint}. */
			readonly systemFingerprint?: string;
	  };

/**
 * The raw port: continues a rendered prompt. Throws {@link EngineError}; ends with `aborted` on abort and with
 * `deadline` past the deadline.
 */
export interface Completer {
	complete(request: CompletionRequest): AsyncIterable<CompletionEvent>;
}

/** A scripted generation: what the model says, and how it ends. */
export interface ScriptedGeneration {
	/** Token texts, in order. */
	readonly pieces: readonly string[];
	/** Absent: the engine reports no token ids. */
	readonly tokens?: readonly number[];
	readonly finish?: Finish;
	readonly usage?: Usage;
	/** Thrown after the pieces, instead of an end. */
	readonly error?: Error;
}

/** Virtual milliseconds between two pieces. */
const PIECE_MS = 10;

/**
 * A double of a raw engine on virtual time: plays its script and keeps the requests. Throws when the script is over; an
 * aborted request ends before its next piece.
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
	return { text, atMs: (index + 1) * PIECE_MS, token };
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
