import { localized, MINIATURE_NOTICE, type RunRow } from '../../src/index.ts';
import { formatCount } from '../locale/format-number.ts';
import { type HistoryLocale, historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { html, type Insert, type Markup } from '../page/markup.ts';
import { page } from '../page/page.ts';
import { liveScript } from '../page/page-script.ts';
import { fieldNames } from './field-words.ts';
import { HISTORY_STYLE } from './history-style.ts';
import { decisionText, metricText, startedText, stateText } from './row-cells.ts';

/** A link that chooses runs. */
export interface Choice {
	readonly name: string;
	readonly href: string;
	readonly chosen: boolean;
	/** What the name stands for, where it is short for something. */
	readonly code?: string | undefined;
}

/** The link that compares a run, or the fields that forbid it; undefined where there is nothing to compare. */
export type Comparing = { readonly href: string } | { readonly differing: readonly string[] | undefined };

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
	readonly underWay: (row: RunRow) => boolean;
	/** Of a page that is served, and can ask again. */
	readonly served?: ServedList | undefined;
}

export interface ServedList {
	readonly compareOf: (row: RunRow) => Comparing | undefined;
	/** The run that another is to be compared with, and the link that leaves it. */
	readonly base?: { readonly row: RunRow; readonly cancel: string } | undefined;
	readonly facets: readonly { readonly facet: keyof HistoryLocale['facets']; readonly choices: readonly Choice[] }[];
	readonly trends: readonly Choice[];
	/** What is looked for, and what of the address stays beside it. */
	readonly find: { readonly text: string; readonly kept: readonly (readonly [name: string, value: string])[] };
	/** The link to more of them. */
	readonly more?: { readonly count: number; readonly href: string } | undefined;
	/** The link to all of them. */
	readonly all: string;
}

/** Every run a row: what it decided, its main scores, and the way to its report. */
export function listPage(list: ListPage): string {
	const { lang, rows, runs, unread, folder, gemmark, served } = list;
	const words = historyLocale[lang];
	const lead = runs === 0 ? words.none : words.lead({ shown: formatCount(rows.length), runs: formatCount(runs) });
	const notices = [
		...(unread > 0 ? [words.reading(formatCount(unread))] : []),
		...(rows.some(({ miniature }) => miniature) ? [localized(MINIATURE_NOTICE, lang)] : []),
	];
	// Looked at again only while there is something to come.
	const watched = served !== undefined && (unread > 0 || rows.some(list.underWay));
	const markup = html`<section id="runs" class="hero" aria-labelledby="runs-title"${watched && html` data-watched`}>
<h1 id="runs-title">${words.title}</h1>
<p class="lead" data-live="lead">${lead}</p>
<div class="notices" data-live="notices">${notices.map((text) => html`<div class="notice"><span class="sign">!</span><p>${text}</p></div>`)}</div>
${served && search(served, words)}
${served && choices(served, words)}
${rows.length > 0 && runTable(list)}
${rows.length === 0 && runs > 0 && html`<p>${words.noMatch} <a href="${served?.all}">${words.back}</a></p>`}
${served?.more !== undefined && html`<p><a href="${served.more.href}">${words.more(formatCount(served.more.count))}</a></p>`}
</section>`;
	const sections = [{ id: 'runs', name: words.title, markup }];
	return page(
		{
			title: words.title,
			subject: words.title,
			details: folder,
			gemmark,
			sections,
			style: HISTORY_STYLE,
			footer: words.footer(gemmark),
			served: served && { script: watched ? liveScript() : undefined },
		},
		localeOf(lang),
	);
}

function search({ find }: ServedList, words: HistoryLocale): Markup {
	return html`<form class="find" role="search" method="get">${find.kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label>${words.find}<input type="search" name="find" value="${find.text}"></label><button>${words.findButton}</button></form>`;
}

function choices({ facets, trends, base }: ServedList, words: HistoryLocale): Markup {
	const links = (all: readonly Choice[]): Insert =>
		all.map(
			({ name, href, chosen, code }) =>
				html`<li><a href="${href}"${code !== undefined && html` title="${code}"`}${chosen && html` aria-current="true"`} class="chip">${name}</a></li>`,
		);
	return html`<div class="choices" data-live="choices">${facets.map(
		({ facet, choices: all }) =>
			html`<nav aria-label="${words.filters}: ${words.facets[facet]}"><span class="muted">${words.facets[facet]}</span><ul>${links(all)}</ul></nav>`,
	)}${
		trends.length > 0 &&
		html`<nav aria-label="${words.trends}"><span class="muted">${words.trends}</span><ul>${links(trends)}</ul></nav>`
	}${base !== undefined && html`<p class="muted">${words.comparing(`${base.row.id}, ${startedText(base.row) ?? ''}`)} · <a href="${base.cancel}">${words.cancel}</a></p>`}</div>`;
}

function runTable(list: ListPage): Markup {
	const { columns } = historyLocale[list.lang];
	return html`<div class="scroll" tabindex="0"><table class="runs"><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${list.rows.map((row) => runRow(row, list))}</tbody></table></div>`;
}

function runRow(row: RunRow, { lang, reportOf, underWay, served }: ListPage): Markup {
	const words = historyLocale[lang];
	const report = reportOf(row);
	const live = (part: string): Markup => html` data-live="${`${part} ${row.id}`}"`;
	const name = html`<span class="folder">${row.id}</span>`;
	const title =
		row.title !== row.id &&
		html`<span class="muted">${row.title} ${row.miniature && html`<span class="badge">${words.miniature}</span>`}</span>`;
	const [, verdict, scores, where] = words.columns;
	return html`<tr data-row="${row.id}"><th scope="row">${report === undefined ? name : html`<a class="folder" href="${report}">${row.id}</a>`}${title}<span class="state"${live('state')}>${stateText(row, underWay(row), lang)}</span>${comparison(row, served, words, lang)}</th>
<td data-column="${verdict}"${live('verdict')}>${row.decisions.map((decision) => decisionText(decision, lang))}</td>
<td data-column="${scores}"${live('scores')}>${row.metrics.filter(({ main }) => main).map((metric) => metricText(metric, row.parts.includes(metric.suite), lang))}</td>
<td data-column="${where}">${[row.engine, row.device, row.quantization].filter((part) => part !== undefined).join(' · ')}${row.commit !== undefined && html`<span class="muted">${row.commit.slice(0, 9)}</span>`}</td></tr>`;
}

function comparison(row: RunRow, served: ServedList | undefined, words: HistoryLocale, lang: Lang): Markup | undefined {
	const comparing = served?.compareOf(row);
	if (comparing === undefined) return undefined;
	if ('differing' in comparing) {
		return html`<span class="muted">${words.incomparable(comparing.differing && fieldNames(comparing.differing, lang))}</span>`;
	}
	const text = served?.base === undefined ? words.compareFrom : words.compareWith(served.base.row.id);
	return html`<a class="muted" href="${comparing.href}">${text}</a>`;
}
