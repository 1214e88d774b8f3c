import { html, type Insert, type Markup } from './markup.ts';

/** A section behind its heading: one click away, found by the links that lead to it or into it. */
export function foldedSection(
	id: string,
	heading: Insert,
	content: Insert,
	{ open = false }: { readonly open?: boolean } = {},
): Markup {
	return html`<section id="${id}" aria-labelledby="${id}-title">${fold(html`<h2 id="${id}-title">${heading}</h2>`, content, open)}</section>`;
}

/** What most readers need not see at once. */
export function fold(summary: Insert, content: Insert, open = false): Markup {
	return html`<details class="fold"${open && html` open`}><summary>${summary}</summary>
<div class="folded">${content}</div></details>`;
}
