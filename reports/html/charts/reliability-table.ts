import type { ArmSummary } from '../../../src/index.ts';
import { formatShare } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../markup.ts';

/** pass@k and pass^k of the main rate; absent where a single epoch says nothing of reliability. */
export function reliabilityTable(reliability: ArmSummary['reliability'], locale: Locale): Markup | undefined {
	if (reliability.length < 2) return undefined;
	const row = (name: string, shares: readonly number[]): Markup =>
		html`<tr><th scope="row">${name}</th>${shares.map((share) => html`<td class="num">${formatShare(share)} %</td>`)}</tr>`;
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
