import type { Completer, CompletionEvent, CompletionRequest, Piece } from './completer.ts';
import type { Finish, Usage } from './generation.ts';

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
