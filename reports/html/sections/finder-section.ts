import type { Locale } from '../../locale/locale.ts';
import { finderLocale } from '../../locale/sections/finder-locale.ts';
import type { EmbeddedIndex } from '../../page/embedded-page.ts';
import { html, type Insert, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';

const OPTION_CHARS = 60;

/** Every sample in one list that can be searched, failures first. Its rows are the script's; without it, the suites have them. */
export function finderSection(index: EmbeddedIndex, locale: Locale): Markup {
	const words = finderLocale[locale.lang];
	const cut = (text: string): string => clipped(text, OPTION_CHARS, () => '…');
	const named = (all: readonly string[]): readonly Option[] => [
		['', words.any],
		...all.map((word) => [word, cut(word)] as const),
	];
	return html`<section id="samples" class="finder" aria-labelledby="samples-title">
<h2 id="samples-title">${words.title}</h2>
<noscript><p class="muted">${words.noScript}</p></noscript>
<div id="finder" hidden><p class="muted">${words.lead}</p>
<div class="controls" role="search"><label>${words.search}<input id="find-text" type="search" autocomplete="off"></label>
${index.suites.length > 1 && choice('suite', words.suite, named(index.suites))}${choice('outcome', words.outcome, Object.entries(words.outcomes))}
${index.reasons.length > 0 && choice('reason', words.reason, named(index.reasons))}${index.fates.length > 0 && choice('fate', words.fate, named(index.fates))}
${choice('order', words.order, Object.entries(words.orders))}</div>
<p class="count"><span id="find-count" role="status"></span> <button type="button" id="find-reset" hidden>${words.reset}</button> <span><kbd>j</kbd> <kbd>k</kbd> <kbd>/</kbd> ${words.keys}</span></p>
<ol class="rows" id="found"></ol><p class="more"><button type="button" id="find-more" hidden></button></p></div></section>`;
}

type Option = readonly [value: string, name: string];

function choice(name: string, label: Insert, options: readonly Option[]): Markup {
	return html`<label>${label}<select id="find-${name}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;
}
