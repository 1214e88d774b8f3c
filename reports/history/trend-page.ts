import { localized, MINIATURE_NOTICE, type TrendPoint } from '../../src/index.ts';
import { html } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { formatCount } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import { historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { metricValue, startedText } from './row-cells.ts';
import { trendChart } from './trend-chart.ts';

/** Points that a picture of this width can tell apart; the table has no more either. */
export const TREND_POINTS = 200;

export interface TrendPage {
	readonly lang: Lang;
	readonly gemmark: string;
	readonly folder: string;
	readonly metric: string;
	/** Oldest first. */
	readonly points: readonly TrendPoint[];
	readonly back: string;
	readonly reportOf: (point: TrendPoint) => string;
	/** Subjects of the commits between a run and the one before it, where git tells. */
	readonly commitsOf: (index: number) => readonly string[];
}

/** One metric of runs over time, with its interval and what was committed between them. */
export function trendPage({ lang, gemmark, folder, metric, points, back, reportOf, commitsOf }: TrendPage): string {
	const words = historyLocale[lang];
	const shown = points.slice(-TREND_POINTS);
	const first = points.length - shown.length;
	const lead = words.trendLead({ points: formatCount(shown.length), metric });
	const miniature = shown.some(({ row }) => row.miniature);
	const rows = shown.map((point, index) => {
		const { low, high } = point.metric;
		const same = point.row.commit !== undefined && point.row.commit === shown[index - 1]?.row.commit;
		const commits = same ? [words.sameCommit] : commitsOf(first + index);
		return html`<tr><th scope="row"><a href="${reportOf(point)}">${point.row.title}</a><span class="muted">${startedText(point.row)}</span></th><td>${metricValue(point.metric)} <span class="muted">n ${point.metric.n}${point.metric.unscored > 0 && ` · ${words.unscored(String(point.metric.unscored))}`}</span></td><td>${low === undefined || high === undefined ? words.noInterval : formatShareRange({ low, high }, lang)}</td><td>${commits.map((subject) => html`<span class="runmetric">${subject}</span>`)}</td></tr>`;
	});
	const markup = html`<section id="trend" class="hero" aria-labelledby="trend-title">
<h1 id="trend-title">${metric}</h1>
<p class="lead">${lead} <a href="${back}">${words.back}</a></p>
${miniature && html`<div class="notices"><div class="notice miniature"><span class="sign">!</span><p>${localized(MINIATURE_NOTICE, lang)}</p></div></div>`}
${shown.length > 0 && trendChart(shown, lead)}
<div class="scroll" tabindex="0"><table class="runs"><thead><tr>${words.trendColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows.reverse()}</tbody></table></div>
</section>`;
	const sections = [{ id: 'trend', name: words.trends, markup }];
	return page({ title: metric, subject: words.trends, details: folder, gemmark, sections }, localeOf(lang));
}
