import { differingFields, type Trend, type TrendPoint, type TrendSeries } from '../../src/history/series.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { pValueText } from '../../src/stats/paired.ts';
import { startedText } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { html, type Markup } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import { formatCount } from '../messages/numbers.ts';
import { intervalText, metricValue } from './list-cells.ts';
import { HISTORY_STYLE } from './style.ts';
import { fieldValues, metricWords, PLAIN_FIELDS } from './words.ts';

/** Points that fit into the chart; the table has the same. */
export const TREND_POINTS = 200;

interface TrendPage {
	readonly lang: Lang;
	readonly gemmark: string;
	/** Folder and filters of the runs. */
	readonly details: string;
	readonly metric: string;
	readonly trend: Trend;
	/** Runs that are not read yet. */
	readonly unread: number;
	readonly back: string;
	readonly reportOf: (point: TrendPoint) => string;
	/** Link to one series; undefined: to all. */
	readonly seriesHref: (key: string | undefined) => string;
	/** Whether one series was chosen. */
	readonly chosen: boolean;
	/** Subjects of commits since the previous run of the series, by run id. */
	readonly commits: ReadonlyMap<string, readonly string[]>;
}

/** One metric over time, a series for comparable runs, with the commits between them. */
export function trendPage(shown: TrendPage): string {
	const { lang, gemmark, details, metric, trend, unread, back, chosen, seriesHref } = shown;
	const words = localeOf(lang).history;
	const say = localeOf(lang).trend;
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
	const lead = say.lead(formatCount(points.length), formatCount(runs));
	const time = newest?.metric.clock !== undefined;
	const unrecorded = points.filter(({ row }) => row.unrecorded.length > 0).length;
	const notices = [
		...(unread > 0 ? [words.reading({ left: formatCount(unread) })] : []),
		...trend.drawn.flatMap(({ change }, place) => {
			if (change?.alarm !== true) return [];
			const alarm = say.alarm({
				now: change.now.toFixed(2),
				before: change.before.toFixed(2),
				p: pValueText(change.p),
			});
			return trend.drawn.length > 1 ? [`${seriesLetter(place)}: ${alarm}`] : [alarm];
		}),
		...(points.some(({ row }) => row.miniature) ? [localized(MINIATURE_NOTICE, lang)] : []),
	];
	const markup = html`<section id="trend" class="hero" aria-labelledby="trend-title">
<h1 id="trend-title">${title}</h1>
<p class="code"><code>${metric}</code>${newest?.metric.kind === 'number' && ` · ${say.median}`}</p>
<p class="lead">${lead} ${say.several} ${time && say.timesToo} ${hollow > 0 && say.hollow({ count: formatCount(hollow) })} ${unrecorded > 0 && say.unrecorded({ count: formatCount(unrecorded) })} <a href="${back}">${words.back}</a></p>
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
	const words = localeOf(lang).history;
	const say = localeOf(lang).trend;
	const { row, metric, place } = point;
	const part = row.parts.includes(metric.suite);
	const { low, high, n, unscored } = metric;
	const [, value, interval, since] = say.columns;
	const letter = trend.drawn.length > 1 && html`<b>${seriesLetter(place)}</b> `;
	const counts = [
		`n ${n}`,
		part && say.part,
		unscored > 0 &&
			(metric.clock === undefined
				? words.unscored({ count: String(unscored) })
				: say.excluded({ count: String(unscored) })),
	].filter(Boolean);
	return html`<tr><th scope="row"><a class="folder" href="${reportOf(point)}">${row.id}</a><span class="muted">${letter}${row.title} · ${startedText(row)}</span></th>
<td data-column="${value}">${metricValue(metric)} <span class="muted">${counts.join(' · ')}</span></td><td data-column="${interval}">${low === undefined || high === undefined ? say.noInterval : intervalText(low, high, lang)}</td>
<td data-column="${since}">${(commits.get(row.id) ?? []).map((subject) => html`<span class="runmetric">${subject === '=' ? say.sameCommit : subject}</span>`)}</td></tr>`;
}

/** Legend: mark, letter and distinct fields of each series, with a link to it. */
function seriesList({ drawn, others, moreSeries }: Trend, hrefOf: (key: string) => string, lang: Lang): Markup {
	const words = localeOf(lang).trend;
	const differing = differingFields([...drawn, ...others].map(({ fields }) => fields));
	const label = ({ fields, runs, key }: TrendSeries): Markup => {
		const text = fieldValues(fields, differing.length === 0 ? PLAIN_FIELDS : differing, lang);
		const counted = html`<span class="muted">${words.runs({ count: formatCount(runs) })}</span>`;
		return drawn.length + others.length === 1
			? html`<span>${text} ${counted}</span>`
			: html`<span><a href="${hrefOf(key)}">${text || key}</a> ${counted}</span>`;
	};
	return html`<ul class="serieslist">${drawn.map(
		(series, place) =>
			html`<li><svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${seriesMark(place, false)}</svg><b>${seriesLetter(place)}</b>${label(series)}</li>`,
	)}</ul>${
		others.length > 0 &&
		html`<p class="muted">${words.others({ series: formatCount(others.length + moreSeries) })}</p><ul class="serieslist more">${others.map((series) => html`<li>${label(series)}</li>`)}</ul>`
	}${moreSeries > 0 && html`<p class="muted">${words.moreSeries({ count: formatCount(moreSeries) })}</p>`}`;
}

/** Series that one chart can tell apart. */
export const TREND_SERIES = 6;

/** Each within 5 of its centre. */
const SHAPES = [
	'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
	'M-4 -4h8v8h-8z',
	'M0 -5l5 9h-10z',
	'M0 -5.5l5 5.5l-5 5.5l-5 -5.5z',
	'M0 5l5 -9h-10z',
	'M-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z',
];

/** Hollow for a run with only some samples. */
function seriesMark(series: number, hollow: boolean): Markup {
	return html`<path class="seriesmark s${series}${hollow && ' hollow'}" d="${SHAPES[series % SHAPES.length]}"/>`;
}

function seriesLetter(series: number): string {
	return String.fromCharCode('A'.charCodeAt(0) + series);
}

const HEIGHT = 240;
/** Height of the scale's labels. */
const PAD = 18;
/** Width of the scale's labels, in percent. */
const LEFT = 8;

interface ChartPoint extends TrendPoint {
	/** Index of its series. */
	readonly place: number;
	/** Lacks samples, or excludes some that could change the value. */
	readonly part: boolean;
}

/** Runs from left to right with intervals; lines join complete runs of a series. The scale is 0 to 100%, or includes 0. */
function trendChart(points: readonly ChartPoint[], label: string, lang: Lang): Markup {
	const rate = points[0]?.metric.kind === 'rate';
	const [bottom, top] = rate ? [0, 1] : scaleOf(points);
	const y = (value: number): string =>
		(HEIGHT - PAD - ((value - bottom) / (top - bottom)) * (HEIGHT - 2 * PAD)).toFixed(1);
	const x = (index: number): string => `${(LEFT + ((index + 0.5) / points.length) * (100 - LEFT)).toFixed(2)}%`;
	const placed = points.map((point, index) => ({ ...point, index, x: x(index), y: y(point.metric.value) }));
	const series = [...Map.groupBy(placed, ({ place }) => place)];
	const ticks = [bottom, (bottom + top) / 2, top].map(
		(tick) =>
			html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text x="0" y="${Number(y(tick)) - 4}">${tickText(tick, points)}</text>`,
	);
	const joined = series.flatMap(([place, own]) => {
		const whole = own.filter(({ part }) => !part);
		return whole.slice(1).map((to, index) => {
			const from = whole[index] ?? to;
			return html`<line class="joined s${place}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;
		});
	});
	const marks = placed.map(({ row, metric, place, part, ...at }) => {
		const { low, high } = metric;
		const range =
			low !== undefined && high !== undefined && html`<line x1="${at.x}" x2="${at.x}" y1="${y(low)}" y2="${y(high)}"/>`;
		const interval = low === undefined || high === undefined ? '' : `, ${intervalText(low, high, lang)}`;
		return html`<g class="point"><title>${seriesLetter(place)} · ${row.id} · ${startedText(row)} · ${metricValue(metric)}${interval}</title>${range}<svg class="at" x="${at.x}" y="${at.y}" overflow="visible">${seriesMark(place, part)}</svg></g>`;
	});
	const letters =
		series.length > 1 &&
		series.map(([place, own]) => {
			const last = own.findLast(({ part }) => !part) ?? own.at(-1);
			const late = last !== undefined && last.index > points.length * 0.9;
			return (
				last &&
				html`<text class="seriesletter" x="${last.x}" y="${last.y}" dx="${late ? -8 : 8}" dy="-6"${late && html` text-anchor="end"`}>${seriesLetter(place)}</text>`
			);
		});
	return html`<div class="barbox"><svg class="trend" role="img" aria-label="${label}" width="100%" height="${HEIGHT}">${ticks}${joined}${marks}${letters}</svg></div>`;
}

function scaleOf(points: readonly ChartPoint[]): readonly [number, number] {
	const bottom = Math.min(0, ...points.map(({ metric }) => metric.low ?? metric.value)) * 1.05;
	const top = Math.max(0, ...points.map(({ metric }) => metric.high ?? metric.value)) * 1.05;
	return bottom === top ? [0, 1] : [bottom, top];
}

function tickText(tick: number, [first]: readonly ChartPoint[]): string {
	return first === undefined ? '' : metricValue({ ...first.metric, value: tick });
}
