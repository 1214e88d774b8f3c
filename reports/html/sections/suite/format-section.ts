import type { FormatAdherence } from '../../../../src/index.ts';
import type { Locale } from '../../../locale/locale.ts';
import { rateText } from '../../../page/charts/rate-figures.ts';
import { foldedSection } from '../../../page/fold.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { countedText, reasonName } from '../../../page/reason-name.ts';

/** How cleanly calls were written, for every suite and arm that called. */
export function formatSection(adherence: readonly FormatAdherence[], locale: Locale): Markup | undefined {
	if (adherence.length === 0) return undefined;
	const { tools } = locale;
	const counted = (counts: FormatAdherence['repairs']): string =>
		countedText(counts, (name) => reasonName(name, locale)) || '–';
	const content = html`<p class="lead">${tools.formatLead}</p>
<div class="scroll" tabindex="0"><table><thead><tr>${tools.formatColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${adherence.map(
		({ suite, arm, strict, repairs, malformed }) =>
			html`<tr><th scope="row">${suite} · ${locale.arm(arm)}</th><td>${rateText(strict, locale)}</td><td>${counted(repairs)}</td><td>${counted(malformed)}</td></tr>`,
	)}</tbody></table></div>`;
	return foldedSection('format', tools.format, content);
}
