import { differingFields, type Trend, type TrendSeries } from '../../src/index.ts';
import { formatCount } from '../locale/format-number.ts';
import type { Lang } from '../locale/locale.ts';
import { trendLocale } from '../locale/trend-locale.ts';
import { html, type Markup } from '../page/markup.ts';
import { fieldValues, PLAIN_FIELDS } from './field-words.ts';
import { seriesLetter, seriesMark } from './series-mark.ts';

/** The legend of a trend: each series by its mark, its letter and what sets it apart, a link that shows it alone. */
export function seriesList({ drawn, others, moreSeries }: Trend, hrefOf: (key: string) => string, lang: Lang): Markup {
	const words = trendLocale[lang];
	const differing = differingFields([...drawn, ...others].map(({ fields }) => fields));
	const label = ({ fields, runs, key }: TrendSeries): Markup => {
		const text = fieldValues(fields, differing.length === 0 ? PLAIN_FIELDS : differing, lang);
		const counted = html`<span class="muted">${words.runs(formatCount(runs))}</span>`;
		return drawn.length + others.length === 1
			? html`<span>${text} ${counted}</span>`
			: html`<span><a href="${hrefOf(key)}">${text || key}</a> ${counted}</span>`;
	};
	return html`<ul class="serieslist">${drawn.map(
		(series, place) =>
			html`<li><svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${seriesMark(place, false)}</svg><b>${seriesLetter(place)}</b>${label(series)}</li>`,
	)}</ul>${
		others.length > 0 &&
		html`<p class="muted">${words.others(formatCount(others.length + moreSeries))}</p><ul class="serieslist more">${others.map((series) => html`<li>${label(series)}</li>`)}</ul>`
	}${moreSeries > 0 && html`<p class="muted">${words.moreSeries(formatCount(moreSeries))}</p>`}`;
}
