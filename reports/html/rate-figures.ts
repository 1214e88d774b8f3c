import type { Rate, ReasonCounts } from '../../src/index.ts';
import { formatShare } from '../locale/format-number.ts';
import type { Locale } from '../locale/locale.ts';
import { html, type Insert, type Markup } from './markup.ts';
import { unscoredText } from './reason-name.ts';

export interface RateFigure {
	readonly name: Insert;
	readonly rate: Rate;
	/** Samples without this score, by cause. */
	readonly unscored?: ReasonCounts | undefined;
	/** What else is said of the rate. */
	readonly note?: string | undefined;
}

/** Rates as a row of figures; an interval stands beside every rate. Rates that no sample could have are left out. */
export function rateFigures(figures: readonly RateFigure[], locale: Locale): Markup | undefined {
	const known = figures.filter(({ rate, unscored = [] }) => rate.n > 0 || unscored.length > 0);
	if (known.length === 0) return undefined;
	return html`<dl class="figures">${known.map(
		({ name, rate, unscored, note }) =>
			html`<div><dt>${name}</dt><dd>${rateText(rate, locale, unscored)}${note !== undefined && html` <span class="muted">${note}</span>`}</dd></div>`,
	)}</dl>`;
}

/** The rate in percent, `7 of 15`, its 95 % interval, and what is unscored; without a scored sample there is no rate. */
export function rateText({ hits, n, rate, wilson }: Rate, locale: Locale, unscored: ReasonCounts = []): Markup {
	const silent = unscoredText(unscored, locale);
	return html`<span class="figure">${rate === undefined ? '–' : html`${formatShare(rate)} %`}</span> ${
		wilson !== undefined &&
		html`<span class="muted">${locale.of(String(hits), String(n))} · ${locale.interval(formatShare(wilson.low), formatShare(wilson.high))}</span>`
	}${silent !== undefined && html` <span class="muted unscoredcount">${silent}</span>`}`;
}
