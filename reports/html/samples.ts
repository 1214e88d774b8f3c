import { type EvaluatedSuite, mainScore } from '../../src/eval/header.ts';
import { type SampleResult, scoreNamed } from '../../src/eval/sample.ts';
import type { Score } from '../../src/eval/score.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Log, LogSample } from '../../src/log/record.ts';
import { checksOf, isRight } from '../../src/summary/state/right.ts';
import type { SuiteSummary } from '../../src/summary/suites.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatCount } from '../messages/numbers.ts';
import { plainSteps } from './conversation.ts';
import type { EmbeddedIndex, EmbeddedRow } from './embedded-page.ts';
import { explained, nodesMarkup } from './failure.ts';
import { clipped, html, type Insert, type Markup } from './markup.ts';
import { causeName, reasonName } from './words.ts';

/** A row of a list; opens to its conversation. */
export interface SampleItem {
	readonly sampleIndex: number;
	/** Target of links. */
	readonly anchor?: string;
	/** The closed row. */
	readonly summary: () => Markup;
	/** The same as text, for rows that the script draws. */
	readonly plain: EmbeddedRow;
}

/** Rows of a page that need no script; more would make a large log slow to open. */
const STATIC_ROWS = 300;
/** Characters of a step in the page; the embedded data has all. */
const STEP_CHARS = 2000;

/** Lists of samples in a page: the first rows are markup, the script draws the rest from the data. */
export class SampleLists {
	/** Rows for the script, by sample index. */
	readonly overflow: Map<number, EmbeddedRow> = new Map<number, EmbeddedRow>();
	readonly #log: Log;
	readonly #locale: Locale;
	readonly #suites: ReadonlyMap<string, EvaluatedSuite>;
	#left = STATIC_ROWS;
	#lists = 0;

	constructor(log: Log, locale: Locale) {
		this.#log = log;
		this.#locale = locale;
		this.#suites = new Map(log.header.suites.map((suite) => [suite.name, suite]));
	}

	/** At most `most` static rows and a button for the rest. */
	list(items: readonly SampleItem[], most: number = Number.POSITIVE_INFINITY): Markup {
		const shown = Math.min(items.length, Math.max(0, Math.min(this.#left, most)));
		this.#left -= shown;
		this.#lists += 1;
		const id = `list-${this.#lists}`;
		const rest = items.slice(shown);
		for (const item of rest) this.overflow.set(item.sampleIndex, item.plain);
		return html`<ol class="rows" id="${id}">${items.slice(0, shown).map((item) => html`<li${item.anchor !== undefined && html` id="${item.anchor}"`}>${this.row(item)}</li>`)}</ol>${
			rest.length > 0 &&
			html`<p class="more"><button type="button" hidden data-list="${id}" data-samples="${rest.map((item) => item.sampleIndex).join(' ')}">${this.#locale.detail.more({ count: formatCount(rest.length) })}</button> <span class="muted">${this.#locale.detail.moreHint}</span></p>`
		}`;
	}

	/** Opens to the plain conversation; with scripts, also to times and raw text. */
	row(item: SampleItem): Markup {
		const sample = this.#log.samples[item.sampleIndex];
		return html`<details class="row"><summary>${item.summary()}</summary><div class="body" data-sample="${item.sampleIndex}">${
			sample && [
				...nodesMarkup(explained(sample, this.#suites.get(sample.suite), this.#locale)),
				plainSteps(sample, STEP_CHARS, this.#locale),
			]
		}</div></details>`;
	}
}

/** A sample of a suite. */
export interface SuiteRow {
	readonly sample: LogSample;
	/** Place in the log. */
	readonly sampleIndex: number;
	/** The suite's main score. */
	readonly score: Score | undefined;
	/** Whether all of its checks pass; absent where none fails and one is unscored, or it has none. */
	readonly right?: boolean;
}

export function suiteRows({ samples }: Log, suite: EvaluatedSuite): readonly SuiteRow[] {
	return samples.flatMap((sample, sampleIndex) =>
		sample.suite === suite.name
			? [{ sample, sampleIndex, score: mainScoreOf(sample, suite), right: isRight(checksOf(suite, sample)) }]
			: [],
	);
}

/** The user's words of a sample. */
export function inputOf({ sample: { input } }: LogSample, otherwise = ''): string {
	return typeof input === 'string' ? input : otherwise;
}

/** The main score of a sample; undefined if its suite declares none. */
export function mainScoreOf(sample: SampleResult, suite: EvaluatedSuite): Score | undefined {
	const main = mainScore(suite);
	return main === undefined ? undefined : (scoreNamed(sample, main) ?? { unscored: 'score-missing' });
}

/** Undefined for an unscored score or a number. */
export function passed(score: Score | undefined): boolean | undefined {
	return typeof score?.value === 'boolean' ? score.value : undefined;
}

/** Why a score is a miss or unscored; undefined for other scores. */
export function scoreWord(
	score: Score | undefined,
	locale: Locale,
	reasonWord: (reason: string) => string = (reason) => reasonName(reason, locale),
): string | undefined {
	if (score?.unscored !== undefined) return causeName(score.unscored, locale);
	if (score?.value !== false) return undefined;
	return score.reason === undefined ? locale.scores.missed : reasonWord(score.reason);
}

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

/** Every sample in one list for searching, failures first; the script draws its rows. */
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

export interface ViewContext {
	readonly log: Log;
	readonly summary: SuiteSummary;
	/** People's labels by sample key. */
	readonly labels: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly lists: SampleLists;
	readonly locale: Locale;
}

/** A rich view that suites can declare. */
export interface SuiteView {
	/** Heading of a suite without a title. */
	title(context: ViewContext): string;
	/** Its words for reasons of the main score; default: the common ones. */
	reason?(locale: Locale): (reason: string) => string;
	content(context: ViewContext): Markup;
}
