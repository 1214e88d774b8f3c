import { remedyOf } from '../../../src/base/message.ts';
import { findingCode, type LintFinding } from '../../../src/lint/subject.ts';
import type { Log } from '../../../src/log/record.ts';
import type { FormatAdherence } from '../../../src/summary/format.ts';
import { type GateResult, gateWord } from '../../../src/summary/gate/gate.ts';
import { gateFinding, gateSaid } from '../../gate-text.ts';
import { coreText } from '../../locale/core/core-text.ts';
import type { Lang, Locale } from '../../locale/locale.ts';
import { gateCounts, gateLead, gateLocale } from '../../locale/sections/gate-locale.ts';
import { coreKo } from '../../messages/core-ko.ts';
import { rateText } from '../charts/figures.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { foldedSection, mark, type PageSection } from '../page.ts';
import { countedText, reasonName } from '../words.ts';

/** What the run's gate came to, a row per rule. */
export function gateSection(gate: GateResult, lang: Lang): PageSection {
	const words = gateLocale[lang];
	const title = words.title(gateWord(gate));
	// What it came to stands where a phone shows it.
	const [metric, wanted, found, result] = words.columns;
	const rows = gate.lines.map(
		(line) =>
			html`<tr><th scope="row">${line.metric}</th><td class="nobreak">${mark(passed(line.status))} ${words.results[line.status]}</td><td>${gateSaid(line.expected, lang)}</td><td class="words">${gateFinding(line, lang)}</td></tr>`,
	);
	const content = html`<p class="lead">${[words.lead(gateCounts(gate)), gateLead(gate, lang)].filter(Boolean).join(' ')}</p>
<div class="scroll" tabindex="0"><table><thead><tr>${[metric, result, wanted, found].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
	return { id: 'gate', name: title, markup: foldedSection('gate', title, content, { open: true }) };
}

function passed(status: GateResult['lines'][number]['status']): boolean | undefined {
	return status.endsWith('undecided') ? undefined : status === 'pass';
}

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
	const { level, where, said } = finding;
	const remedy = remedyOf(said, locale.lang === 'ko' ? coreKo : undefined);
	return html`<tr><th scope="row">${locale.prompt.levels[level]}</th><td>${clipped(where, PLACE_CHARS, locale.detail.long)}</td><td>${clipped(coreText(said, locale.lang), MESSAGE_CHARS, locale.detail.long)}${remedy !== undefined && html`. ${remedy}`} <span class="muted">${clipped(findingCode(finding), PLACE_CHARS, locale.detail.long)}</span></td></tr>`;
}

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
