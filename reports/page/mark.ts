import { html, type Markup } from './markup.ts';

/** The sign before a row: passed, not passed, or without a score. */
export function mark(good: boolean | undefined): Markup {
	if (good === undefined) return html`<span class="mark open" aria-hidden="true">◌</span>`;
	return good
		? html`<span class="mark good" aria-hidden="true">●</span>`
		: html`<span class="mark" aria-hidden="true">○</span>`;
}
