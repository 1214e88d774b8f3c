import type { Verdict } from '../../../src/eval/decision.ts';
import { mainScore } from '../../../src/eval/run.ts';
import type { ReasonCounts } from '../../../src/stats/counts.ts';
import { type Rate, rateOf } from '../../../src/stats/rate.ts';
import type { DecisionSummary } from '../../../src/summary/decisions/decisions.ts';
import { unscoredCounts } from '../../../src/summary/decisions/said.ts';
import type { SuiteSummary, VariantSummary } from '../../../src/summary/suites.ts';
import type { RunSummary } from '../../../src/summary/summarize.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatMeasure, formatMs, formatRound } from '../../messages/numbers.ts';
import { budgetName, decidingTitle, scoreTitle, suiteTitle } from '../../titles.ts';
import { rateText } from '../charts/figures.ts';
import { clipped, html, type Insert, type Markup } from '../markup.ts';
import { suiteAnchor } from '../page.ts';
import { reasonName, unscoredText } from '../words.ts';

const NAME_CHARS = 24;
const WHY_CHARS = 300;

/** Decisions, main scores of the other suites, times with a budget. */
export function tiles({ decisions, suites, speed }: RunSummary, locale: Locale): Markup | undefined {
	const decided = new Set(decisions.map(({ suite }) => suite.name));
	const scored = suites.filter(({ suite, variants }) => variants.length > 0 && !decided.has(suite.name));
	const made = [
		...decisions
			.filter(({ standing }) => standing.prompts.length > 0)
			.map((decision) => decisionTile(decision, locale)),
		...scored.flatMap((summary) => scoreTile(summary, locale) ?? []),
		...(speedTile(speed, locale) ?? []),
	];
	return made.length === 0 ? undefined : html`<ul class="tiles" aria-label="${locale.tiles.title}">${made}</ul>`;
}

function tile(target: string, name: Insert, value: Insert, sentence: Insert): Markup {
	return html`<li class="tile"><p class="tilename"><a href="#${target}">${name}</a></p>${value}<p class="tilesentence">${sentence}</p></li>`;
}

function decisionTile(summary: DecisionSummary, locale: Locale): Markup {
	const { suite, decision, standing } = summary;
	const { verdict } = standing;
	const { hits, misses, n, status } = verdict;
	const silent = unscoredText(unscoredCounts(verdict), locale);
	const counts = status === 'subset' || status === 'undecided' ? locale.of(`${hits}`, `${hits + misses}`) : undefined;
	const value =
		status === 'complete'
			? html`<p class="tilevalue">${rateWords(rateOf(hits, n), [], locale)}</p>`
			: html`<p class="tilevalue"><span class="muted">${[counts, silent].filter((part) => part !== undefined).join(' · ')}</span></p>`;
	const path = clipped(decision.paths[0].name, NAME_CHARS, locale.detail.long);
	const title = html`${suiteTitle(suite, locale)} <span class="muted">${decidingTitle(summary, locale)}</span>`;
	return tile(suiteAnchor(suite.name), title, value, decisionSentence(verdict, path, locale));
}

/** Says too that nothing is unscored. */
function rateWords(rate: Rate, unscored: ReasonCounts, locale: Locale): Markup {
	const none = unscored.length === 0 && html` <span class="muted none">${locale.tiles.noneUnscored}</span>`;
	return html`${rateText(rate, locale, unscored)}${none}`;
}

function decisionSentence(verdict: Verdict, first: string, locale: Locale): string {
	const words = locale.tiles;
	switch (verdict.status) {
		case 'complete':
			return words.needs(first, verdict.threshold, verdict.hits, verdict.n);
		case 'truncated':
			return words.early(clipped(verdict.path, NAME_CHARS, locale.detail.long));
		case 'undecided':
			return words.undecided;
		case 'subset':
			return words.subset;
	}
}

/** The first variant large, the others beneath it; undefined if no sample has the main score. */
function scoreTile({ suite, variants }: SuiteSummary, locale: Locale): Markup | undefined {
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
	return tile(suiteAnchor(suite.name), title, value, scoreSentence(first.score, locale));
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
		return words.mean(formatMeasure(mean, unit), formatMeasure(p50, unit), formatCount(n));
	}
	if (rate.n === 0) return words.nothingScored;
	if (rate.hits === rate.n) return words.all(formatCount(rate.n));
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
function speedTile({ budgets, notComparable }: RunSummary['speed'], locale: Locale): readonly Markup[] | undefined {
	const [first, ...others] = budgets;
	if (first === undefined) return undefined;
	const words = locale.tiles;
	if (notComparable !== undefined)
		return [tile('time', words.speed, undefined, clipped(locale.say(notComparable), WHY_CHARS, locale.detail.long))];
	const value = [first, ...others].map(
		({ budget, within, leftOut }, index) =>
			html`<p class="${index === 0 ? 'tilevalue' : 'tilevalue other'}"><span class="muted">${budgetName(budget, locale)} ≤ ${formatRound(budget.atMost, 'ms')}</span> ${rateText(within, locale)}${leftOut > 0 && html` <span class="muted">· ${words.excluded(formatCount(leftOut))}</span>`}</p>`,
	);
	const { budget, p90 } = first;
	const sentence = p90 === undefined ? words.noneWhole : words.within(formatRound(budget.atMost, 'ms'), formatMs(p90));
	return [tile('time', words.speed, value, sentence)];
}
