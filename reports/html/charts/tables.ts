import type { EvaluatedSuite } from '../../../src/eval/header.ts';
import type { Rate } from '../../../src/stats/rate.ts';
import type { Chance, FacetSummary, VariantSummary } from '../../../src/summary/suites.ts';
import { localized } from '../../../src/text/text.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatShare, formatShareRange } from '../../messages/numbers.ts';
import { scoreTitle } from '../../titles.ts';
import { clipped, html, type Insert, type Markup } from '../markup.ts';
import { table } from '../page.ts';
import { reasonName } from '../words.ts';
import { callTables } from './calls.ts';
import { type RateFigure, rateFigures, rateText } from './figures.ts';
import { mainRate, outcomeBlock } from './outcomes.ts';

const VALUE_CHARS = 80;

/** Rates by the values of a facet, the main one first, and the first value that is below half. */
function facetTable(
	{ name, title, rows, firstBelowHalf }: FacetSummary,
	{ scores }: VariantSummary,
	locale: Locale,
): Markup {
	const words = localized(title, locale.lang);
	const others = scores
		.map(({ declaration, groups }) => ({
			declaration,
			rates: rows.map(({ value }) => groups.find((one) => one.group === name && one.value === value)?.rate),
		}))
		// Drops columns equal to an earlier one, such as the rate of calls if all are calls.
		.filter(({ rates }, index, all) => {
			const same = all.findIndex((other) => other.rates.every((rate, row) => isSame(rate, rates[row])));
			return same === index && rates.some((rate) => rate !== undefined);
		});
	const heads = [words, ...others.map(({ declaration }) => scoreTitle(declaration, locale))];
	const cells = rows.map(({ value, title: shown }, row) => [
		clipped(localized(shown ?? value, locale.lang), VALUE_CHARS, locale.detail.long),
		...others.map(({ rates }) => rateCell(rates[row], locale)),
	]);
	return html`<h3>${locale.scores.byFacet({ facet: words })}</h3>${table(heads, cells, { className: 'facet' })}${firstBelowHalf !== undefined && html`<p class="muted">${locale.scores.firstBelowHalf({ value: firstBelowHalf })}</p>`}`;
}

function isSame(one: Rate | undefined, other: Rate | undefined): boolean {
	return one?.hits === other?.hits && one?.n === other?.n;
}

const GROUP_CHARS = 80;

/** Rates by group, except the `known` ones; undefined without other groups. */
function groupTable({ scores }: VariantSummary, known: readonly string[], locale: Locale): Markup | undefined {
	const rates = scores
		.map(({ declaration, groups }) => ({ declaration, groups: groups.filter(({ group }) => !known.includes(group)) }))
		.filter(({ groups }) => groups.length > 0);
	if (rates.length === 0) return undefined;
	const rows = Map.groupBy(
		rates.flatMap(({ declaration, groups }) => groups.map((group) => ({ declaration, ...group }))),
		({ group, value }) => JSON.stringify([group, value]),
	);
	const cell = (text = ''): string => clipped(text, GROUP_CHARS, locale.detail.long);
	const heads = [...locale.scores.groupColumns, ...rates.map(({ declaration }) => scoreTitle(declaration, locale))];
	const cells = Array.from(rows.values(), (row) => [
		cell(row[0]?.group),
		cell(row[0]?.value),
		...rates.map(({ declaration }) => rateCell(row.find((one) => one.declaration === declaration)?.rate, locale)),
	]);
	return html`<h3>${locale.scores.groups}</h3>${table(heads, cells)}`;
}

function rateCell(rate: Rate | undefined, locale: Locale): Insert {
	return rate === undefined ? '–' : rateText(rate, locale);
}

/** pass@k and pass^k of the main rate; undefined for a single epoch. */
function reliabilityTable(reliability: VariantSummary['reliability'], locale: Locale): Markup | undefined {
	if (reliability.length < 2) return undefined;
	const rows = [
		['pass@k', ...reliability.map(({ passAtK }) => chanceText(passAtK, locale))],
		['pass^k', ...reliability.map(({ passHatK }) => chanceText(passHatK, locale))],
	];
	return html`<h3>${locale.scores.reliability}</h3>${table(['k', ...reliability.map(({ k }) => k)], rows, { numbersFrom: 1 })}`;
}

function chanceText({ mean, interval }: Chance, { lang }: Locale): Markup {
	const range = interval && formatShareRange(interval, lang);
	return html`${formatShare(mean)}${range !== undefined && html` <span class="muted">${range}</span>`}`;
}

/** Additions of a rich view. */
interface VariantWords {
	readonly reason?: (reason: string) => string;
	/** Beneath the outcomes. */
	readonly facts?: Insert;
	/** Rates before the declared ones. */
	readonly figures?: readonly RateFigure[];
	/** Group that `figures` covers. */
	readonly knownGroup?: string;
}

/** A variant: main rate and outcomes, other rates, which tool was called for which, facets and groups, reliability over epochs. */
export function variantBlock(
	suite: EvaluatedSuite,
	variant: VariantSummary,
	order: readonly string[],
	locale: Locale,
	{ reason = (word) => reasonName(word, locale), facts, figures = [], knownGroup }: VariantWords = {},
): Markup {
	const main = mainRate(suite, variant);
	const known = [...Object.keys(suite.facets ?? {}), ...(knownGroup === undefined ? [] : [knownGroup])];
	const title = main === undefined ? '' : scoreTitle(main.declaration, locale);
	return html`<div class="variant"><h3 class="variantname">${locale.variant(variant.variant)}${
		main !== undefined && html` <span class="variantrate">${title} ${rateText(main.rate, locale, main.unscored)}</span>`
	}</h3>
${main && outcomeBlock(main, order, `${title}, ${locale.variant(variant.variant)}`, reason, locale)}${facts}
${rateFigures([...figures, ...otherRates(variant, main?.name, locale)], locale)}
${variant.calls && callTables(variant.calls, locale)}${variant.facets.map((facet) => facetTable(facet, variant, locale))}${groupTable(variant, known, locale)}${reliabilityTable(variant.reliability, locale)}</div>`;
}

function otherRates({ scores }: VariantSummary, main: string | undefined, locale: Locale): readonly RateFigure[] {
	return scores.flatMap(({ name, declaration, rate, unscored }): readonly RateFigure[] => {
		if (rate === undefined || name === main) return [];
		return [{ name: scoreTitle(declaration, locale), rate, unscored }];
	});
}
