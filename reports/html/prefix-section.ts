import type { PrefixRow, PrefixSummary } from '../../src/index.ts';
import { formatMs } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Markup } from './markup.ts';
import { outcomeBar, outcomeLegend, outcomeOrder } from './outcome-bar.ts';
import { rateFigures } from './rate-figures.ts';
import { clipped, said } from './said.ts';
import type { SampleItem, SampleLists } from './sample-lists.ts';

/** Characters of a prompt or prefix in a closed row. */
const ROW_CHARS = 240;
/** Repeats of one prompt that stand in the page. */
const EPOCHS_SHOWN = 8;

/** The prompts, a row each; with epochs a prompt opens to its repeats. */
export function prefixSection(summary: PrefixSummary, lists: SampleLists, messages: Messages): Markup {
	const { prefix } = messages;
	const [prompt, read, call, time] = prefix.columns;
	return html`<section id="prefix" aria-labelledby="prefix-title">
<h2 id="prefix-title">${prefix.title(summary.prompts.length)}</h2>
<p class="lead">${prefix.lead}</p>
<div class="columns prefixgrid" aria-hidden="true"><span></span><span>${prompt} · ${read}</span><span>${call}</span><span class="num">${time}</span></div>
${summary.epochs > 1 ? promptList(summary, lists, messages) : singleList(summary, lists, messages)}
${rateFigures(
	[
		[prefix.figures.called, summary.called],
		[prefix.figures.firstTool, summary.firstTool],
		[prefix.figures.arguments, summary.arguments],
		[prefix.figures.strictFormat, summary.strictFormat],
		[prefix.figures.turnOrder, summary.turnOrder],
	],
	messages,
)}
${summary.reasons.length > 0 && reasons(summary, messages)}
</section>`;
}

function singleList(summary: PrefixSummary, lists: SampleLists, messages: Messages): Markup {
	return lists.list(
		summary.rows.map((row, index) => ({ ...prefixItem(row, index + 1, messages), anchor: `prefix-${row.id}` })),
	);
}

function promptList(summary: PrefixSummary, lists: SampleLists, messages: Messages): Markup {
	const byPrompt = Map.groupBy(summary.rows, (row) => row.id);
	return html`<ol class="rows prompts">${summary.prompts.map(({ id, input, hits, epochs, hit }, index) => {
		const rows = (byPrompt.get(id) ?? []).map((row) => prefixItem(row, row.epoch + 1, messages));
		return html`<li id="prefix-${id}"><details class="row prompt"><summary><span class="prefixgrid">
<span class="number">${mark(hit)}<span class="num">${index + 1}</span></span>
<span class="words">${said('span', clipped(input, ROW_CHARS, messages.detail.long), 'asked')}</span>
<span class="share"><b>${messages.prefix.epochsOf(hits, epochs)}</b></span></span></summary>${lists.list(rows, EPOCHS_SHOWN)}</details></li>`;
	})}</ol>`;
}

function prefixItem(row: PrefixRow, number: number, messages: Messages): SampleItem {
	const badge = row.reason === undefined ? messages.prefix.counts : reasonName(row.reason, messages);
	return {
		sampleIndex: row.sampleIndex,
		summary: () => html`<span class="prefixgrid">
<span class="number">${mark(row.meaningful)}<span class="num">${number}</span></span>
<span class="words">${said('span', clipped(row.input, ROW_CHARS, messages.detail.long), 'asked')}${prefixWords(row, messages)}</span>
<span class="callcell">${callCell(row, messages)}</span>
<span class="times num">${time(messages.prefix.toFirstToken, row.timeToFirstTokenMs)}${time(messages.prefix.toCall, row.timeToCallMs)}</span>
</span>`,
		plain: {
			good: row.meaningful,
			title: row.prefix === '' ? row.input : row.prefix,
			text: [badge, row.call?.name].filter((part) => part !== undefined).join(' · '),
		},
	};
}

function prefixWords(row: PrefixRow, messages: Messages): Markup {
	const text = clipped(row.prefix, ROW_CHARS, messages.detail.long);
	const words = row.prefix === '' ? undefined : said('q', text, row.meaningful ? 'read' : 'read unread');
	const badge = row.reason !== undefined && html`<span class="badge">${reasonName(row.reason, messages)}</span>`;
	const people =
		row.people?.meaningful !== undefined &&
		html`<span class="badge people">${messages.prefix.label(row.people.meaningful, row.people.labels.map((label) => label.who).join(', '))}</span>`;
	return html`<span class="said">${words}${badge}${people}</span>`;
}

function callCell(row: PrefixRow, messages: Messages): Markup {
	const { prefix } = messages;
	if (row.call === undefined) return html`<span class="muted">${prefix.noCall}</span>`;
	const wrong = row.toolCorrect === false ? prefix.wrongTool : row.argumentsCorrect === false && prefix.wrongArguments;
	const judged = row.toolCorrect !== undefined;
	return html`<code>${clipped(row.call.name, 60, messages.detail.long)}</code>${
		judged &&
		html`<span class="${wrong === false ? 'verdictword ok' : 'verdictword wrong'}">${wrong === false ? `✓ ${prefix.right}` : `✕ ${wrong}`}</span>`
	}${row.callDetail !== undefined && said('span', clipped(row.callDetail, 160, messages.detail.long), 'muted calldetail')}`;
}

function time(name: string, ms: number | undefined): Markup | undefined {
	if (ms === undefined) return undefined;
	return html`<span class="time"><span class="timename">${name}</span> ${formatMs(ms)}</span>`;
}

export function mark(good: boolean | undefined): Markup {
	if (good === undefined) return html`<span class="mark open" aria-hidden="true">◌</span>`;
	return good
		? html`<span class="mark good" aria-hidden="true">●</span>`
		: html`<span class="mark" aria-hidden="true">○</span>`;
}

export function reasonName(reason: string, messages: Messages): string {
	const name = Object.hasOwn(messages.reasons, reason) ? messages.reasons[reason] : undefined;
	return name ?? clipped(reason, 60, messages.detail.long);
}

function reasons(summary: PrefixSummary, messages: Messages): Markup {
	const order = outcomeOrder([summary.reasons]);
	const name = (reason: string): string => reasonName(reason, messages);
	const parts = summary.reasons.map(({ reason, count }) => `${name(reason)} ${count}`).join(', ');
	return html`<h3>${messages.prefix.whyNot}</h3>${outcomeBar(summary.reasons, order, parts)}${outcomeLegend(order, summary.reasons, name)}`;
}
