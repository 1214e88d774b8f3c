import { intervalOf, type Rate, type ReasonCounts } from '../../../src/index.ts';
import { formatShare } from '../../locale/format-number.ts';
import { formatShareRange } from '../../locale/format-range.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Insert, type Markup } from '../markup.ts';
import { unscoredText } from '../reason-name.ts';

export interface RateFigure {
	readonly name: Insert;
	readonly rate: Rate;
	/** Samples without this score, by cause. */
	readonly unscored?: ReasonCounts | undefined;
}

/** Rates as a row of figures; an interval stands beside every rate. Rates that no sample could have are left out. */
export function rateFigures(figures: readonly RateFigure[], locale: Locale): Markup | undefined {
	const known = figures.filter(({ rate, unscored = [] }) => rate.n > 0 || unscored.length > 0);
	if (known.length === 0) return undefined;
	return html`<dl class="figures">${known.map(
		({ name, rate, unscored }) => html`<div><dt>${name}</dt><dd>${rateText(rate, locale, unscored)}</dd></div>`,
	)}</dl>`;
}

/** The rate in percent, `7 of 15`, its 95 % interval, and what is unscored; without a scored sample there is no rate. */
export function rateText(whole: Rate, locale: Locale, unscored: ReasonCounts = []): Markup {
	const { hits, n, rate } = whole;
	const interval = intervalWords(whole, locale);
	const silent = unscoredText(unscored, locale);
	return html`<span class="figure">${rate === undefined ? '–' : html`${formatShare(rate)} %`}</span> ${
		n > 0 &&
		html`<span class="muted">${locale.of(String(hits), String(n))}${interval !== undefined && ` · ${interval}`}</span>`
	}${silent !== undefined && html` <span class="muted unscoredcount">${n > 0 && html`<span class="between">· </span>`}${silent}</span>`}`;
}

/** The 95 % interval of a rate in words, and by how many prompts it is clustered; undefined where there is none. */
export function intervalWords(rate: Rate, locale: Locale): string | undefined {
	const interval = intervalOf(rate);
	if (interval === undefined) return undefined;
	const words = locale.interval(formatShareRange(interval, locale.lang));
	return rate.clustered === undefined ? words : `${words}, ${locale.scores.clustered(rate.clustered.clusters)}`;
}
