import {
	type FlutterGemmaFate,
	type FlutterGemmaRow,
	type FlutterGemmaSummary,
	summarizeFlutterGemma,
} from '../../../src/index.ts';
import { formatCount } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { flutterGemmaLocale } from '../../locale/sections/flutter-gemma-locale.ts';
import { foldedSection } from '../../page/fold.ts';
import { html, type Markup } from '../../page/markup.ts';
import type { PageSection } from '../../page/page.ts';
import { clipped, said } from '../../page/said.ts';
import type { ViewContext } from './view.ts';

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];
/** Characters of a cell. */
const CELL_CHARS = 160;
/** Rows that stand in the page; the CSV has all. */
const ROWS_SHOWN = 60;

/** What an app on flutter_gemma would show, save and lose of a suite; absent where raw streams are not known. */
export function flutterGemmaSection({ log, summary: { suite }, locale }: ViewContext): PageSection | undefined {
	const summary = summarizeFlutterGemma(log, suite.name);
	if (summary === undefined) return undefined;
	const id = `flutter-gemma-${suite.name}`;
	const name = flutterGemmaLocale[locale.lang].title;
	return { id, name, markup: fates(id, suite.name, summary, locale) };
}

function fates(id: string, suite: string, summary: FlutterGemmaSummary, locale: Locale): Markup {
	const own = flutterGemmaLocale[locale.lang];
	const happened = FATES.filter((fate) => summary.counts.streaming[fate] > 0);
	const content = html`<p class="lead">${own.lead} ${own.modelType[summary.modelType]} ${summary.cut > 0 && own.cut(formatCount(summary.cut))}</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><th scope="col"></th>${FATES.map((fate) => html`<th scope="col" class="num">${own.fates[fate]}</th>`)}</tr></thead><tbody>${(
		['streaming', 'whole'] as const
	).map(
		(mode) =>
			html`<tr><th scope="row">${own.modes[mode]}</th>${FATES.map((fate) => html`<td class="num">${locale.of(`${summary.counts[mode][fate]}`, `${summary.rows.length}`)}</td>`)}</tr>`,
	)}</tbody></table></div>
<details class="row all"><summary>${own.each}</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${own.prompt}</th>${happened.map((fate) => html`<th scope="col">${own.fates[fate]}</th>`)}</tr></thead><tbody>${summary.rows
		.slice(0, ROWS_SHOWN)
		.map((row) => fatesRow(row, happened, locale))}</tbody></table></div></details>`;
	return foldedSection(id, html`${own.title} <span class="muted">${suite}</span>`, content);
}

function fatesRow(row: FlutterGemmaRow, happened: readonly FlutterGemmaFate[], locale: Locale): Markup {
	const cell = (text: string): Markup => said('span', clipped(text.trim(), CELL_CHARS, locale.detail.long));
	return html`<tr><th scope="row">${cell(row.input)}</th>${happened.map((fate) => html`<td>${row.streaming[fate].trim() === '' ? '–' : cell(row.streaming[fate])}</td>`)}</tr>`;
}
