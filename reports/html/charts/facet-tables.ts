import {
	type ArmSummary,
	type EvaluatedSuite,
	type FacetSummary,
	facetsOf,
	localized,
	type Rate,
} from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { rateText } from '../../page/charts/rate-figures.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';
import { scoreTitle } from '../score-title.ts';

const VALUE_CHARS = 80;

/** A table for each declared facet: the rates of every value, the main one first, and where it breaks. */
export function facetTables(suite: EvaluatedSuite, arm: ArmSummary, locale: Locale): Markup {
	return html`${facetsOf(suite, arm).map((facet) => facetTable(facet, arm, locale))}`;
}

function facetTable({ name, title, rows, breaksAt }: FacetSummary, { scores }: ArmSummary, locale: Locale): Markup {
	const words = localized(title, locale.lang);
	const others = scores
		.map(({ declaration, groups }) => ({
			declaration,
			rates: rows.map(({ value }) => groups.find((one) => one.group === name && one.value === value)?.rate),
		}))
		// What says the same as a column before, such as the rate of calls where all are calls, is left out.
		.filter(({ rates }, index, all) => {
			const same = all.findIndex((other) => other.rates.every((rate, row) => isSame(rate, rates[row])));
			return same === index && rates.some((rate) => rate !== undefined);
		});
	return html`<h3>${locale.scores.byFacet(words)}</h3><div class="scroll" tabindex="0"><table class="facet"><thead><tr><th scope="col">${words}</th>${others.map(
		({ declaration }) => html`<th scope="col">${scoreTitle(declaration, locale)}</th>`,
	)}</tr></thead><tbody>${rows.map(
		({ value, title: shown }, row) =>
			html`<tr><th scope="row">${clipped(localized(shown ?? value, locale.lang), VALUE_CHARS, locale.detail.long)}</th>${others.map(
				({ rates }) => html`<td>${rates[row] === undefined ? '–' : rateText(rates[row], locale)}</td>`,
			)}</tr>`,
	)}</tbody></table></div>${breaksAt !== undefined && html`<p class="muted">${locale.scores.breaksAt(breaksAt)}</p>`}`;
}

function isSame(one: Rate | undefined, other: Rate | undefined): boolean {
	return one?.hits === other?.hits && one?.n === other?.n;
}
