import { turnEndsAt } from '../prompt/gemma3-turns.ts';
import { BracketDepth } from './bracket-depth.ts';
import { matchLiteral } from './opening.ts';
import type { Walk } from './region.ts';

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
