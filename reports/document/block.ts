import type { RunState } from '../../src/summary/state/state.ts';

/** A name and what is said under it, a line each. */
export interface Fact {
	readonly name: string;
	readonly lines: readonly string[];
}

/** What a report says, apart from the format that it is written in. Texts are plain: a renderer escapes them. */
export type Block =
	| { readonly type: 'state'; readonly sign: RunState['sign']; readonly text: string }
	| { readonly type: 'facts'; readonly rows: readonly Fact[] }
	| { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
	| { readonly type: 'paragraph'; readonly text: string; readonly tone?: 'strong' | 'notice' }
	| { readonly type: 'code'; readonly text: string }
	/** Markdown of a suite's author. */
	| { readonly type: 'record'; readonly markdown: string }
	| { readonly type: 'list'; readonly items: readonly string[] }
	| {
			readonly type: 'table';
			readonly head: readonly string[];
			readonly rows: readonly (readonly string[])[];
			/** Of each row, where it stands out or steps back. */
			readonly tones?: readonly ('good' | 'dim' | undefined)[];
	  };

type Maybe<T> = T | undefined | false | '';

/** The blocks that say something: no empty paragraph, list or table. */
export function blocks(...parts: readonly (Maybe<Block> | readonly Maybe<Block>[])[]): readonly Block[] {
	return parts.flat().filter((block): block is Block => {
		if (!block) return false;
		if (block.type === 'list') return block.items.length > 0;
		return block.type === 'table' || block.type === 'facts'
			? block.rows.length > 0
			: block.type === 'record' || block.text !== '';
	});
}

export const facts = (rows: readonly (Fact | undefined)[]): Block => ({
	type: 'facts',
	rows: rows.flatMap((row) => (row === undefined || row.lines.length === 0 ? [] : [row])),
});
export const heading = (level: 1 | 2 | 3, text: string): Block => ({ type: 'heading', level, text });
export const paragraph = (text: string | undefined, tone?: 'strong' | 'notice'): Block => ({
	type: 'paragraph',
	text: text ?? '',
	tone,
});
export const list = (items: readonly string[]): Block => ({ type: 'list', items });
export const table = (
	head: readonly string[],
	rows: readonly (readonly string[])[],
	tones?: readonly ('good' | 'dim' | undefined)[],
): Block => ({ type: 'table', head, rows, tones });
export const code = (text: string): Block => ({ type: 'code', text });
export const record = (markdown: string): Block => ({ type: 'record', markdown });

/** A text of at most so many UTF-16 units. */
export function cut(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
