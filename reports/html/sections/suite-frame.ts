import { type EvaluatedSuite, localized } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { suiteAnchor } from '../anchor.ts';
import { html, type Markup } from '../markup.ts';
import { clipped } from '../samples/said.ts';

const TITLE_CHARS = 120;

/** A suite's declared title, else its name. */
export function suiteTitle({ title, name }: Pick<EvaluatedSuite, 'title' | 'name'>, locale: Locale): string {
	return clipped(title === undefined ? name : localized(title, locale.lang), TITLE_CHARS, locale.detail.long);
}

/** A section of a suite; the suite's name stands beside a title that is another word. */
export function suiteSection(suite: string, title: string, locale: Locale, content: Markup): Markup {
	const id = suiteAnchor(suite);
	return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${title !== suite && html` <span class="muted">${clipped(suite, TITLE_CHARS, locale.detail.long)}</span>`}</h2>
${content}
</section>`;
}
