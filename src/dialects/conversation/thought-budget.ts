import type { Completer, CompletionEvent, CompletionRequest, Piece } from '../../model/completer.ts';
import type { Usage } from '../../model/generation.ts';
import type { ThinkingMarks } from '../dialect.ts';
import { endsInThought, openThought } from './thought-tokens.ts';

type End = Extract<CompletionEvent, { type: 'end' }>;

/**
 * A completer whose generations think for `budget` tokens at most: a thought that is still open then is closed, and the
 * model goes on from there. The closing is no token of the model: it has no id, and no count.
 */
export function withThoughtBudget(completer: Completer, marks: ThinkingMarks, budget: number): Completer {
	return {
		complete(request) {
			// Under a grammar there is no thought.
			if (request.grammar !== undefined || budget >= request.maxTokens) return completer.complete(request);
			return budgeted(completer, request, marks, budget);
		},
	};
}

async function* budgeted(
	completer: Completer,
	request: CompletionRequest,
	marks: ThinkingMarks,
	budget: number,
): AsyncGenerator<CompletionEvent, void, undefined> {
	const pieces: Piece[] = [];
	let first: End | undefined;
	for await (const event of completer.complete({ ...request, maxTokens: budget })) {
		if (event.type === 'pieces') {
			pieces.push(...event.pieces);
			yield event;
		} else first = event;
	}
	if (first === undefined) return;
	if (first.finish.unified !== 'length' || first.finish.raw.includes('context')) {
		yield first;
		return;
	}
	const text = pieces.map((piece) => piece.text).join('');
	const opened = openThought(request.parts.at(-1)?.text ?? '', marks);
	const closing = endsInThought(opened + text, marks) ? `${text.endsWith('\n') ? '' : '\n'}${marks.close}` : '';
	if (closing !== '') yield { type: 'pieces', pieces: [{ text: closing, atMs: first.totalMs }] };
	const parts = [...request.parts, said(pieces, text), ...(closing === '' ? [] : [{ text: closing }])];
	const rest = {
		...request,
		parts,
		maxTokens: request.maxTokens - budget,
		deadlineMs: Math.max(1, request.deadlineMs - first.totalMs),
	};
	for await (const event of completer.complete(rest)) yield later(event, first);
}

function said(pieces: readonly Piece[], text: string): CompletionRequest['parts'][number] {
	const tokens = pieces.map((piece) => piece.token);
	return tokens.every((token) => token !== undefined) ? { text, tokens } : { text };
}

/** The second part of a generation on the clock of the first. */
function later(event: CompletionEvent, first: End): CompletionEvent {
	if (event.type === 'pieces') {
		return { ...event, pieces: event.pieces.map((piece) => ({ ...piece, atMs: piece.atMs + first.totalMs })) };
	}
	// Of two parts nobody tells the time between them: no decoding time is that of both.
	const { prefillMs: _, decodeMs: __, ...end } = event;
	return {
		...end,
		usage: joinedUsage(first.usage, event.usage),
		...(first.prefillMs === undefined ? {} : { prefillMs: first.prefillMs }),
		totalMs: first.totalMs + event.totalMs,
		...((first.refused ?? event.refused) && { refused: joinedRefusals(first.refused, event.refused) }),
	};
}

function joinedRefusals(first: End['refused'], second: End['refused']): NonNullable<End['refused']> {
	return {
		attempts: (first?.attempts ?? 0) + (second?.attempts ?? 0),
		ms: (first?.ms ?? 0) + (second?.ms ?? 0),
	};
}

function joinedUsage({ outputTokens, ...first }: Usage, second: Usage): Usage {
	if (outputTokens === undefined || second.outputTokens === undefined) return first;
	return { ...first, outputTokens: outputTokens + second.outputTokens };
}
