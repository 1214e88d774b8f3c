import { html, type Insert, type Markup } from './markup.ts';

/** A reservation beside the verdict. */
export function notice(kind: string, sign: string, [title, text]: readonly [title: string, text: Insert]): Markup {
	return html`<div class="notice ${kind}"><span class="sign" aria-hidden="true">${sign}</span><p><b>${title}</b> ${text}</p></div>`;
}
