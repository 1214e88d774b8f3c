import type { FrameCandidateDetail } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Insert, type Markup } from '../../page/markup.ts';
import { reasonName } from '../../page/reason-name.ts';
import { clipped } from '../../page/said.ts';

const FRAME_CHARS = 300;

/** The candidates of one answer with the validator's word on each. */
export function candidateList(candidates: readonly FrameCandidateDetail[], locale: Locale): Markup | undefined {
	if (candidates.length === 0) return undefined;
	return html`<ol class="candidates">${candidates.map((candidate) => candidateRow(candidate, locale))}</ol>`;
}

/** `empty` is an answer without candidates here, not a prefix without words. */
export function frameReason(reason: string, locale: Locale): string {
	return reason === 'empty' ? locale.frames.empty : reasonName(reason, locale);
}

function candidateRow(candidate: FrameCandidateDetail, locale: Locale): Markup {
	const { frames } = locale;
	const { status, reason, framedText, level, claimedLevel } = candidate;
	const word =
		reason === undefined ? frames.status[status] : `${frames.status[status]}: ${frameReason(reason, locale)}`;
	const sign = { accepted: '✓', warned: '△', rejected: '✕', surplus: '+' }[status];
	return html`<li class="candidate ${status}"><span class="level">${level ?? clipped(claimedLevel ?? '–', 12, locale.detail.long)}</span>
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
