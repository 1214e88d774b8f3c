import type { RunOrder } from '../../src/history/reading.ts';
import type { RunRow } from '../../src/history/run-row.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { startedText } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { clipped, html, type Markup } from '../html/markup.ts';
import { type PageSection, page } from '../html/page.ts';
import { listScript } from '../html/page-script.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import { formatCount } from '../messages/numbers.ts';
import { type Column, columnsOf } from './list-cells.ts';
import { HISTORY_STYLE, LIST_STYLE } from './style.ts';

/** A link to one metric over time. */
export interface TrendLink {
	readonly name: string;
	/** The full name of the metric. */
	readonly code: string;
	readonly href: string;
}

interface ListPage {
	readonly lang: Lang;
	readonly gemmark: string;
	readonly folder: string;
	readonly rows: readonly RunRow[];
	/** All runs, shown or not. */
	readonly runs: number;
	/** Runs that are not read yet. */
	readonly unread: number;
	readonly reportOf: (row: RunRow) => string | undefined;
	readonly underWay: (row: RunRow) => boolean;
	/** Absent for a page in a file. */
	readonly served?: ServedList;
}

interface ServedList {
	readonly facets: readonly Facet[];
	readonly trends: readonly TrendLink[];
	/** The text of the search. */
	readonly find: string;
	readonly order: RunOrder;
	/** The link to the list in the order of a column or metric; a second time, in the reverse order. */
	readonly orderHref: (by: string) => string;
	/** The link to more runs. */
	readonly more?: { readonly count: number; readonly href: string };
	/** The link to all runs. */
	readonly all: string;
}

/** A field to filter runs by, with the number of runs of each value. */
interface Facet {
	readonly name: keyof Locale['history']['facets'];
	readonly values: readonly { readonly value: string; readonly count: number }[];
	readonly chosen?: string;
}

/** A row per run: verdict, rates with intervals, time, duration and gate; its name links to its report. */
export function listPage(list: ListPage): string {
	const { lang, rows, runs, unread, folder, gemmark, served } = list;
	const locale = localeOf(lang);
	const words = locale.history;
	const lead = runs === 0 ? words.none : words.lead(formatCount(rows.length), formatCount(runs));
	// Updated only while runs are unread or running.
	const watched = served !== undefined && (unread > 0 || rows.some(list.underWay));
	const markup = html`<section id="runs" class="hero" aria-labelledby="runs-title"${watched && html` data-watched`}>
<div class="bar"><h1 id="runs-title">${words.title}</h1><p class="lead" data-live="lead">${lead} ${unread > 0 && words.reading({ left: formatCount(unread) })}</p>${served && rows.length > 0 && html`<form id="compare" action="compare" method="get"><button class="go">${words.compare}</button></form>`}${served && runs > 0 && filters(served, locale)}</div>
${rows.length > 0 && runTable(list, locale)}
${rows.length === 0 && runs > 0 && html`<p>${words.noMatch} <a href="${served?.all}">${words.back}</a></p>`}
${served?.more !== undefined && html`<p><a href="${served.more.href}">${words.more({ count: formatCount(served.more.count) })}</a></p>`}
${rows.some(({ miniature }) => miniature) && html`<p class="muted">▪ ${localized(MINIATURE_NOTICE, lang)}</p>`}
</section>`;
	const trends: readonly PageSection[] =
		served === undefined || served.trends.length === 0
			? []
			: [{ id: 'trends', name: words.trends, markup: trendLinks(served.trends, words) }];
	return page(
		{
			title: words.title,
			subject: words.title,
			details: folder,
			gemmark,
			sections: [{ id: 'runs', name: words.title, markup }, ...trends],
			style: HISTORY_STYLE + LIST_STYLE,
			footer: words.footer(gemmark),
			script: served && listScript(),
			served: served !== undefined,
		},
		locale,
	);
}

function filters({ facets, find, order }: ServedList, { history: words, gate }: Locale): Markup {
	const shown = (name: Facet['name'], value: string): string =>
		name === 'gate' ? gate.results[value as keyof typeof gate.results] : value;
	const sort = `${order.descending ? '-' : ''}${order.by}`;
	return html`<form class="filters" role="search" method="get"><input type="hidden" name="sort" value="${sort}"><input type="search" name="find" value="${find}" placeholder="${words.find}" aria-label="${words.find}">${facets.map(
		({ name, values, chosen }) =>
			html`<select name="${name}" aria-label="${words.facets[name]}"><option value="">${words.facets[name]}</option>${values.map(
				({ value, count }) =>
					html`<option value="${value}"${value === chosen && html` selected`}>${shown(name, value)} (${formatCount(count)})</option>`,
			)}</select>`,
	)}<button>${words.findButton}</button></form>`;
}

function trendLinks(trends: readonly TrendLink[], words: Locale['history']): Markup {
	return html`<section id="trends" aria-labelledby="trends-title"><h2 id="trends-title">${words.trends}</h2><ul class="chips" data-live="trends">${trends.map(
		({ name, code, href }) => html`<li><a href="${href}" title="${code}" class="chip">${name}</a></li>`,
	)}</ul></section>`;
}

function runTable(list: ListPage, locale: Locale): Markup {
	const { served, rows, reportOf } = list;
	const { columns: names, pick, states } = locale.history;
	const severalApps = new Set(rows.map(({ app }) => app)).size > 1;
	const columns = columnsOf(rows, list.underWay, locale);
	const heading = ({ by, name, code, className }: Omit<Column, 'cell'>): Markup => {
		const { by: sorted, descending } = served?.order ?? { by: 'started', descending: true };
		const order = sorted === by && (descending ? 'descending' : 'ascending');
		const text = html`${name}${order && (descending ? ' ↓' : ' ↑')}`;
		return html`<th scope="col" class="${className}"${order && html` aria-sort="${order}"`} title="${code ?? name}">${served === undefined ? text : html`<a href="${served.orderHref(by)}">${text}</a>`}</th>`;
	};
	const first = [
		{ by: 'started', name: names.started, className: 'started' },
		{ by: 'run', name: names.run, className: 'run' },
	];
	return html`<table class="runlist"><thead><tr>${served && html`<td class="pick"></td>`}${[...first, ...columns].map(heading)}</tr></thead><tbody>${rows.map(
		(row) => {
			const { id, state, problem, app } = row;
			const report = reportOf(row);
			const name = id.replaceAll(TIMESTAMP, '');
			const why = problem && clipped(locale.say(problem), PROBLEM_CHARS, locale.detail.long);
			return html`<tr data-row="${id}">${served && html`<td class="pick">${state !== 'broken' && html`<input type="checkbox" form="compare" name="run" value="${id}" aria-label="${pick(id)}">`}</td>`}<td class="started" title="${startedText(row)}">${startedText(row)?.slice(0, MINUTES)}</td><th scope="row" class="run" title="${id}">${report === undefined ? name : html`<a href="${report}">${name}</a>`}${severalApps && app !== undefined && html` <span class="muted">${app}</span>`}</th>${
				state === 'broken'
					? html`<td class="broken" colspan="${columns.length}" title="${why}">${[states.broken, why].filter(Boolean).join(' · ')}</td>`
					: columns.map(({ name: column, className, cell }) => {
							const { content, title } = cell(row);
							return html`<td class="${className}" data-column="${column}" data-live="${`${className} ${id}`}"${title !== undefined && html` title="${title}"`}>${content}</td>`;
						})
			}</tr>`;
		},
	)}</tbody></table>`;
}

/** Of a date without its zone. */
const MINUTES = '2026-11-22 10:30'.length;
const PROBLEM_CHARS = 400;
/** Of a folder that gemmark named: the list has a column for it. */
const TIMESTAMP = /(?<=^|\/)\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/gu;
