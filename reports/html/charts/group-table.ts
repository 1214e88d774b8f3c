import { type ArmSummary, type EvaluatedSuite, facetsOf, localized, type Rate } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../markup.ts';
import { clipped } from '../samples/said.ts';
import { scoreTitle } from '../score-title.ts';
import { rateText } from './rate-figures.ts';

const GROUP_CHARS = 80;

/**
 * Every rate of every group of samples, declared facets first, by their titles and in their order; absent where the suite
 * makes no groups but `known`.
 */
export function groupTable(
	suite: EvaluatedSuite,
	arm: ArmSummary,
	known: string | undefined,
	locale: Locale,
): Markup | undefined {
	const { scores } = arm;
	const facets = facetsOf(suite, arm);
	const rates = scores
		.map(({ declaration, groups }) => ({ declaration, groups: groups.filter(({ group }) => group !== known) }))
		.filter(({ groups }) => groups.length > 0);
	if (rates.length === 0) return undefined;
	const rows = Map.groupBy(
		rates.flatMap(({ declaration, groups }) => groups.map((group) => ({ declaration, ...group }))),
		({ group, value }) => keyOf(group, value),
	);
	const ordered = [
		...facets.flatMap(({ name, rows: values }) => values.map(({ value }) => keyOf(name, value))),
		...rows.keys(),
	];
	const titleOf = (name: string): string => {
		const title = facets.find((facet) => facet.name === name)?.title;
		return title === undefined ? name : localized(title, locale.lang);
	};
	const [group, value] = locale.scores.groupColumns;
	const cell = (text: string): string => clipped(text, GROUP_CHARS, locale.detail.long);
	return html`<h3>${locale.scores.groups}</h3><div class="scroll"><table><thead><tr><th scope="col">${group}</th><th scope="col">${value}</th>${rates.map(
		({ declaration }) => html`<th scope="col">${scoreTitle(declaration, locale)}</th>`,
	)}</tr></thead><tbody>${Array.from(new Set(ordered), (key) => {
		const row = rows.get(key) ?? [];
		const found = rates.map(({ declaration }) => row.find((one) => one.declaration === declaration)?.rate);
		return html`<tr><th scope="row">${cell(titleOf(row[0]?.group ?? ''))}</th><td>${cell(row[0]?.value ?? '')}</td>${found.map((rate) => rateCell(rate, locale))}</tr>`;
	})}</tbody></table></div>${facets.map(
		({ title, breaksAt }) =>
			breaksAt !== undefined &&
			html`<p class="muted">${locale.scores.breaksAt(localized(title, locale.lang), breaksAt)}</p>`,
	)}`;
}

function keyOf(group: string, value: string): string {
	return JSON.stringify([group, value]);
}

function rateCell(rate: Rate | undefined, locale: Locale): Markup {
	return html`<td>${rate === undefined ? '–' : rateText(rate, locale)}</td>`;
}
