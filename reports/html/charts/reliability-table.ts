import type { ArmSummary, Chance } from '../../../src/index.ts';
import { formatShare } from '../../locale/format-number.ts';
import { formatShareRange } from '../../locale/format-range.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../../page/markup.ts';

/** pass@k and pass^k of the main rate; absent where a single epoch says nothing of reliability. */
export function reliabilityTable(reliability: ArmSummary['reliability'], locale: Locale): Markup | undefined {
	if (reliability.length < 2) return undefined;
	const row = (name: string, chances: readonly Chance[]): Markup =>
		html`<tr><th scope="row">${name}</th>${chances.map((chance) => html`<td class="num">${chanceText(chance, locale)}</td>`)}</tr>`;
	return html`<h3>${locale.scores.reliability}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">k</th>${reliability.map(
		({ k }) => html`<th scope="col" class="num">${k}</th>`,
	)}</tr></thead><tbody>
${row(
	'pass@k',
	reliability.map(({ passAtK }) => passAtK),
)}
${row(
	'pass^k',
	reliability.map(({ passHatK }) => passHatK),
)}</tbody></table></div>`;
}

function chanceText({ mean, interval }: Chance, { lang }: Locale): Markup {
	const range = interval && formatShareRange(interval, lang);
	return html`${formatShare(mean)} %${range !== undefined && html` <span class="muted">${range}</span>`}`;
}
