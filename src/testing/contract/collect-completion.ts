import type { Completer, CompletionEvent, CompletionRequest, Piece } from '../../model/completer.ts';

export interface CollectedCompletion {
	readonly text: string;
	readonly pieces: readonly Piece[];
	readonly tokens: readonly (number | undefined)[];
	readonly end: Extract<CompletionEvent, { type: 'end' }>;
}

/** Reads a completion to its end. Defaults: greedy, practically unbounded, nothing shared. */
export async function collectCompletion(
	completer: Completer,
	request: Partial<CompletionRequest> & Pick<CompletionRequest, 'parts'>,
): Promise<CollectedCompletion> {
	const pieces: Piece[] = [];
	const whole: CompletionRequest = {
		sharedChars: 0,
		stop: [],
		maxTokens: 64,
		sampling: { temperature: 0, seed: 1 },
		deadlineMs: 60_000,
		...request,
	};
	for await (const event of completer.complete(whole)) {
		if (event.type === 'pieces') pieces.push(...event.pieces);
		else return { text: textOf(pieces), pieces, tokens: pieces.map((piece) => piece.token), end: event };
	}
	throw new Error('the completer ended without an end');
}

function textOf(pieces: readonly Piece[]): string {
	return pieces.map((piece) => piece.text).join('');
}
