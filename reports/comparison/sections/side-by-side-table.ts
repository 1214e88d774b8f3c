import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { html, type Markup } from '../../page/markup.ts';
import type { ComparedRun } from '../compared-run.ts';
import type { ComparedRow } from '../side-by-side.ts';

/** Rows with a column per run; on a narrow screen each row names the runs itself. */
export function sideBySideTable(
	runs: readonly ComparedRun[],
	rows: readonly ComparedRow[],
	label: string,
	words: ComparisonLocale,
): Markup {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="sidebyside"><thead><tr><th scope="col"></th>${runs.map(
		({ name, log }, index) =>
			html`<th scope="col"><b>${name}</b><br><span class="muted">${[index === 0 ? words.baseline : undefined, log.header.model.quantization].filter(Boolean).join(' · ')}</span></th>`,
	)}</tr></thead><tbody>${rows.map(
		({ name, cells }) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td data-run="${runs[index]?.label ?? ''}"><b class="figure">${cell?.figure ?? '–'}</b>${cell?.detail !== undefined && html` <span class="muted">${cell.detail}</span>`}</td>`)}</tr>`,
	)}</tbody></table></div>`;
}
