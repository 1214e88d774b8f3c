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

/** What a prompt opens at its very end for the model to think in, such as `<|channel>thought\n`; empty where it does not. */
export function openThought(prompt: string, { open }: ThinkingMarks): string {
	const opening = prompt.slice(Math.max(0, prompt.lastIndexOf(open)));
	return opening.startsWith(open) && CHANNEL_NAME.test(opening.slice(open.length)) ? opening : '';
}

const CHANNEL_NAME = /^[a-z_]{0,24}\n?$/u;

/** Whether a text ends within a thought. */
export function endsInThought(text: string, marks: ThinkingMarks): boolean {
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
