import type { EvaluatedSuite } from '../../../../src/index.ts';
import type { Locale } from '../../../locale/locale.ts';
import { foldedSection } from '../../../page/fold.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { clipped } from '../../../page/said.ts';
import { suiteTitle as titleOf } from '../../../suite-title.ts';
import { suiteAnchor } from '../../anchor.ts';

const TITLE_CHARS = 120;

/** What a suite is called among others. */
export function suiteTitle(suite: Pick<EvaluatedSuite, 'title' | 'name' | 'view'>, locale: Locale): string {
	return clipped(titleOf(suite, locale.lang), TITLE_CHARS, locale.detail.long);
}

/** A section of a suite; the suite's name stands beside a title that is another word and does not tell it. */
export function suiteSection(suite: string, title: string, locale: Locale, content: Markup): Markup {
	const id = suiteAnchor(suite);
	const untold = title !== suite && !title.endsWith(`(${suite})`);
	const heading = html`${title}${untold && html` <span class="muted">${clipped(suite, TITLE_CHARS, locale.detail.long)}</span>`}`;
	return foldedSection(id, heading, content);
}
