import type { ArmSummary, Rate } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { rateText } from '../../page/charts/rate-figures.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';
import { scoreTitle } from '../score-title.ts';

const GROUP_CHARS = 80;

/** Every rate of every group of samples; absent where the suite makes no groups but those that are `known` already. */
export function groupTable({ scores }: ArmSummary, known: readonly string[], locale: Locale): Markup | undefined {
	const rates = scores
		.map(({ declaration, groups }) => ({ declaration, groups: groups.filter(({ group }) => !known.includes(group)) }))
		.filter(({ groups }) => groups.length > 0);
	if (rates.length === 0) return undefined;
	const rows = Map.groupBy(
		rates.flatMap(({ declaration, groups }) => groups.map((group) => ({ declaration, ...group }))),
		({ group, value }) => JSON.stringify([group, value]),
	);
	const [group, value] = locale.scores.groupColumns;
	const cell = (text: string): string => clipped(text, GROUP_CHARS, locale.detail.long);
	return html`<h3>${locale.scores.groups}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${group}</th><th scope="col">${value}</th>${rates.map(
		({ declaration }) => html`<th scope="col">${scoreTitle(declaration, locale)}</th>`,
	)}</tr></thead><tbody>${Array.from(rows.values(), (row) => {
		const found = rates.map(({ declaration }) => row.find((one) => one.declaration === declaration)?.rate);
		return html`<tr><th scope="row">${cell(row[0]?.group ?? '')}</th><td>${cell(row[0]?.value ?? '')}</td>${found.map((rate) => rateCell(rate, locale))}</tr>`;
	})}</tbody></table></div>`;
}

function rateCell(rate: Rate | undefined, locale: Locale): Markup {
	return html`<td>${rate === undefined ? '–' : rateText(rate, locale)}</td>`;
}
