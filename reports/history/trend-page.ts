import { localized, MINIATURE_NOTICE, type Trend, type TrendPoint } from '../../src/index.ts';
import { formatCount } from '../locale/format-number.ts';
import { historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { trendLocale } from '../locale/trend-locale.ts';
import { html, type Markup } from '../page/markup.ts';
import { page } from '../page/page.ts';
import { HISTORY_STYLE } from './history-style.ts';
import { metricWords } from './metric-words.ts';
import { intervalText, metricValue, startedText } from './row-cells.ts';
import { seriesList } from './series-list.ts';
import { seriesLetter } from './series-mark.ts';
import { type ChartPoint, trendChart } from './trend-chart.ts';

/** Points that a picture of this width can tell apart; the table has no more either. */
export const TREND_POINTS = 200;

export interface TrendPage {
	readonly lang: Lang;
	readonly gemmark: string;
	/** Folder of the runs, and what of them is shown. */
	readonly details: string;
	readonly metric: string;
	readonly trend: Trend;
	/** Runs that are not read yet. */
	readonly unread: number;
	readonly back: string;
	readonly reportOf: (point: TrendPoint) => string;
	/** The link to one series; undefined: to all. */
	readonly seriesHref: (key: string | undefined) => string;
	/** Where one series was asked for. */
	readonly chosen: boolean;
	/** By the id of a run, subjects of the commits since the one before it in its series, where git tells. */
	readonly commits: ReadonlyMap<string, readonly string[]>;
}

/** One metric of runs over time, a series for what can be compared, with what was committed between its runs. */
export function trendPage(shown: TrendPage): string {
	const { lang, gemmark, details, metric, trend, unread, back, chosen, seriesHref } = shown;
	const words = historyLocale[lang];
	const say = trendLocale[lang];
	const points = trend.points.map(
		(point): ChartPoint => ({
			...point,
			place: trend.drawn.findIndex(({ key }) => key === point.series),
			part: point.row.parts.includes(point.metric.suite) || point.metric.unscored > 0,
		}),
	);
	const hollow = points.filter(({ part }) => part).length;
	const [newest] = points.slice(-1);
	const title = newest === undefined ? metric : metricWords(newest.metric, lang);
	const runs = trend.drawn.reduce((sum, series) => sum + series.runs, 0);
	const lead = say.lead({ shown: formatCount(points.length), runs: formatCount(runs) });
	const time = newest?.metric.clock !== undefined;
	const untold = points.filter(({ row }) => row.untold.length > 0).length;
	const notices = [
		...(unread > 0 ? [words.reading(formatCount(unread))] : []),
		...(points.some(({ row }) => row.miniature) ? [localized(MINIATURE_NOTICE, lang)] : []),
	];
	const markup = html`<section id="trend" class="hero" aria-labelledby="trend-title">
<h1 id="trend-title">${title}</h1>
<p class="code"><code>${metric}</code>${newest?.metric.kind === 'number' && ` · ${say.median}`}</p>
<p class="lead">${lead} ${say.several} ${time && say.timesToo} ${hollow > 0 && say.hollow(formatCount(hollow))} ${untold > 0 && say.untold(formatCount(untold))} <a href="${back}">${words.back}</a></p>
<div class="notices">${notices.map((text) => html`<div class="notice"><span class="sign">!</span><p>${text}</p></div>`)}</div>
${trendChart(points, `${title}. ${lead}`, lang)}
${seriesList(trend, seriesHref, lang)}
${chosen && html`<p><a href="${seriesHref(undefined)}">${say.allSeries}</a></p>`}
<div class="scroll" tabindex="0"><table class="runs"><thead><tr>${say.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${points.map((point) => pointRow(point, shown)).reverse()}</tbody></table></div>
</section>`;
	const sections = [{ id: 'trend', name: words.trends, markup }];
	const { footer, trends } = words;
	return page(
		{ title, subject: trends, details, gemmark, sections, style: HISTORY_STYLE, footer: footer(gemmark) },
		localeOf(lang),
	);
}

function pointRow(point: ChartPoint, { lang, reportOf, commits, trend }: TrendPage): Markup {
	const words = historyLocale[lang];
	const say = trendLocale[lang];
	const { row, metric, place } = point;
	const part = row.parts.includes(metric.suite);
	const { low, high, n, unscored } = metric;
	const [, value, interval, since] = say.columns;
	const letter = trend.drawn.length > 1 && html`<b>${seriesLetter(place)}</b> `;
	const counts = [
		`n ${n}`,
		part && say.part,
		unscored > 0 && (metric.clock === undefined ? words.unscored(String(unscored)) : say.leftOut(String(unscored))),
	].filter(Boolean);
	return html`<tr><th scope="row"><a class="folder" href="${reportOf(point)}">${row.id}</a><span class="muted">${letter}${row.title} · ${startedText(row)}</span></th>
<td data-column="${value}">${metricValue(metric)} <span class="muted">${counts.join(' · ')}</span></td><td data-column="${interval}">${low === undefined || high === undefined ? say.noInterval : intervalText(low, high, lang)}</td>
<td data-column="${since}">${(commits.get(row.id) ?? []).map((subject) => html`<span class="runmetric">${subject === '=' ? say.sameCommit : subject}</span>`)}</td></tr>`;
}
