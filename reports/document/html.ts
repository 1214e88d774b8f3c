import { html, type Markup } from '../html/markup.ts';
import { table } from '../html/page.ts';
import type { Block } from './block.ts';

/** Paragraphs, commands and tables on a page; cells of tables from `numbersFrom` on are numbers. */
export function markup(blocks: readonly Block[], columns: { readonly numbersFrom?: number } = {}): Markup {
	return html`${blocks.map((one) => blockMarkup(one, columns))}`;
}

function blockMarkup(block: Block, columns: { readonly numbersFrom?: number }): Markup | undefined {
	if (block.type === 'paragraph') return html`<p>${block.text}</p>`;
	if (block.type === 'code') return html`<div class="command"><pre tabindex="0">${block.text}</pre></div>`;
	return block.type === 'table' ? table(block.head, block.rows, columns) : undefined;
}
