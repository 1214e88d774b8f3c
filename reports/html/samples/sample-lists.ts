import type { Log } from '../../../src/index.ts';
import { formatCount } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { plainSteps } from '../../page/conversation/plain-steps.ts';
import type { EmbeddedRow } from '../../page/embedded-page.ts';
import { html, type Markup } from '../../page/markup.ts';

/** One row of a list: an evaluated sample that opens to its conversation. */
export interface SampleItem {
	readonly sampleIndex: number;
	/** Id that links of the page lead to. */
	readonly anchor?: string | undefined;
	/** What stands in the row while it is closed. */
	readonly summary: () => Markup;
	/** The same in plain words, for rows that the script draws on demand. */
	readonly plain: EmbeddedRow;
}

/** Rows of a whole page that are there without scripts; more would make a large log slow to open. */
const STATIC_ROWS = 300;
/** Characters of one step in the page itself; the embedded data has all. */
const STEP_CHARS = 2000;

/** Lists of samples within one page: the first rows stand in it, the rest are drawn by the script from the data. */
export class SampleLists {
	/** Rows that the script will draw, by sample index. */
	readonly overflow: Map<number, EmbeddedRow> = new Map<number, EmbeddedRow>();
	readonly #log: Log;
	readonly #locale: Locale;
	#left = STATIC_ROWS;
	#lists = 0;

	constructor(log: Log, locale: Locale) {
		this.#log = log;
		this.#locale = locale;
	}

	/** An ordered list of at most `most` static rows and a button for the rest. */
	list(items: readonly SampleItem[], most: number = Number.POSITIVE_INFINITY): Markup {
		const shown = Math.min(items.length, Math.max(0, Math.min(this.#left, most)));
		this.#left -= shown;
		this.#lists += 1;
		const id = `list-${this.#lists}`;
		const rest = items.slice(shown);
		for (const item of rest) this.overflow.set(item.sampleIndex, item.plain);
		return html`<ol class="rows" id="${id}">${items.slice(0, shown).map((item) => html`<li${item.anchor !== undefined && html` id="${item.anchor}"`}>${this.row(item)}</li>`)}</ol>${
			rest.length > 0 &&
			html`<p class="more"><button type="button" hidden data-list="${id}" data-samples="${rest.map((item) => item.sampleIndex).join(' ')}">${this.#locale.detail.more(formatCount(rest.length))}</button> <span class="muted">${this.#locale.detail.moreHint}</span></p>`
		}`;
	}

	/** One row. Without scripts it opens to the plain conversation, with them to times and raw text too. */
	row(item: SampleItem): Markup {
		const sample = this.#log.samples[item.sampleIndex];
		return html`<details class="row"><summary>${item.summary()}</summary><div class="body" data-sample="${item.sampleIndex}">${
			sample && plainSteps(sample, STEP_CHARS, this.#locale)
		}</div></details>`;
	}
}
