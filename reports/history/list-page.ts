import type { RowDecision, RowMetric, RunRow } from '../../src/history/run-row.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { startedText } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { clipped, html, type Insert, type Markup } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { liveScript } from '../html/page-script.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import { formatCount, formatMeasure, formatShare, formatShareRange, unbroken } from '../messages/numbers.ts';
import { hitsText } from '../verdict.ts';
import { fieldNames, metricWords } from './words.ts';

/** A link that filters runs. */
export interface Choice {
	readonly name: string;
	readonly href: string;
	readonly chosen: boolean;
	/** The full name, if `name` is short. */
	readonly code?: string | undefined;
}

/** The link that compares a run, or the fields that prevent it; undefined without a common suite. */
export type Comparing = { readonly href: string } | { readonly differing: readonly string[] | undefined };

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
	readonly served?: ServedList | undefined;
}

interface ServedList {
	readonly compareOf: (row: RunRow) => Comparing | undefined;
	/** The first run of a comparison, and the link that cancels it. */
	readonly base?: { readonly row: RunRow; readonly cancel: string } | undefined;
	readonly facets: readonly {
		readonly facet: keyof Locale['history']['facets'];
		readonly choices: readonly Choice[];
	}[];
	readonly trends: readonly Choice[];
	/** The search, and the parameters that it keeps. */
	readonly find: { readonly text: string; readonly kept: readonly (readonly [name: string, value: string])[] };
	/** The link to more runs. */
	readonly more?: { readonly count: number; readonly href: string } | undefined;
	/** The link to all runs. */
	readonly all: string;
}

/** A row per run: decisions, main scores, link to its report. */
export function listPage(list: ListPage): string {
	const { lang, rows, runs, unread, folder, gemmark, served } = list;
	const words = localeOf(lang).history;
	const lead = runs === 0 ? words.none : words.lead(formatCount(rows.length), formatCount(runs));
	const notices = [
		...(unread > 0 ? [words.reading(formatCount(unread))] : []),
		...(rows.some(({ miniature }) => miniature) ? [localized(MINIATURE_NOTICE, lang)] : []),
	];
	// Updated only while runs are unread or running.
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

function search({ find }: ServedList, words: Locale['history']): Markup {
	return html`<form class="find" role="search" method="get">${find.kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label>${words.find}<input type="search" name="find" value="${find.text}"></label><button>${words.findButton}</button></form>`;
}

function choices({ facets, trends, base }: ServedList, words: Locale['history']): Markup {
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
	const { columns } = localeOf(list.lang).history;
	return html`<div class="scroll" tabindex="0"><table class="runs"><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${list.rows.map((row) => runRow(row, list))}</tbody></table></div>`;
}

function runRow(row: RunRow, { lang, reportOf, underWay, served }: ListPage): Markup {
	const words = localeOf(lang).history;
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

function comparison(
	row: RunRow,
	served: ServedList | undefined,
	words: Locale['history'],
	lang: Lang,
): Markup | undefined {
	const comparing = served?.compareOf(row);
	if (comparing === undefined) return undefined;
	if ('differing' in comparing) {
		return html`<span class="muted">${words.incomparable(comparing.differing && fieldNames(comparing.differing, lang))}</span>`;
	}
	const text = served?.base === undefined ? words.compareFrom : words.compareWith(served.base.row.id);
	return html`<a class="muted" href="${comparing.href}">${text}</a>`;
}

/** Style of the history, added to that of all pages. */
export const HISTORY_STYLE: string = `
.find { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: end; margin: 0 0 1rem; }
.find label { flex: 1 1 12rem; max-width: 26rem; display: grid; gap: .2rem; font-size: .8125rem; color: var(--soft); }
.find input[type=search] { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; padding: .35rem .5rem; min-height: 2.25rem; width: 100%; min-width: 0; }
.runs th a { display: block; }
.runs th a.folder, .runs th .folder { font-family: var(--mono); font-size: .86em; }
.runs .state { display: block; color: var(--soft); font-size: .875rem; }
.runs .now { color: var(--accent); font-weight: 650; }
.runmetric code { color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; }
h1 + .lead { margin-top: .5rem; }
h1 + .code { margin: .15rem 0 .75rem; color: var(--soft); }
svg .seriesmark { fill: var(--accent); stroke: var(--accent); stroke-width: 1.5; }
svg .seriesmark.hollow { fill: var(--paper); }
svg .joined { stroke: var(--accent); stroke-width: 1.5; }
svg .seriesmark.s1, svg .joined.s1, svg .seriesmark.s3, svg .joined.s3 { stroke: var(--ink); }
svg .seriesmark.s2, svg .joined.s2, svg .seriesmark.s4, svg .joined.s4, svg .seriesmark.s5, svg .joined.s5 { stroke: var(--soft); }
svg .seriesmark.s1:not(.hollow), svg .seriesmark.s3:not(.hollow) { fill: var(--ink); }
svg .seriesmark.s2:not(.hollow), svg .seriesmark.s4:not(.hollow), svg .seriesmark.s5:not(.hollow) { fill: var(--soft); }
svg .joined.s1, svg .joined.s4 { stroke-dasharray: 6 3; }
svg .joined.s2, svg .joined.s5 { stroke-dasharray: 2 3; }
svg .seriesletter { fill: var(--ink); font-weight: 650; stroke: var(--paper); stroke-width: 3; paint-order: stroke; }
.serieslist { list-style: none; margin: .6rem 0 1rem; padding: 0; font-size: .875rem; display: grid; gap: .35rem; }
.serieslist li { display: grid; grid-template-columns: 1.1rem 1.1rem minmax(0, 1fr); gap: .35rem; align-items: baseline; }
.serieslist.more li { display: block; }
.serieslist svg { align-self: start; margin-top: .25rem; }
@media (max-width: 40rem) {
	.choices nav { grid-template-columns: 1fr; }
	.runs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.runs, .runs tbody, .runs tr, .runs th, .runs td { display: block; width: 100%; }
	.runs th, .runs td { padding: .3rem 0; border: 0; min-width: 0; }
	.runs td:empty { display: none; }
	.runs td[data-column]::before { content: attr(data-column); display: block; color: var(--soft); font-size: .75rem; }
	.runs tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
}
`;

const PROBLEM_CHARS = 400;

/** Start of a run, and its progress unless complete. */
function stateText(
	{ state, done, planned, problem, startedAt, timeZone }: RunRow,
	underWay: boolean,
	lang: Lang,
): Insert {
	const { states, progress } = localeOf(lang).history;
	// A complete run may lack shards, or prompts of a capture.
	const isPart = state === 'complete' ? done < planned : !['broken', 'unread'].includes(state);
	const parts = [
		startedText({ startedAt, timeZone }),
		underWay ? html`<span class="now">${states.underWay}</span>` : state === 'complete' ? undefined : states[state],
		...(state === 'broken' && problem !== undefined
			? [html`${clipped(localeOf(lang).say(problem), PROBLEM_CHARS, localeOf(lang).detail.long)}`]
			: []),
		isPart && progress(formatCount(done), formatCount(planned)),
	].filter((part) => part !== undefined && part !== false);
	return parts.map((part, index) => html`${index > 0 && ' · '}${part}`);
}

/** Path and counts of a decision. */
function decisionText(decision: RowDecision, lang: Lang): Markup {
	const words = localeOf(lang).history;
	const { certain } = localeOf(lang).comparison;
	const { suite, status, path, n, threshold, unscored, low, high, certainty = 'settled', people } = decision;
	const said = path ?? (status === 'subset' ? words.subset : words.noPath);
	const interval = low === undefined || high === undefined ? undefined : intervalText(low, high, lang);
	const details = [
		words.hits(hitsText(decision, localeOf(lang)), String(n), String(threshold)),
		interval,
		status === 'truncated' && certain,
		localeOf(lang).certainty[certainty],
		unscored > 0 ? words.unscored(String(unscored)) : undefined,
		people && words.people(people, people.rule.path ?? words.noPath),
	];
	return html`<span class="rundecision"><b class="${path === undefined ? 'open' : 'path'}">${said}</b> <span class="muted">${suite} · ${details.filter((part) => part !== undefined && part !== false).join(' · ')}</span></span>`;
}

/** A score by its title, with its interval; marked if the run has only a part of the suite. */
function metricText(metric: RowMetric, isPart: boolean, lang: Lang): Markup {
	const { low, high, unscored, name, n } = metric;
	const words = localeOf(lang).history;
	return html`<span class="runmetric" title="${name}">${metricWords(metric, lang)} <b>${metricValue(metric)}</b>${
		low !== undefined && high !== undefined && html` <span class="muted">${intervalText(low, high, lang)}</span>`
	}${isPart && html` <span class="muted">${words.part(String(n))}</span>`}${unscored > 0 && html` <span class="muted">${words.unscored(String(unscored))}</span>`}</span>`;
}

export function metricValue({ kind, value, unit }: RowMetric): string {
	return kind === 'rate' ? formatShare(value) : formatMeasure(value, unit);
}

/** `35.7–80.2%` without line break, in Korean `35.7~80.2%`. */
export function intervalText(low: number, high: number, lang: Lang): string {
	return unbroken(formatShareRange({ low, high }, lang));
}
