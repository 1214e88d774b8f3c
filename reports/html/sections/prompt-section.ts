import { type LintFinding, type Log, localized, remedyOf } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { foldedSection } from '../../page/fold.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';

const PLACE_CHARS = 80;
const MESSAGE_CHARS = 400;

/** What the model's chat template made of the app's prompt; nothing where the log does not tell. */
export function promptSection({ header }: Log, locale: Locale): Markup | undefined {
	const { lint = [], model } = header;
	if (lint.length === 0) return undefined;
	const { prompt } = locale;
	const content = html`<p class="lead">${prompt.lead}${model.templateSha256 !== undefined && html` <span class="hash">${model.templateSha256}</span>`}</p>
<div class="scroll" tabindex="0"><table><thead><tr>${prompt.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${lint.map(
		(finding) => findingRow(finding, locale),
	)}</tbody></table></div>`;
	return foldedSection('prompt', locale.sections.prompt, content);
}

function findingRow(finding: LintFinding, locale: Locale): Markup {
	const { level, where, message, code } = finding;
	const remedy = remedyOf(finding);
	return html`<tr><th scope="row">${locale.prompt.levels[level]}</th><td>${clipped(where, PLACE_CHARS, locale.detail.long)}</td><td>${clipped(localized(message, locale.lang), MESSAGE_CHARS, locale.detail.long)}${remedy !== undefined && html`. ${localized(remedy, locale.lang)}`} <span class="muted">${clipped(code, PLACE_CHARS, locale.detail.long)}</span></td></tr>`;
}
