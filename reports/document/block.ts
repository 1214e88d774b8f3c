/** What a report says, apart from the format that it is written in. Texts are plain: a renderer escapes them. */
export type Block =
	| { readonly type: 'heading'; readonly level: 2 | 3; readonly text: string }
	| { readonly type: 'paragraph'; readonly text: string; readonly tone?: 'strong' | 'notice' }
	| { readonly type: 'list'; readonly items: readonly string[] }
	| { readonly type: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

type Maybe<T> = T | undefined | false | '';

/** The blocks that say something: no empty paragraph, list or table. */
export function blocks(...parts: readonly (Maybe<Block> | readonly Maybe<Block>[])[]): readonly Block[] {
	return parts.flat().filter((block): block is Block => {
		if (!block) return false;
		if (block.type === 'list') return block.items.length > 0;
		return block.type === 'table' ? block.rows.length > 0 : block.text !== '';
	});
}

export const heading = (level: 2 | 3, text: string): Block => ({ type: 'heading', level, text });
export const paragraph = (text: string | undefined, tone?: 'strong' | 'notice'): Block => ({
	type: 'paragraph',
	text: text ?? '',
	tone,
});
export const list = (items: readonly string[]): Block => ({ type: 'list', items });
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
	type: 'table',
	head,
	rows,
});
