import type { EvaluatedSuite } from '../../src/eval/run.ts';
import { mainScore } from '../../src/eval/run.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import { scoreNamed } from '../../src/eval/sample.ts';
import type { Score } from '../../src/eval/score.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import type { SuiteSummary } from '../../src/summary/suites.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatCount } from '../messages/numbers.ts';
import { plainSteps } from './conversation.ts';
import type { EmbeddedIndex, EmbeddedRow } from './embedded-page.ts';
import { clipped, html, type Insert, type Markup } from './markup.ts';
import { causeName, reasonName } from './words.ts';

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

/** The score that says whether a sample passed; absent where its suite declares none. */
export function mainScoreOf(sample: SampleResult, suite: Pick<EvaluatedSuite, 'scores'>): Score | undefined {
	const main = mainScore(suite);
	return main === undefined ? undefined : (scoreNamed(sample, main) ?? { unscored: 'score-missing' });
}

/** Whether the score passed; absent where it is unscored, or a number. */
export function passed(score: Score | undefined): boolean | undefined {
	return typeof score?.value === 'boolean' ? score.value : undefined;
}

/** Why a score did not pass, or is not there, in a word; absent where there is nothing to say. */
export function scoreWord(
	score: Score | undefined,
	locale: Locale,
	reasonWord: (reason: string) => string = (reason) => reasonName(reason, locale),
): string | undefined {
	if (score?.unscored !== undefined) return causeName(score.unscored, locale);
	if (score?.value !== false) return undefined;
	return score.reason === undefined ? locale.scores.missed : reasonWord(score.reason);
}

/** That word as a badge; one of an unscored sample looks different from a miss. */
export function scoreBadge(
	score: Score | undefined,
	locale: Locale,
	reasonWord?: (reason: string) => string,
): Markup | undefined {
	const word = scoreWord(score, locale, reasonWord);
	return word === undefined
		? undefined
		: html`<span class="${score?.unscored === undefined ? 'badge' : 'badge unscored'}">${word}</span>`;
}

const OPTION_CHARS = 60;

/** Every sample in one list that can be searched, failures first. Its rows are the script's; without it, the suites have them. */
export function finderSection(index: EmbeddedIndex, locale: Locale): Markup {
	const words = locale.finder;
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

/** What a view shows, and where in the page. */
export interface ViewContext {
	readonly log: Log;
	readonly summary: SuiteSummary;
	/** People's labels by sample key. */
	readonly labels: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly lists: SampleLists;
	readonly locale: Locale;
}

/** The rich view of suites that declare it. */
export interface SuiteView {
	/** Heading of a suite that declares no title. */
	title(context: ViewContext): string;
	/** What it calls the reasons of its main score, where it does not use the common words. */
	reason?(locale: Locale): (reason: string) => string;
	/** What stands beneath the heading. */
	content(context: ViewContext): Markup;
	/** A section of its own behind the suite's, where there is something to show. */
	behind?(context: ViewContext): { readonly id: string; readonly name: string; readonly markup: Markup } | undefined;
}
