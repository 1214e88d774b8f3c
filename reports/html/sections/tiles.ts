import { mainScore } from '../../../src/eval/header.ts';
import type { ReasonCounts } from '../../../src/stats/counts.ts';
import { intervalOf, type Rate } from '../../../src/stats/rate.ts';
import type { GateResult } from '../../../src/summary/gate/gate.ts';
import type { SuiteSummary, VariantSummary } from '../../../src/summary/suites.ts';
import type { RunSummary } from '../../../src/summary/summarize.ts';
import { shownByApp } from '../../frame-words.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatMeasure, formatMs, formatRound } from '../../messages/numbers.ts';
import type { ReportedRun } from '../../reported-run.ts';
import { budgetName, scoreTitle, suiteTitle } from '../../titles.ts';
import { rateText } from '../charts/figures.ts';
import { clipped, html, type Insert, type Markup } from '../markup.ts';
import { suiteAnchor } from '../page.ts';
import { reasonName, unscoredText } from '../words.ts';

const WHY_CHARS = 300;

/** Main scores of suites and times with a budget; what stops a release first. Decisions have a picture of their own. */
export function tiles(
	{ summary: { decisions, suites, speed }, gate }: ReportedRun,
	locale: Locale,
): Markup | undefined {
	const decided = new Set(decisions.map(({ suite }) => suite.name));
	// Calls have a headline of their own.
	const scored = suites.filter(
		({ suite, variants }) => variants.length > 0 && !decided.has(suite.name) && suite.view !== 'tools',
	);
	const made = [
		...scored.flatMap((summary) => scoreTile(summary, gate, locale) ?? []),
		...(speedTile(speed, locale) ?? []),
	].toSorted((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
	return made.length === 0
		? undefined
		: html`<ul class="tiles" aria-label="${locale.tiles.title}">${made.map(({ markup }) => markup)}</ul>`;
}

type Status = 'stops' | 'undecided' | 'none' | 'passes';
const STATUSES: readonly Status[] = ['stops', 'undecided', 'none', 'passes'];

interface Tile {
	readonly status: Status;
	readonly markup: Markup;
}

interface TileText {
	readonly target: string;
	readonly name: Insert;
	readonly value: Insert;
	readonly sentence: Insert;
	readonly status: Status;
}

function tile({ target, name, value, sentence, status }: TileText, { picture }: Locale): Tile {
	const word = status !== 'none' && html`<span class="tilestatus">${picture.status[status]}</span>`;
	const markup = html`<li class="tile ${status}"><p class="tilename"><a href="#${target}">${name}</a>${word}</p>${value}<p class="tilesentence">${sentence}</p></li>`;
	return { status, markup };
}

/** What the gate says of a suite's main score. */
function gateStatus(gate: GateResult | undefined, suite: string, score: string): Status {
	const lines =
		gate?.lines.filter(({ metric }) => metric.startsWith(`${suite}.`) && metric.endsWith(`.${score}`)) ?? [];
	if (lines.some(({ status }) => status === 'fail')) return 'stops';
	if (lines.some(({ status }) => status === 'undecided')) return 'undecided';
	return lines.some(({ status }) => status === 'pass') ? 'passes' : 'none';
}

/** Says too that nothing is unscored. */
function rateWords(rate: Rate, unscored: ReasonCounts, locale: Locale): Markup {
	const none = unscored.length === 0 && html` <span class="muted none">${locale.tiles.noneUnscored}</span>`;
	return html`${rateText(rate, locale, unscored)}${none}${intervalStrip(rate)}`;
}

/** The rate and its interval from 0 to 100 %. */
export function intervalStrip(whole: Rate): Markup | undefined {
	const interval = intervalOf(whole);
	if (interval === undefined || whole.rate === undefined) return undefined;
	const width = (interval.high - interval.low) * 100;
	return html`<svg class="tilestrip" width="100%" height="18" aria-hidden="true"><rect class="base" y="8" width="100%" height="2"/><rect class="range" x="${interval.low * 100}%" width="${width}%" y="4" height="10" rx="2"/><circle cx="${whole.rate * 100}%" cy="9" r="5"/></svg>`;
}

/** The first variant large, the others beneath it; undefined if no sample has the main score. */
function scoreTile({ suite, variants }: SuiteSummary, gate: GateResult | undefined, locale: Locale): Tile | undefined {
	const name = mainScore(suite) ?? Object.keys(suite.scores)[0];
	const scored = variants.flatMap((variant) => {
		const score = variant.scores.find((one) => one.name === name);
		return score === undefined ? [] : [{ variant, score }];
	});
	const [first] = scored;
	if (first === undefined) return undefined;
	const value = scored.map(
		({ variant, score }, index) =>
			html`<p class="${index === 0 ? 'tilevalue' : 'tilevalue other'}">${scored.length > 1 && html`<span class="muted">${locale.variant(variant.variant)}</span> `}${figure(score, locale)}</p>`,
	);
	const title = html`${suiteTitle(suite, locale)} <span class="muted">${scoreTitle(first.score.declaration, locale)}</span>`;
	const status = gateStatus(gate, suite.name, first.score.name);
	return tile(
		{
			target: suiteAnchor(suite.name),
			name: title,
			value,
			sentence: shownByApp({ suite }, first.variant, locale) ?? scoreSentence(first.score, locale),
			status,
		},
		locale,
	);
}

type Score = VariantSummary['scores'][number];

function figure({ rate, values, unscored, declaration: { unit } }: Score, locale: Locale): Markup {
	if (rate !== undefined) return rateWords(rate, unscored, locale);
	const { p50, n = 0 } = values ?? {};
	const silent = unscoredText(unscored, locale);
	return html`<span class="figure">${p50 === undefined ? '–' : formatMeasure(p50, unit)}</span> <span class="muted">p50 · n ${formatCount(n)}${silent !== undefined && html` · ${silent}`}</span>`;
}

function scoreSentence({ rate, values, reasons, declaration: { unit } }: Score, locale: Locale): string {
	const words = locale.tiles;
	if (rate === undefined) {
		const { mean, p50, n = 0 } = values ?? {};
		if (mean === undefined || p50 === undefined) return words.nothingScored;
		return words.mean({ mean: formatMeasure(mean, unit), median: formatMeasure(p50, unit), n: formatCount(n) });
	}
	if (rate.n === 0) return words.nothingScored;
	if (rate.hits === rate.n) return words.all({ n: formatCount(rate.n) });
	const [first, second] = reasons.toSorted((one, other) => other.count - one.count);
	// A tie has no most frequent reason.
	const most = first?.count === second?.count ? undefined : first;
	return words.missed(
		formatCount(rate.n - rate.hits),
		formatCount(rate.n),
		most && { word: reasonName(most.reason, locale), count: formatCount(most.count) },
	);
}

/** Every declared budget in one tile, or why times are not comparable. */
function speedTile({ budgets, notComparable }: RunSummary['speed'], locale: Locale): readonly Tile[] | undefined {
	const [first, ...others] = budgets;
	if (first === undefined) return undefined;
	const words = locale.tiles;
	if (notComparable !== undefined) {
		const sentence = clipped(locale.say(notComparable), WHY_CHARS, locale.detail.long);
		return [tile({ target: 'time', name: words.speed, value: undefined, sentence, status: 'none' }, locale)];
	}
	const value = [first, ...others].map(
		({ budget, within, leftOut }, index) =>
			html`<p class="${index === 0 ? 'tilevalue' : 'tilevalue other'}"><span class="muted">${budgetName(budget, locale)} ≤ ${formatRound(budget.atMost, 'ms')}</span> ${rateText(within, locale)}${leftOut > 0 && html` <span class="muted">· ${words.excluded({ count: formatCount(leftOut) })}</span>`}</p>`,
	);
	const { budget, p90 } = first;
	const sentence =
		p90 === undefined ? words.noneWhole : words.within({ limit: formatRound(budget.atMost, 'ms'), p90: formatMs(p90) });
	return [tile({ target: 'time', name: words.speed, value, sentence, status: 'none' }, locale)];
}
