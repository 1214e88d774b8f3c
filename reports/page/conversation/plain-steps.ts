import type { LogSample } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../markup.ts';
import { clipped, said } from '../said.ts';
import { conversationSteps } from './conversation.ts';

/** A conversation without its times, for pages without scripts; `most` characters of each step. */
export function plainSteps(sample: LogSample, most: number, locale: Locale): Markup {
	const { detail } = locale;
	return html`<dl class="plainsteps">${conversationSteps(sample, locale).map(
		({ who, text, lang, result }) =>
			html`<dt>${detail.who[who]}</dt><dd>${said('span', clipped(text, most, detail.long), '', lang)}${
				result !== undefined && html` → ${said('span', clipped(result, most, detail.long))}`
			}</dd>`,
	)}</dl>`;
}
