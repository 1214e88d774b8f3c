import type { FormatAdherence, JsonObject, ReasonCounts, ToolsRow, ToolsSummary } from '../../src/index.ts';
import { formatCount, formatMs, formatShare } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Markup } from './markup.ts';
import { outcomeBar, outcomeLegend, outcomeOrder } from './outcome-bar.ts';
import { mark, reasonName } from './prefix-section.ts';
import { rateFigures, rateText } from './rate-figures.ts';
import { clipped, said } from './said.ts';
import type { SampleItem, SampleLists } from './sample-lists.ts';

const CALL_CHARS = 200;

/** A tool-calling suite: rates with intervals, errors by BFCL's names, a row per sample. */
export function toolsSection(summary: ToolsSummary, lists: SampleLists, messages: Messages): Markup {
	const { tools } = messages;
	const id = summary.suite === 'tools' ? 'tools' : `tools-${summary.suite}`;
	const order = outcomeOrder([summary.reasons]);
	return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${messages.sections.tools}${summary.suite !== 'tools' && html` <span class="muted">${summary.suite}</span>`}</h2>
<p class="lead">${tools.lead}</p>
${rateFigures(
	[
		[tools.figures.correct, summary.correct],
		[tools.figures.relevant, summary.relevant],
		[tools.figures.irrelevant, summary.irrelevant],
		[tools.figures.endState, summary.endState],
		[tools.figures.turnOrder, summary.turnOrder],
	],
	messages,
)}
${
	summary.reasons.length > 0 &&
	html`<h3>${tools.errors}</h3>${outcomeBar(
		summary.reasons,
		order,
		counted(summary.reasons, (name) => name),
	)}${outcomeLegend(order, summary.reasons, (name) => name)}`
}
${summary.byKind.length > 0 && byKind(summary, messages)}
${summary.reliability.length > 1 && reliability(summary, messages)}
${lists.list(summary.rows.map((row) => toolsItem(row, messages)))}
</section>`;
}

/** How cleanly calls were written, for every suite and arm that called. */
export function formatSection(adherence: readonly FormatAdherence[], messages: Messages): Markup | undefined {
	if (adherence.length === 0) return undefined;
	const { tools } = messages;
	return html`<section id="format" aria-labelledby="format-title">
<h2 id="format-title">${tools.format}</h2>
<p class="lead">${tools.formatLead}</p>
<div class="scroll"><table><thead><tr>${tools.formatColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${adherence.map(
		(row) =>
			html`<tr><th scope="row">${row.suite} · ${messages.arm(row.arm)}</th><td>${rateText(row.strict, messages)}</td><td>${counted(row.repairs, (name) => name) || '–'}</td><td>${counted(row.malformed, (name) => name) || '–'}</td></tr>`,
	)}</tbody></table></div></section>`;
}

function byKind(summary: ToolsSummary, messages: Messages): Markup {
	const rates = summary.byKind.map(({ kind, correct }) => [kind, correct] as const);
	return html`<h3>${messages.tools.kinds}</h3>${rateFigures(rates, messages)}`;
}

function reliability(summary: ToolsSummary, messages: Messages): Markup {
	return html`<h3>${messages.tools.reliability}</h3><div class="scroll"><table><thead><tr><th scope="col">k</th>${summary.reliability.map(({ k }) => html`<th scope="col" class="num">${k}</th>`)}</tr></thead><tbody>
<tr><th scope="row">pass@k</th>${summary.reliability.map(({ passAtK }) => html`<td class="num">${formatShare(passAtK)} %</td>`)}</tr>
<tr><th scope="row">pass^k</th>${summary.reliability.map(({ passHatK }) => html`<td class="num">${formatShare(passHatK)} %</td>`)}</tr></tbody></table></div>`;
}

function toolsItem(row: ToolsRow, messages: Messages): SampleItem {
	const { tools, detail } = messages;
	const expected = row.irrelevance
		? tools.noCallExpected
		: row.expected.map(({ tool, arguments: args }) => callText(tool, args)).join('; ');
	const called =
		row.calls.length === 0
			? tools.noCall
			: row.calls.map(({ name, arguments: args }) => callText(name, args)).join('; ');
	return {
		sampleIndex: row.sampleIndex,
		summary: () => html`<span class="toolgrid"><span class="number">${mark(row.correct)}</span>
<span class="words">${said('span', clipped(row.input, CALL_CHARS, detail.long), 'asked')}
<span class="calls">${row.calls.length > 0 && html`<span class="timename">${tools.called}</span> `}<code>${clipped(called, CALL_CHARS, detail.long)}</code>${
			row.correct
				? undefined
				: html`<br>${!row.irrelevance && html`<span class="timename">${tools.expected}</span> `}<code>${clipped(expected, CALL_CHARS, detail.long)}</code>`
		}</span></span>
<span class="said">${row.reason !== undefined && html`<span class="badge">${reasonName(row.reason, messages)}</span>`}${
			row.detail !== undefined && said('span', clipped(row.detail, CALL_CHARS, detail.long), 'muted')
		}</span><span class="times num">${formatMs(row.endToEndMs)}</span></span>`,
		plain: {
			good: row.correct,
			title: row.input,
			text: [clipped(called, CALL_CHARS, detail.long), row.reason].filter(Boolean).join(' · '),
		},
	};
}

function callText(name: string, args: JsonObject): string {
	return `${name}(${Object.entries(args)
		.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
		.join(', ')})`;
}

function counted(counts: ReasonCounts, word: (reason: string) => string): string {
	return counts.map(({ reason, count }) => `${word(reason)} ${formatCount(count)}`).join(', ');
}
