import type { Rate } from '../../src/index.ts';
import { formatShare } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Markup } from './markup.ts';

/** Rates as a row of figures; an interval stands beside every rate. Rates without observations are left out. */
export function rateFigures(
	figures: readonly (readonly [name: string, rate: Rate])[],
	messages: Messages,
): Markup | undefined {
	const known = figures.filter(([, rate]) => rate.n > 0);
	if (known.length === 0) return undefined;
	return html`<dl class="figures">${known.map(
		([name, rate]) => html`<div><dt>${name}</dt><dd>${rateText(rate, messages)}</dd></div>`,
	)}</dl>`;
}

/** `7 of 15`, the rate in percent and its 95 % interval. */
export function rateText({ hits, n, rate, wilson }: Rate, messages: Messages): Markup {
	return html`<span class="figure">${rate !== undefined && html`${formatShare(rate)} %`}</span> <span class="muted">${messages.of(String(hits), String(n))}${
		wilson !== undefined && html` · ${messages.interval(formatShare(wilson.low), formatShare(wilson.high))}`
	}</span>`;
}
