import { HIDDEN } from '../../src/text/text.ts';

/** Untrusted text on one terminal line: breaks and tabs become blanks, other control characters are shown. */
export function singleLine(text: string): string {
	return terminalText(text.replace(/[\t-\r\u0085\u2028\u2029]+/gu, ' ').trim());
}

/**
 * Text that is safe for a terminal: control, direction and invisible characters are shown as JSON escapes, so JSON stays
 * equal. Line breaks, tabs and needed joiners stay.
 */
export function terminalText(text: string): string {
	return text.replace(HIDDEN, (found) =>
		Array.from({ length: found.length }, (_, at) => {
			return `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`;
		}).join(''),
	);
}

/** The start of a line that fits into so many terminal columns. */
export function cutToColumns(text: string, columns: number): string {
	let used = 0;
	let end = 0;
	for (const char of text) {
		used += columnsOf(char);
		if (used > columns) break;
		end += char.length;
	}
	return text.slice(0, end);
}

/** Terminal columns of a line; Hangul and emoji take two. */
export function columnsOf(text: string): number {
	return Array.from(text).reduce((columns, char) => columns + (WIDE.test(char) ? 2 : 1), 0);
}

const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

export type Colour = 'green' | 'red' | 'yellow' | 'bold' | 'dim';

export interface PaintedLine {
	readonly text: string;
	readonly colour?: Colour;
}
