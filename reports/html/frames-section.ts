import type { FrameArmSummary, FrameCandidateDetail, FrameRow, FrameSummary, ReasonCounts } from '../../src/index.ts';
import { formatFigure, formatMs } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Insert, type Markup } from './markup.ts';
import { outcomeBar, outcomeLegend, outcomeOrder } from './outcome-bar.ts';
import { mark, reasonName } from './prefix-section.ts';
import { rateText } from './rate-figures.ts';
import { clipped, said } from './said.ts';
import type { SampleItem, SampleLists } from './sample-lists.ts';

/** Inputs whose candidates stand in the page; a large log has the rest in its data. */
const INPUTS_SHOWN = 120;
/** Arms and epochs of one input that stand in the page. */
const ROWS_SHOWN = 6;
const FRAME_CHARS = 300;

/** Outcomes by reason for each arm, then the inputs with every candidate and the validator's word on it. */
export function framesSection(summary: FrameSummary, lists: SampleLists, messages: Messages): Markup {
	const order = outcomeOrder(summary.arms.map((arm) => arm.outcomes));
	const byInput = Array.from(Map.groupBy(summary.rows, (row) => row.id).values());
	const shown = byInput.slice(0, INPUTS_SHOWN);
	const rest = byInput.slice(INPUTS_SHOWN).flat();
	return html`<section id="frames" aria-labelledby="frames-title">
<h2 id="frames-title">${messages.sections.frames}</h2>
<p class="lead">${messages.frames.lead}</p>
${summary.arms.map((arm) => armBlock(arm, order, messages))}
<h3>${messages.frames.inputs}</h3>
<ol class="rows inputs">${shown.map((rows) => inputRow(rows, lists, messages))}</ol>
${
	rest.length > 0 &&
	lists.list(
		rest.map((row) => rowItem(row, messages)),
		0,
	)
}
</section>`;
}

function armBlock(arm: FrameArmSummary, order: readonly string[], messages: Messages): Markup {
	const { frames } = messages;
	const name = (reason: string): string => frameReason(reason, messages);
	const parts = arm.outcomes.map(({ reason, count }) => `${name(reason)} ${count}`).join(', ');
	const warm = arm.endToEndMs.warm;
	return html`<div class="arm"><h3 class="armname">${messages.arm(arm.arm)} <span class="armrate">${frames.valid} ${rateText(arm.valid, messages)}</span></h3>
${outcomeBar(arm.outcomes, order, frames.outcomesLabel(messages.arm(arm.arm), parts))}
${outcomeLegend(order, arm.outcomes, name)}
<p class="muted facts">${arm.acceptedShare.n > 0 && html`${frames.acceptedShare} ${rateText(arm.acceptedShare, messages)} · `}${[
		fact(frames.levels, arm.levels, (level) => level),
		fact(frames.rejections, arm.rejections, name),
		arm.acceptedPerInput.mean === undefined
			? undefined
			: `${frames.perInput} ${formatFigure(arm.acceptedPerInput.mean)}`,
		warm.p50 === undefined || warm.p95 === undefined
			? undefined
			: `p50 ${formatMs(warm.p50)}, p95 ${formatMs(warm.p95)} (${messages.state.warm})`,
	]
		.filter((part) => part !== undefined)
		.join(' · ')}</p></div>`;
}

function fact(name: string, counts: ReasonCounts, word: (reason: string) => string): string | undefined {
	if (counts.length === 0) return undefined;
	return `${name}: ${counts.map(({ reason, count }) => `${word(reason)} ${count}`).join(', ')}`;
}

/** An input with one line per arm, opening to the candidates of each. */
function inputRow(rows: readonly FrameRow[], lists: SampleLists, messages: Messages): Markup | undefined {
	const [first] = rows;
	if (first === undefined) return undefined;
	const { frames } = messages;
	const shown = rows.slice(0, ROWS_SHOWN);
	const rest = rows.slice(ROWS_SHOWN).map((row) => rowItem(row, messages));
	const habit =
		first.habitType === 'build'
			? frames.build
			: first.habitType === 'break'
				? frames.break
				: clipped(first.habitType, 20, messages.detail.long);
	return html`<li><details class="row input"><summary><span class="inputgrid">${said('span', clipped(first.input, FRAME_CHARS, messages.detail.long), 'asked strong')}
<span class="habit"><span class="chip">${habit}</span>${first.anchorHint !== undefined && said('span', frames.anchor(clipped(first.anchorHint, 80, messages.detail.long)), 'muted')}</span>
<span class="armmarks">${shown.map(
		(row) =>
			html`<span class="armmark">${mark(row.valid)}<span>${messages.arm(row.arm)}</span> <b>${row.valid ? `${row.accepted}` : frameReason(row.reason ?? '', messages)}</b></span>`,
	)}</span></span></summary>
<div class="armsof">${shown.map((row) => armOfInput(row, lists, messages))}</div>${
		rest.length > 0 && lists.list(rest, 0)
	}</details></li>`;
}

function armOfInput(row: FrameRow, lists: SampleLists, messages: Messages): Markup {
	const { frames } = messages;
	const head = html`<p class="armhead"><b>${messages.arm(row.arm)}</b>${row.epoch > 0 && html` · ${messages.prefix.epoch(row.epoch + 1)}`} <span class="muted">${
		row.candidates.length === 0 ? frames.noCandidates : frames.candidates(row.accepted, row.candidates.length)
	}${row.reason !== undefined && html` · ${frameReason(row.reason, messages)}`} · ${formatMs(row.endToEndMs)}${row.cold && html` (${messages.state.cold})`}</span></p>`;
	return html`<div class="armof">${head}${
		row.candidates.length > 0 &&
		html`<ol class="candidates">${row.candidates.map((candidate) => candidateRow(candidate, messages))}</ol>`
	}${lists.row(rowItem(row, messages))}</div>`;
}

function candidateRow(candidate: FrameCandidateDetail, messages: Messages): Markup {
	const { frames } = messages;
	const { status, reason, framedText, level, claimedLevel } = candidate;
	const word =
		reason === undefined ? frames.status[status] : `${frames.status[status]}: ${frameReason(reason, messages)}`;
	const sign = { accepted: '✓', warned: '△', rejected: '✕', surplus: '+' }[status];
	return html`<li class="candidate ${status}"><span class="level">${level ?? clipped(claimedLevel ?? '–', 12, messages.detail.long)}</span>
<span class="framed" dir="auto" lang="ko">${framedText === undefined ? '–' : marked(framedText, candidate.offending)}</span>
<span class="status"><span aria-hidden="true">${sign}</span> ${word}</span></li>`;
}

/** The text with the offending words marked, also for those who do not see colour. */
function marked(text: string, offending: FrameCandidateDetail['offending']): readonly Insert[] {
	const parts: Insert[] = [];
	let from = 0;
	for (const { start, end } of offending.toSorted((first, second) => first.start - second.start)) {
		if (start < from || end > text.length) continue;
		parts.push(text.slice(from, start), html`<mark>${text.slice(start, end)}</mark>`);
		from = end;
	}
	parts.push(text.slice(from, from + FRAME_CHARS));
	return parts;
}

function rowItem(row: FrameRow, messages: Messages): SampleItem {
	const word = row.valid ? messages.frames.valid : frameReason(row.reason ?? '', messages);
	return {
		sampleIndex: row.sampleIndex,
		summary: (): Markup => html`<span class="opener">${messages.frames.transcript}</span>`,
		plain: { good: row.valid, title: row.input, text: `${messages.arm(row.arm)} · ${word}` },
	};
}

/** `empty` is an answer without candidates here, not a prefix without words. */
function frameReason(reason: string, messages: Messages): string {
	return reason === 'empty' ? messages.frames.empty : reasonName(reason, messages);
}
