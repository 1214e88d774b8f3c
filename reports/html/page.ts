import { createHash } from 'node:crypto';
import type { Locale } from '../messages/catalogue.ts';
import { outcomeFills } from './charts/outcomes.ts';
import { html, type Insert, Markup } from './markup.ts';
import { pageScript } from './page-script.ts';
import { PAGE_STYLE } from './style/page-style.ts';

interface Page {
	readonly title: string;
	/** Name and details of what was measured. */
	readonly subject: string;
	readonly details: string;
	/** Version of gemmark that wrote the log. */
	readonly gemmark: string;
	readonly sections: readonly PageSection[];
	/** Script elements with the embedded JSON; without them, the page needs no script. */
	readonly data?: Iterable<Markup>;
	/** Added to the style of all pages. */
	readonly style?: string;
	/** Default: the footer of a run's report. */
	readonly footer?: string;
	/** Default: the script of a run's report, if there are data. */
	readonly script?: string;
	/** Whether gemmark serves the page, which may then load from it. */
	readonly served?: boolean;
}

export interface PageSection {
	readonly id: string;
	readonly name: string;
	readonly markup: Markup;
}

/** One file that needs no network: the policy forbids loading, and allows the page's style and script by their hashes. */
export function page(content: Page, locale: Locale): string {
	return Array.from(pageParts(content, locale)).join('');
}

/** The same in parts, of which one at a time is in memory: the data of a long run are tens of megabytes. */
export function* pageParts(
	{ title, subject, details, gemmark, sections, data, style = '', footer, script = data && pageScript(), served }: Page,
	locale: Locale,
): Generator<string, void, void> {
	const scripts = script === undefined ? "'none'" : `'${hashOf(script)}'`;
	const own = served !== true ? "form-action 'none'" : "connect-src 'self'; form-action 'self'";
	const policy = `default-src 'none'; style-src '${hashOf(PAGE_STYLE + style)}'; script-src ${scripts}; base-uri 'none'; ${own}`;
	yield html`<!doctype html>
<html lang="${locale.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="gemmark ${gemmark}">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE + style)}</style>
</head>
<body>
<a class="skip" href="#${sections[0]?.id}">${locale.skip}</a>
<header class="top"><p class="model"><b>${subject}</b> <span class="muted">${details}</span></p>
<nav aria-label="${locale.contents}"><ul>${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
${outcomeFills()}
<main>
${sections.map(({ markup }) => markup)}
</main>
<footer><p>${footer ?? locale.identity.footer({ version: gemmark })}</p>${data !== undefined && html`<noscript><p>${locale.noScript}</p></noscript>`}</footer>
`.source;
	for (const { source } of data ?? []) yield source;
	yield html`
${script !== undefined && html`<script>${new Markup(script)}</script>`}
</body>
</html>
`.source;
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A section folded under its heading; links to it or into it open it. */
export function foldedSection(
	id: string,
	heading: Insert,
	content: Insert,
	{ open = false }: { readonly open?: boolean } = {},
): Markup {
	return html`<section id="${id}" aria-labelledby="${id}-title">${fold(html`<h2 id="${id}-title">${heading}</h2>`, content, open)}</section>`;
}

export function fold(summary: Insert, content: Insert, open = false): Markup {
	return html`<details class="fold"${open && html` open`}><summary>${summary}</summary>
<div class="folded">${content}</div></details>`;
}

/** A table that scrolls on a narrow screen, or, as `stacked`, has its cells under each other there. The first cell of a row is its heading; cells from `numbersFrom` on are numbers. */
export function table(
	heads: readonly Insert[],
	rows: readonly (readonly Insert[])[],
	{ className, numbersFrom = heads.length }: { readonly className?: string; readonly numbersFrom?: number } = {},
): Markup {
	const num = (column: number): Insert => column >= numbersFrom && html` class="num"`;
	const label = (column: number): Insert => className === 'stacked' && html` data-column="${heads[column]}"`;
	return html`<div class="scroll" tabindex="0"><table${className !== undefined && html` class="${className}"`}><thead><tr>${heads.map(
		(head, column) => html`<th scope="col"${num(column)}>${head}</th>`,
	)}</tr></thead><tbody>${rows.map(
		([name, ...cells]) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td${num(index + 1)}${label(index + 1)}>${cell}</td>`)}</tr>`,
	)}</tbody></table></div>`;
}

/** The sign before a row: passed, not passed, or without a score. */
export function mark(good: boolean | undefined): Markup {
	if (good === undefined) return html`<span class="mark open" aria-hidden="true">◌</span>`;
	return good
		? html`<span class="mark good" aria-hidden="true">●</span>`
		: html`<span class="mark" aria-hidden="true">○</span>`;
}

export function notice(kind: string, sign: string, [title, text]: readonly [title: string, text: Insert]): Markup {
	return html`<div class="notice ${kind}"><span class="sign" aria-hidden="true">${sign}</span><p><b>${title}</b> ${text}</p></div>`;
}

/** Id of a suite's section. */
export function suiteAnchor(suite: string): string {
	return `suite-${suite}`;
}

/** Id of a sample's row. Unique, since no suite's name has an underscore. */
export function sampleAnchor(suite: string, sampleId: string): string {
	return `${suite}_${sampleId}`;
}

/** Gives the first row of a sample its id, and its repeats none. */
export function sampleAnchors(suite: string): (sampleId: string) => string | undefined {
	const given = new Set<string>();
	return (sampleId) => {
		if (given.has(sampleId)) return undefined;
		given.add(sampleId);
		return sampleAnchor(suite, sampleId);
	};
}
