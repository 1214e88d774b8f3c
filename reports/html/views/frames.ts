import type { Score } from '../../../src/eval/score.ts';
import { type FrameCandidateDetail, type FrameDetail, frameDetail } from '../../../src/frame/judge.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { countReasons, type ReasonCounts } from '../../../src/stats/counts.ts';
import { distribution } from '../../../src/stats/distribution.ts';
import { rateOfClusters, withoutInterval } from '../../../src/stats/rate.ts';
import type { SuiteSummary, VariantSummary } from '../../../src/summary/suites.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMs } from '../../messages/numbers.ts';
import { rateText } from '../charts/figures.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Insert, type Markup, said } from '../markup.ts';
import { mark, sampleAnchor } from '../page.ts';
import { mainScoreOf, passed, type SampleItem, type SuiteView, scoreWord, type ViewContext } from '../samples.ts';
import { countedText, reasonName } from '../words.ts';

const FRAME_CHARS = 300;

/** The candidates of one answer with the validator's word on each. */
function candidateList(candidates: readonly FrameCandidateDetail[], locale: Locale): Markup | undefined {
	if (candidates.length === 0) return undefined;
	return html`<ol class="candidates">${candidates.map((candidate) => candidateRow(candidate, locale))}</ol>`;
}

/** `empty` is an answer without candidates here, not a prefix without words. */
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

/** One input in one variant and epoch, with what became of its candidates. */
interface FrameRow extends Pick<FrameDetail, 'candidates' | 'accepted'> {
	readonly id: string;
	readonly input: string;
	readonly habitType: string;
	readonly anchorHint?: string | undefined;
	readonly variant: string;
	readonly epoch: number;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** The suite's main score. */
	readonly score: Score | undefined;
	/** How long the app had waited, where it gave up. */
	readonly timeoutMs?: number | undefined;
	readonly endToEndMs: number;
	readonly cold: boolean;
}

export function frameRows({ log, summary: { suite } }: Pick<ViewContext, 'log' | 'summary'>): readonly FrameRow[] {
	return log.samples.flatMap((sample, index) => (sample.suite === suite.name ? [frameRow(sample, index, suite)] : []));
}

function frameRow(result: LogSample, sampleIndex: number, suite: SuiteSummary['suite']): FrameRow {
	const { sample, transcript, timings } = result;
	const { candidates, accepted } = frameDetail(sample, transcript.facts);
	const { timeoutMs } = transcript.facts;
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		habitType: typeof sample.habitType === 'string' ? sample.habitType : '',
		anchorHint: typeof sample.anchorHint === 'string' ? sample.anchorHint : undefined,
		variant: result.variant,
		epoch: result.epoch,
		sampleIndex,
		score: mainScoreOf(result, suite),
		candidates,
		accepted,
		timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : undefined,
		endToEndMs: timings.endToEndMs,
		cold: timings.cold,
	};
}

/** Inputs whose candidates stand in the page; a large log has the rest in its data. */
const INPUTS_SHOWN = 120;
/** Variants and epochs of one input that stand in the page. */
const ROWS_SHOWN = 6;
const INPUT_CHARS = 300;

/** Outcomes by reason for each variant, then the inputs with every candidate and the validator's word on it. */
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
	const byInput = Array.from(Map.groupBy(rows, ({ id }) => id).values()).sort(
		(one, other) => Number(one.every(isPassed)) - Number(other.every(isPassed)),
	);
	const rest = byInput.slice(INPUTS_SHOWN).flat();
	const reason = (word: string): string => frameReason(word, locale);
	return html`<p class="lead">${locale.frames.lead}</p>
${variants.map((variant) => variantBlock(suite, variant, order, locale, { reason, facts: facts(variant, rows, locale) }))}
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

/** What became of single candidates, and how long a suggestion took. */
function facts({ variant, whole }: VariantSummary, rows: readonly FrameRow[], locale: Locale): Markup {
	const { frames } = locale;
	const own = rows.filter((row) => row.variant === variant);
	const candidates = own.flatMap((row) => row.candidates);
	const shown = candidates.filter(isShown);
	// Those behind the third are good candidates that nobody asked for: they count neither way.
	const judged = ({ candidates: all }: FrameRow): readonly boolean[] =>
		all.filter(({ status }) => status !== 'surplus').map(isShown);
	const accepted = rateOfClusters(
		Map.groupBy(own, ({ id }) => id)
			.values()
			.map((epochs) => epochs.flatMap(judged)),
	);
	const rejected = candidates.filter(({ status }) => status === 'rejected');
	const warm = distribution(own.filter(({ cold }) => !cold).map(({ endToEndMs }) => endToEndMs));
	return html`<p class="muted facts">${accepted.n > 0 && html`${frames.acceptedShare} ${rateText(whole ? accepted : withoutInterval(accepted), locale)} · `}${[
		fact(frames.levels, countReasons(shown.map(({ level }) => level)), (level) => level),
		fact(frames.rejections, countReasons(rejected.map(({ reason }) => reason)), (word) => frameReason(word, locale)),
		warm.p50 === undefined || warm.p95 === undefined
			? undefined
			: `p50 ${formatMs(warm.p50)}, p95 ${formatMs(warm.p95)} (${locale.state.warm})`,
	]
		.filter((part) => part !== undefined)
		.join(' · ')}</p>${lateness(own, locale)}`;
}

/** That suggestions came later than the app waits, with what they take here. */
function lateness(rows: readonly FrameRow[], { frames }: Locale): Markup | undefined {
	const late = rows.filter(({ score }) => score?.value === false && score.reason === 'timeout');
	const median = distribution(rows.map(({ endToEndMs }) => endToEndMs)).p50;
	if (late.length === 0 || median === undefined) return undefined;
	const limit = late.find(({ timeoutMs }) => timeoutMs !== undefined)?.timeoutMs;
	return html`<p class="muted facts">${frames.late(
		late.length,
		rows.length,
		limit === undefined ? undefined : formatMs(limit),
		formatMs(median),
	)}</p>`;
}

function isShown({ status }: FrameRow['candidates'][number]): boolean {
	return status === 'accepted' || status === 'warned';
}

function fact(name: string, counts: ReasonCounts, word: (reason: string) => string): string | undefined {
	return counts.length === 0 ? undefined : `${name}: ${countedText(counts, word)}`;
}

/** An input with one line per variant, opening to the candidates of each. */
function inputRow(rows: readonly FrameRow[], context: ViewContext): Markup | undefined {
	const [first] = rows;
	if (first === undefined) return undefined;
	const { summary, lists, locale } = context;
	const { frames, detail } = locale;
	const shown = rows.slice(0, ROWS_SHOWN);
	const rest = rows.slice(ROWS_SHOWN).map((row) => rowItem(row, locale));
	const habit =
		first.habitType === 'build'
			? frames.build
			: first.habitType === 'break'
				? frames.break
				: clipped(first.habitType, 20, detail.long);
	return html`<li id="${sampleAnchor(summary.suite.name, first.id)}"><details class="row input"><summary><span class="inputgrid">${said('span', clipped(first.input, INPUT_CHARS, detail.long), 'asked strong')}
<span class="habit"><span class="chip">${habit}</span>${first.anchorHint !== undefined && said('span', frames.anchor(clipped(first.anchorHint, 80, detail.long)), 'muted')}</span>
<span class="variantmarks">${shown.map(
		(row) =>
			html`<span class="variantmark">${mark(passed(row.score))}<span>${locale.variant(row.variant)}</span> <b>${outcome(row, locale) ?? frames.candidates(row.accepted, row.candidates.length)}</b></span>`,
	)}</span></span></summary>
<div class="variantsof">${shown.map((row) => variantOfInput(row, context))}</div>${
		rest.length > 0 && lists.list(rest, 0)
	}</details></li>`;
}

function variantOfInput(row: FrameRow, { lists, locale }: ViewContext): Markup {
	const { frames } = locale;
	const word = outcome(row, locale);
	const count =
		row.candidates.length === 0 ? frames.noCandidates : frames.candidates(row.accepted, row.candidates.length);
	return html`<div class="variantof"><p class="varianthead"><b>${locale.variant(row.variant)}</b>${row.epoch > 0 && html` · ${locale.prefix.epoch(row.epoch + 1)}`} <span class="muted">${
		count
	}${word !== undefined && html` · ${word}`} · ${formatMs(row.endToEndMs)}${row.cold && html` (${locale.state.cold})`}</span></p>${candidateList(row.candidates, locale)}${lists.row(rowItem(row, locale))}</div>`;
}

function rowItem(row: FrameRow, locale: Locale): SampleItem {
	return {
		sampleIndex: row.sampleIndex,
		summary: (): Markup => html`<span class="opener">${locale.frames.transcript}</span>`,
		plain: {
			good: passed(row.score),
			title: row.input,
			text: `${locale.variant(row.variant)} · ${outcome(row, locale) ?? locale.frames.valid}`,
		},
	};
}

/** Why an input does not pass, or is unscored; absent where it passes. */
function outcome({ score }: FrameRow, locale: Locale): string | undefined {
	return scoreWord(score, locale, (reason) => frameReason(reason, locale));
}
