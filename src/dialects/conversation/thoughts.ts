import type { Completer, CompletionEvent, CompletionRequest, Piece } from '../../model/completer.ts';
import type { Usage } from '../../model/generation.ts';
import type { ThinkingMarks } from '../dialect.ts';

/**
 * How many of the pieces are of thoughts, from what opens one up to what closes it. `opened` is the thought that the
 * prompt ends in, where it does.
 */
export function thoughtTokens(pieces: readonly { readonly text: string }[], marks: ThinkingMarks, opened = ''): number {
	const thoughts = thoughtsIn(opened + pieces.map((piece) => piece.text).join(''), marks);
	let at = opened.length;
	let count = 0;
	for (const { text } of pieces) {
		const end = at + text.length;
		// A piece without text is a part of the next character.
		if (thoughts.some(([from, to]) => at < to && Math.max(end, at + 1) > from)) count += 1;
		at = end;
	}
	return count;
}

/**
 * The pieces without the thoughts among them, and what is left of the thought that the prompt `opened`. Of a piece that is
 * one only in part the rest stays as text, no longer as the model's token. `isThought`: whether what stands between the
 * marks, and they, is nothing else.
 */
export function withoutThoughts<P extends { readonly text: string }>(
	pieces: readonly P[],
	marks: ThinkingMarks,
	{ opened, isThought }: { readonly opened: string; readonly isThought: (text: string) => boolean },
): { readonly opened: string; readonly pieces: readonly (P | { readonly text: string })[] } {
	const whole = opened + pieces.map((piece) => piece.text).join('');
	const thoughts = thoughtsIn(whole, marks)
		.map(([from, to]) => [from, whole.startsWith(marks.close, to) ? to + marks.close.length : to] as const)
		.filter(([from, to]) => isThought(whole.slice(from, to)));
	const stays = (at: number): boolean => !thoughts.some(([from, to]) => from <= at && at < to);
	let end = opened.length;
	const spoken = pieces.flatMap((piece) => {
		const start = end;
		end += piece.text.length;
		// A piece without text is a part of the next character.
		if (piece.text === '') return stays(start) ? [piece] : [];
		const text = piece.text.split('').filter((_, index) => stays(start + index));
		return text.length === piece.text.length ? [piece] : text.length === 0 ? [] : [{ text: text.join('') }];
	});
	return { opened: stays(0) ? opened : '', pieces: spoken };
}

/** What a prompt opens at its very end for the model to think in, such as `<|channel>thought\n`; empty where it does not. */
export function openThought(prompt: string, { open }: ThinkingMarks): string {
	const opening = prompt.slice(Math.max(0, prompt.lastIndexOf(open)));
	return opening.startsWith(open) && CHANNEL_NAME.test(opening.slice(open.length)) ? opening : '';
}

const CHANNEL_NAME = /^[a-z_]{0,24}\n?$/u;

/** Whether a text ends within a thought. */
function endsInThought(text: string, marks: ThinkingMarks): boolean {
	const last = thoughtsIn(text, marks).at(-1);
	return last !== undefined && last[1] === text.length;
}

function thoughtsIn(text: string, { open, close }: ThinkingMarks): readonly (readonly [from: number, to: number])[] {
	const thoughts: [number, number][] = [];
	for (let from = text.indexOf(open); from !== -1; ) {
		const to = text.indexOf(close, from);
		thoughts.push([from, to === -1 ? text.length : to]);
		from = to === -1 ? -1 : text.indexOf(open, to);
	}
	return thoughts;
}

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
	// The time between two parts is unknown: no decoding time is that of both.
	const { prefillMs: _, decodeMs: __, repeated: ___, ...end } = event;
	return {
		...end,
		usage: joinedUsage(first.usage, event.usage),
		prefillMs: first.prefillMs,
		totalMs: first.totalMs + event.totalMs,
		repeated: first.repeated,
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
