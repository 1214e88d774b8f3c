import type { ToolResponse } from '../../model/conversation.ts';
import {
	BracketDepth,
	matchLiteral,
	type Region,
	valueWithoutControlTokens,
	type Walk,
	withoutControlTokens,
} from './region.ts';

/** Marker that opens any turn of Gemma 2, 3 and 3n and of FunctionGemma. */
export const TURN_OPEN = '<start_of_turn>';
export const TURN_CLOSE = '<end_of_turn>';

/** What ends a turn: nothing after it is read, but for what the model says in a turn of its own that it opened again. */
export const TURN_ENDS: readonly string[] = [TURN_CLOSE, TURN_OPEN, '<eos>'];

export const turnEndRegions: readonly Region[] = TURN_ENDS.map((open) => ({
	kind: 'end',
	open,
	goesOn: open === TURN_OPEN ? 'model\n' : undefined,
}));

/** Closes the model's turn and opens the user's, up to where the model speaks. The text must be clean. */
function userTurn(text: string): string {
	return `${TURN_CLOSE}\n${TURN_OPEN}user\n${text}${TURN_CLOSE}\n${TURN_OPEN}model\n`;
}

export function nextUserTurn(text: string): string {
	return userTurn(withoutControlTokens(text).trim());
}

/** These families have no tool turn, so answers are what the user says next. */
export function answersAsUserTurn(
	results: readonly ToolResponse[],
	write: (answer: { readonly name: string; readonly json: string }) => string,
	then?: string,
): string {
	const answers = results.map(({ call, response }) => {
		const json = JSON.stringify(valueWithoutControlTokens(response));
		return write({ name: withoutControlTokens(call.name), json });
	});
	return userTurn([...answers, ...(then === undefined ? [] : [withoutControlTokens(then)])].join('\n'));
}

/** Whether a turn ends at this place of a call's text: a control token ends it wherever it stands. */
function turnEndsAt(text: string, at: number): boolean | 'maybe' {
	const ends = TURN_ENDS.map((end) => matchLiteral(text, at, end));
	if (ends.some((end) => typeof end === 'number')) return true;
	return ends.includes('maybe') ? 'maybe' : false;
}

/**
 * A walk to the end of the first bracketed value, or, in a block, to the block's close: outside a string, or on a line
 * of its own, because no string should hold a line break.
 */
export function walkBrackets(
	opening: string,
	language: 'json' | 'python',
	blockClose?: string,
	endsTurn: (text: string, at: number) => boolean | 'maybe' = turnEndsAt,
): Walk {
	const depth = new BracketDepth(language, opening);
	return (text, at) => {
		const ends = endsTurn(text, at);
		if (ends !== false) return ends === true ? { end: 0, closed: false } : 'maybe';
		if (blockClose !== undefined) {
			const close = matchLiteral(text, at, depth.inString ? `\n${blockClose}` : blockClose);
			if (typeof close === 'number') return { end: close, closed: true };
			if (close === 'maybe') return 'maybe';
		}
		const ended = depth.take(text[at] ?? '');
		return ended && blockClose === undefined ? { end: 1, closed: true } : 1;
	};
}
