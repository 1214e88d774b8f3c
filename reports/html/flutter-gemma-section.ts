import type { FlutterGemmaFate, FlutterGemmaRow, FlutterGemmaSummary } from '../../src/index.ts';
import { flutterGemmaMessages } from '../locale/flutter-gemma-messages.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Markup } from './markup.ts';
import { clipped, said } from './said.ts';

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost', 'leaked'];
/** Characters of a cell. */
const CELL_CHARS = 160;
/** Rows that stand in the page; the CSV has all. */
const ROWS_SHOWN = 60;

/** What an app on flutter_gemma would show, save, lose and leak of the prefix suite. */
export function flutterGemmaSection(summary: FlutterGemmaSummary, messages: Messages): Markup {
	const own = flutterGemmaMessages[messages.lang];
	const happened = FATES.filter((fate) => summary.counts.streaming[fate] > 0);
	return html`<section id="flutter-gemma" aria-labelledby="flutter-gemma-title">
<h2 id="flutter-gemma-title">${own.title}</h2>
<p class="lead">${own.lead} ${own.modelType[summary.modelType]}</p>
<div class="scroll"><table><thead><tr><th scope="col"></th>${FATES.map((fate) => html`<th scope="col" class="num">${own.fates[fate]}</th>`)}</tr></thead><tbody>${(
		['streaming', 'whole'] as const
	).map(
		(mode) =>
			html`<tr><th scope="row">${own.modes[mode]}</th>${FATES.map((fate) => html`<td class="num">${messages.of(`${summary.counts[mode][fate]}`, `${summary.rows.length}`)}</td>`)}</tr>`,
	)}</tbody></table></div>
<details><summary>${own.each}</summary><div class="scroll"><table><thead><tr><th scope="col">${own.prompt}</th>${happened.map((fate) => html`<th scope="col">${own.fates[fate]}</th>`)}</tr></thead><tbody>${summary.rows
		.slice(0, ROWS_SHOWN)
		.map((row) => fatesRow(row, happened, messages))}</tbody></table></div></details>
</section>`;
}

function fatesRow(row: FlutterGemmaRow, happened: readonly FlutterGemmaFate[], messages: Messages): Markup {
	const cell = (text: string): Markup => said('span', clipped(text.trim(), CELL_CHARS, messages.detail.long));
	return html`<tr><th scope="row">${cell(row.input)}</th>${happened.map((fate) => html`<td>${row.streaming[fate].trim() === '' ? '–' : cell(row.streaming[fate])}</td>`)}</tr>`;
}
