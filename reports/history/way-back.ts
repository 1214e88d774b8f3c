import { historyLocale } from '../locale/history-locale.ts';
import type { Lang } from '../locale/locale.ts';
import { html } from '../page/markup.ts';

/** A report as it is served from a list of runs: with the way back on top. The file itself stays as it is. */
export function withWayBack(page: string, back: string, lang: Lang): string {
	const words = historyLocale[lang];
	const link = html`<nav class="top" aria-label="${words.title}"><a href="${back}">${words.back}</a></nav>`.source;
	const at = page.search(/<header\b/u);
	return at === -1 ? page : `${page.slice(0, at)}${link}\n${page.slice(at)}`;
}
