import { createHash } from 'node:crypto';
import { clipped, html } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { pageScript } from '../html/page-script.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import type { Problem } from '../messages/en/comparison.ts';
import { HISTORY_STYLE } from './style.ts';

/**
 * Whether a page is a report of this gemmark: it has our script, so works under {@link reportPolicy}, and no link leads
 * elsewhere, which a policy cannot forbid. Text that looks like such a link makes a page foreign too.
 */
export function isOwnReport(page: string): boolean {
	const script = `<script>${pageScript()}</script>`;
	return page.includes(script) && !LEADS_AWAY.test(page.replace(script, '').replaceAll(OWN_META, ''));
}

/** The meta elements of our pages; others could redirect or set a referrer. */
const OWN_META =
	/<meta (?:charset="utf-8"|http-equiv="Content-Security-Policy" content="[^"]*"|name="(?:viewport|color-scheme|generator)" content="[^"]*"|name="referrer" content="no-referrer")>/gu;

/** A link out of the page, or an attribute that can become one; in a report's text, quotes are escaped. */
const LEADS_AWAY = /<meta\b|\bhref\s*=(?!"#|&quot;|&#39;|\\")|\b(?:attributeName|srcdoc)\s*=/iu;

/**
 * For a served report from anywhere: only our script runs, nothing is loaded or sent, and the page has no origin, so it
 * cannot read other pages of the server.
 */
export function reportPolicy(): string {
	const own = createHash('sha256').update(pageScript()).digest('base64');
	return `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${own}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** A report with a link to the list of runs on top; a comparison has one to the reverse comparison, too. */
export function withWayBack(page: string, back: string, lang: Lang, reverse?: string): string {
	const words = localeOf(lang).history;
	const link =
		html`<nav class="top" aria-label="${words.title}"><a href="${back}">${words.back}</a>${reverse !== undefined && html` <a href="${reverse}">${words.reverse}</a>`}</nav>`
			.source;
	const at = page.search(/<header\b/u);
	return at === -1 ? page : `${page.slice(0, at)}${link}\n${page.slice(at)}`;
}

const MESSAGE_CHARS = 1000;

interface ProblemPage {
	readonly lang: Lang;
	readonly gemmark: string;
	readonly folder: string;
	readonly problem: Problem;
	/** The list of runs. */
	readonly back: string;
}

/** Shown in place of a page: problem, remedy, link back. */
export function problemPage({ lang, gemmark, folder, problem, back }: ProblemPage): string {
	const words = localeOf(lang).problem;
	const { title: subject } = localeOf(lang).history;
	const [title, todo] = words.say(problem);
	const markup = html`<section id="problem" class="hero" aria-labelledby="problem-title">
<h1 id="problem-title">${title}</h1>
<p class="lead">${todo}${'message' in problem && html` ${clipped(localeOf(lang).say(problem.message), MESSAGE_CHARS, localeOf(lang).detail.long)}`}</p>
${problem.kind === 'incomparable' && html`<p><a href="${problem.anyway}">${words.anyway}</a></p>`}
<p><a href="${back}">${words.back}</a></p>
</section>`;
	const sections = [{ id: 'problem', name: title, markup }];
	return page(
		{ title, subject, details: folder, gemmark, sections, style: HISTORY_STYLE, footer: `gemmark ${gemmark}` },
		localeOf(lang),
	);
}
