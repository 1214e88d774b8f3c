import { type FrameCandidateDetail, type FrameDetail, frameDetail } from '../../../src/frame/judge.ts';
import { countReasons, type ReasonCounts } from '../../../src/stats/counts.ts';
import { distribution } from '../../../src/stats/distribution.ts';
import { rateOfClusters, withoutInterval } from '../../../src/stats/rate.ts';
import type { SuiteSummary, VariantSummary } from '../../../src/summary/suites.ts';
import { endToEnd } from '../../../src/summary/turn-times.ts';
import { shownByApp } from '../../frame-words.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMs } from '../../messages/numbers.ts';
import { rateText } from '../charts/figures.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Insert, type Markup, said } from '../markup.ts';
import { mark, sampleAnchor } from '../page.ts';
import {
	inputOf,
	passed,
	type SampleItem,
	type SuiteRow,
	type SuiteView,
	scoreWord,
	suiteRows,
	type ViewContext,
} from '../samples.ts';
import { countedText, reasonName, sampleTime } from '../words.ts';

const FRAME_CHARS = 300;

function candidateList(candidates: readonly FrameCandidateDetail[], locale: Locale): Markup | undefined {
	if (candidates.length === 0) return undefined;
	return html`<ol class="candidates">${candidates.map((candidate) => candidateRow(candidate, locale))}</ol>`;
}

/** Here, `empty` means no candidates. */
function frameReason(reason: string, locale: Locale): string {
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
<span class="status"><span aria-hidden="true">${sign}</span> ${word}${reason !== undefined && html`<small>${frames.wanted[reason]} <code>${reason}</code></small>`}</span></li>`;
}

/** The text with offending words marked. */
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

interface FrameRow extends SuiteRow, Pick<FrameDetail, 'candidates' | 'accepted'> {}

function frameRows({ log, summary: { suite } }: ViewContext): readonly FrameRow[] {
	return suiteRows(log, suite).map((row) => {
		const { candidates, accepted } = frameDetail(row.sample.sample, row.sample.transcript.facts);
		return { ...row, candidates, accepted };
	});
}

/** Inputs in the page; the embedded data has the rest. */
const INPUTS_SHOWN = 120;
/** Variants and epochs of an input in the page. */
const ROWS_SHOWN = 6;
const INPUT_CHARS = 300;

/** Outcomes of each variant, then inputs with every candidate and the validator's result. */
export const framesView: SuiteView = {
	title: ({ locale }) => locale.sections.frames,
	reason: (locale) => (word) => frameReason(word, locale),
	content: framesContent,
};

function framesContent(context: ViewContext): Markup {
	const { log, summary, lists, locale } = context;
	const { suite, variants } = summary;
	const order = outcomesInOrder(suite, variants);
	const rows = frameRows(context);
	const byInput = Array.from(Map.groupBy(rows, ({ sample }) => sample.sampleId).values()).sort(
		(one, other) => Number(one.every(isPassed)) - Number(other.every(isPassed)),
	);
	const rest = byInput.slice(INPUTS_SHOWN).flat();
	const reason = (word: string): string => frameReason(word, locale);
	return html`<p class="lead">${locale.frames.lead}</p>
${variants.map((variant) => variantBlock(suite, variant, order, locale, { reason, facts: facts(summary, variant, rows, locale) }))}
${numberStrips(log, summary, locale)}
<h3>${locale.frames.inputs}</h3>
<ol class="rows inputs">${byInput.slice(0, INPUTS_SHOWN).map((input) => inputRow(input, context))}</ol>
${
	rest.length > 0 &&
	lists.list(
		rest.map((row) => rowItem(row, locale)),
		0,
	)
}`;
}

function isPassed({ score }: FrameRow): boolean {
	return passed(score) === true;
}

/** Outcomes of candidates, and the time of a suggestion. */
function facts(suite: SuiteSummary, summary: VariantSummary, rows: readonly FrameRow[], locale: Locale): Markup {
	const { frames } = locale;
	const { variant, whole } = summary;
	const own = rows.filter(({ sample }) => sample.variant === variant);
	const candidates = own.flatMap((row) => row.candidates);
	const shown = candidates.filter(isShown);
	// Valid candidates beyond the third do not count.
	const judged = ({ candidates: all }: FrameRow): readonly boolean[] =>
		all.filter(({ status }) => status !== 'surplus').map(isShown);
	const accepted = rateOfClusters(
		Map.groupBy(own, ({ sample }) => sample.sampleId)
			.values()
			.map((epochs) => epochs.flatMap(judged)),
	);
	const rejected = candidates.filter(({ status }) => status === 'rejected');
	const warm = distribution(own.flatMap(({ sample }) => (sample.timings.cold ? [] : (endToEnd(sample) ?? []))));
	const beside = shownByApp(suite, summary, locale);
	return html`<p class="muted facts">${beside !== undefined && html`${beside} · `}${accepted.n > 0 && html`${frames.acceptedShare} ${rateText(whole ? accepted : withoutInterval(accepted), locale)} · `}${[
		fact(frames.levels, countReasons(shown.map(({ level }) => level)), (level) => level),
		fact(frames.rejections, countReasons(rejected.map(({ reason }) => reason)), (word) => frameReason(word, locale)),
		warm.p50 === undefined || warm.p95 === undefined
			? undefined
			: `p50 ${formatMs(warm.p50)}, p95 ${formatMs(warm.p95)} (${locale.state.warm})`,
	]
		.filter((part) => part !== undefined)
		.join(' · ')}</p>${lateness(own, locale)}`;
}

/** How many suggestions exceeded the app's time limit, and the median time. */
function lateness(rows: readonly FrameRow[], { frames }: Locale): Markup | undefined {
	const late = rows.filter(({ score }) => score?.value === false && score.reason === 'timeout');
	const median = distribution(rows.flatMap(({ sample }) => endToEnd(sample) ?? [])).p50;
	if (late.length === 0 || median === undefined) return undefined;
	const limit = late.map(({ sample }) => sample.transcript.facts.timeoutMs).find((ms) => typeof ms === 'number');
	return html`<p class="muted facts">${frames.late({
		count: late.length,
		n: rows.length,
		limit: limit === undefined ? undefined : formatMs(limit),
		median: formatMs(median),
	})}</p>`;
}

function isShown({ status }: FrameRow['candidates'][number]): boolean {
	return status === 'accepted' || status === 'warned';
}

function fact(name: string, counts: ReasonCounts, word: (reason: string) => string): string | undefined {
	return counts.length === 0 ? undefined : `${name}: ${countedText(counts, word)}`;
}

/** An input with a line per variant, opening to the candidates. */
function inputRow(rows: readonly FrameRow[], context: ViewContext): Markup | undefined {
	const [first] = rows;
	if (first === undefined) return undefined;
	const { summary, lists, locale } = context;
	const { frames, detail } = locale;
	const shown = rows.slice(0, ROWS_SHOWN);
	const rest = rows.slice(ROWS_SHOWN).map((row) => rowItem(row, locale));
	const { habitType, anchorHint } = first.sample.sample;
	const habit =
		habitType === 'build' || habitType === 'break'
			? frames[habitType]
			: clipped(typeof habitType === 'string' ? habitType : '', 20, detail.long);
	return html`<li id="${sampleAnchor(summary.suite.name, first.sample.sampleId)}"><details class="row input"><summary><span class="inputgrid">${said('span', clipped(inputOf(first.sample), INPUT_CHARS, detail.long), 'asked strong')}
<span class="habit"><span class="chip">${habit}</span>${typeof anchorHint === 'string' && said('span', frames.anchor({ hint: clipped(anchorHint, 80, detail.long) }), 'muted')}</span>
<span class="variantmarks">${shown.map(
		(row) =>
			html`<span class="variantmark">${mark(passed(row.score))}<span>${locale.variant(row.sample.variant)}</span> <b>${outcome(row, locale) ?? frames.candidates({ accepted: row.accepted, returned: row.candidates.length })}</b></span>`,
	)}</span></span></summary>
<div class="variantsof">${shown.map((row) => variantOfInput(row, context))}</div>${
		rest.length > 0 && lists.list(rest, 0)
	}</details></li>`;
}

function variantOfInput(row: FrameRow, { lists, locale }: ViewContext): Markup {
	const { frames } = locale;
	const { variant, epoch, timings } = row.sample;
	const word = outcome(row, locale);
	const count =
		row.candidates.length === 0
			? frames.noCandidates
			: frames.candidates({ accepted: row.accepted, returned: row.candidates.length });
	return html`<div class="variantof"><p class="varianthead"><b>${locale.variant(variant)}</b>${epoch > 0 && html` · ${locale.prefix.epoch({ number: epoch + 1 })}`} <span class="muted">${
		count
	}${word !== undefined && html` · ${word}`} · ${sampleTime({ timings })}${timings.cold && html` (${locale.state.cold})`}</span></p>${candidateList(row.candidates, locale)}${lists.row(rowItem(row, locale))}</div>`;
}

function rowItem(row: FrameRow, locale: Locale): SampleItem {
	return {
		sampleIndex: row.sampleIndex,
		summary: (): Markup => html`<span class="opener">${locale.frames.transcript}</span>`,
		plain: {
			good: passed(row.score),
			title: inputOf(row.sample),
			text: `${locale.variant(row.sample.variant)} · ${outcome(row, locale) ?? locale.frames.valid}`,
		},
	};
}

/** Why an input fails or is unscored; undefined if it passes. */
function outcome({ score }: FrameRow, locale: Locale): string | undefined {
	return scoreWord(score, locale, (reason) => frameReason(reason, locale));
}
