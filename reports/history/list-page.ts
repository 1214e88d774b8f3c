import { localized, MINIATURE_NOTICE, type RunRow } from '../../src/index.ts';
import { html, type Insert, type Markup } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { formatCount } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import { type HistoryLocale, historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { decisionText, metricValue, startedText, stateText } from './row-cells.ts';

/** A link that chooses runs. */
export interface Choice {
	readonly name: string;
	readonly href: string;
	readonly chosen: boolean;
}

/** The list of runs, and where its links lead: a served page and a file differ in nothing else. */
export interface ListPage {
	readonly lang: Lang;
	readonly gemmark: string;
	readonly folder: string;
	readonly rows: readonly RunRow[];
	/** Runs that there are, shown or not. */
	readonly runs: number;
	/** Runs that are not read yet. */
	readonly unread: number;
	readonly reportOf: (row: RunRow) => string | undefined;
	readonly compareOf?: ((row: RunRow) => string | undefined) | undefined;
	/** The run that another is to be compared with, and the link that leaves it. */
	readonly base?: { readonly row: RunRow; readonly cancel: string } | undefined;
	readonly facets?: readonly { readonly facet: keyof HistoryLocale['facets']; readonly choices: readonly Choice[] }[];
	readonly trends?: readonly Choice[] | undefined;
	/** The link to more of them. */
	readonly more?: { readonly count: number; readonly href: string } | undefined;
	readonly refreshSeconds?: number | undefined;
}

/** Every run a row: what it decided, its main scores, and the way to its report. */
export function listPage(list: ListPage): string {
	const { lang, rows, runs, unread, folder, gemmark, refreshSeconds } = list;
	const words = historyLocale[lang];
	const lead = runs === 0 ? words.none : words.lead({ shown: formatCount(rows.length), runs: formatCount(runs) });
	const notices = [
		...(unread > 0 ? [words.reading(formatCount(unread))] : []),
		...(rows.some(({ miniature }) => miniature) ? [localized(MINIATURE_NOTICE, lang)] : []),
	];
	const markup = html`<section id="runs" class="hero" aria-labelledby="runs-title">
<h1 id="runs-title">${words.title}</h1>
<p class="lead">${lead}</p>
<div class="notices">${notices.map((text) => html`<div class="notice"><span class="sign">!</span><p>${text}</p></div>`)}</div>
${choices(list, words)}
${rows.length > 0 && runTable(list, words)}
${list.more !== undefined && html`<p><a href="${list.more.href}">${words.more(formatCount(list.more.count))}</a></p>`}
</section>`;
	const sections = [{ id: 'runs', name: words.title, markup }];
	return page(
		{ title: words.title, subject: words.title, details: folder, gemmark, sections, refreshSeconds },
		localeOf(lang),
	);
}

function choices({ facets = [], trends = [], base }: ListPage, words: HistoryLocale): Markup {
	const links = (all: readonly Choice[]): Insert =>
		all.map(
			({ name, href, chosen }) =>
				html`<li><a href="${href}"${chosen && html` aria-current="true"`} class="chip">${name}</a></li>`,
		);
	return html`<div class="choices">${facets.map(
		({ facet, choices: all }) =>
			html`<nav aria-label="${words.filters}: ${words.facets[facet]}"><span class="muted">${words.facets[facet]}</span><ul>${links(all)}</ul></nav>`,
	)}${
		trends.length > 0 &&
		html`<nav aria-label="${words.trends}"><span class="muted">${words.trends}</span><ul>${links(trends)}</ul></nav>`
	}${base !== undefined && html`<p class="muted">${words.compareWith(base.row.title)} (${startedText(base.row)}) · <a href="${base.cancel}">${words.cancel}</a></p>`}</div>`;
}

function runTable({ lang, rows, reportOf, compareOf, base }: ListPage, words: HistoryLocale): Markup {
	return html`<div class="scroll" tabindex="0"><table class="runs"><thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows.map(
		(row) => {
			const report = reportOf(row);
			const comparison = compareOf?.(row);
			const comparing = base === undefined ? words.compareFrom : words.compareWith(base.row.title);
			return html`<tr><th scope="row">${report === undefined ? row.title : html`<a href="${report}">${row.title}</a>`} ${row.miniature && html`<span class="badge">${words.miniature}</span>`}<span class="muted">${stateText(row, words)}</span>${comparison !== undefined && html`<a class="muted" href="${comparison}">${comparing}</a>`}</th>
<td>${row.decisions.map((decision) => decisionText(decision, lang))}</td>
<td>${row.metrics.filter(isMain).map((metric) => html`<span class="runmetric">${metric.name} <b>${metricValue(metric)}</b>${metric.low !== undefined && metric.high !== undefined && html` <span class="muted">${localeOf(lang).interval(formatShareRange({ low: metric.low, high: metric.high }, lang))}</span>`}${metric.unscored > 0 && html` <span class="muted">${words.unscored(String(metric.unscored))}</span>`}</span>`)}</td>
<td>${[row.engine, row.device, row.quantization].filter((part) => part !== undefined).join(' · ')}<span class="muted">${row.commit?.slice(0, 9)}</span></td></tr>`;
		},
	)}</tbody></table></div>`;
}

function isMain({ main }: RunRow['metrics'][number]): boolean {
	return main;
}
