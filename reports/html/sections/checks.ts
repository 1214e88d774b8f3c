import { findingCode } from '../../../src/lint/subject.ts';
import type { Log } from '../../../src/log/record.ts';
import type { FormatAdherence } from '../../../src/summary/format.ts';
import { type GateResult, gateWord } from '../../../src/summary/gate/gate.ts';
import { gateFinding, gateLead } from '../../gate.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { rateText } from '../charts/figures.ts';
import { clipped, html } from '../markup.ts';
import { foldedSection, mark, type PageSection, table } from '../page.ts';
import { countedText, reasonName } from '../words.ts';

/** A row per rule. */
export function gateSection(gate: GateResult, locale: Locale): PageSection {
	const words = locale.gate;
	const title = words.title(gateWord(gate));
	// The result is the second column, next to the metric on a phone.
	const [metric, required, measured, result] = words.columns;
	const rows = gate.lines.map((line) => [
		line.metric,
		html`<span class="nobreak">${mark(passed(line.status))} ${words.results[line.status]}</span>`,
		locale.say(line.expected),
		gateFinding(line, locale),
	]);
	const passing = gate.lines.filter(({ status }) => status === 'pass').length;
	const content = html`<p class="lead">${words.lead({ passed: passing, rules: gate.lines.length })} ${gateLead(gate, locale)}</p>
${table([metric, result, required, measured], rows, { className: 'stacked' })}`;
	return { id: 'gate', name: title, markup: foldedSection('gate', title, content, { open: true }) };
}

function passed(status: GateResult['lines'][number]['status']): boolean | undefined {
	return status.endsWith('undecided') ? undefined : status === 'pass';
}

const PLACE_CHARS = 80;
const MESSAGE_CHARS = 400;

/** Lint findings of the chat template; undefined without findings. */
export function promptSection({ header }: Log, locale: Locale): PageSection | undefined {
	const { lint = [], model } = header;
	if (lint.length === 0) return undefined;
	const { prompt, detail } = locale;
	const rows = lint.map((finding) => {
		const remedy = locale.remedyOf(finding.said);
		return [
			prompt.levels[finding.level],
			clipped(finding.where, PLACE_CHARS, detail.long),
			html`${clipped(locale.say(finding.said), MESSAGE_CHARS, detail.long)}${remedy !== undefined && html`. ${remedy}`} <span class="muted">${clipped(findingCode(finding), PLACE_CHARS, detail.long)}</span>`,
		];
	});
	const content = html`<p class="lead">${prompt.lead}${model.templateSha256 !== undefined && html` <span class="hash">${model.templateSha256}</span>`}</p>
${table(prompt.columns, rows, { className: 'findings' })}`;
	const name = locale.sections.prompt;
	return { id: 'prompt', name, markup: foldedSection('prompt', name, content) };
}

/** Format adherence per suite and variant; undefined without calls. */
export function formatSection(adherence: readonly FormatAdherence[], locale: Locale): PageSection | undefined {
	if (adherence.length === 0) return undefined;
	const { tools } = locale;
	const counted = (counts: FormatAdherence['repairs']): string =>
		countedText(counts, (name) => reasonName(name, locale)) || '–';
	const rows = adherence.map(({ suite, variant, strict, repairs, malformed }) => [
		`${suite} · ${locale.variant(variant)}`,
		rateText(strict, locale),
		counted(repairs),
		counted(malformed),
	]);
	const content = html`<p class="lead">${tools.formatLead}</p>
${table(tools.formatColumns, rows)}`;
	return { id: 'format', name: tools.format, markup: foldedSection('format', tools.format, content) };
}
