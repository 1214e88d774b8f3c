import { countReasons, mainScore, promptOutcomes } from '../../../src/index.ts';
import { formatMs } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { coreSaid } from '../../page/core-said.ts';
import { mark } from '../../page/mark.ts';
import { html, type Markup } from '../../page/markup.ts';
import { unscoredText } from '../../page/reason-name.ts';
import { clipped, said } from '../../page/said.ts';
import { sampleAnchor } from '../anchor.ts';
import { numberStrips } from '../charts/number-strips.ts';
import type { SampleItem } from '../samples/sample-lists.ts';
import { passed, scoreBadge, scoreWord } from '../samples/sample-score.ts';
import { outcomesInOrder } from '../samples/score-outcomes.ts';
import { armBlock } from '../sections/suite/arm-block.ts';
import { flutterGemmaSection } from './flutter-gemma.ts';
import { type PrefixRow, prefixRows } from './prefix-row.ts';
import type { SuiteView, ViewContext } from './view.ts';

/** Characters of a prompt or prefix in a closed row. */
const ROW_CHARS = 240;
/** Repeats of one prompt that stand in the page. */
const REPEATS_SHOWN = 8;

/** What the user would have read before the first call: a row per prompt, which opens to its repeats where it has some. */
export const prefixView: SuiteView = {
	title: (context) => context.locale.prefix.title(new Set(prefixRows(context).map(({ id }) => id)).size),
	content: prefixContent,
	behind: flutterGemmaSection,
};

function prefixContent(context: ViewContext): Markup {
	const { log, summary, locale } = context;
	const { suite, arms } = summary;
	const [prompt, read, call, time] = locale.prefix.columns;
	const rows = prefixRows(context);
	const repeated = new Set(rows.map(({ id }) => id)).size < rows.length;
	const order = outcomesInOrder(suite, arms);
	return html`<p class="lead">${locale.prefix.lead}</p>
<div class="columns prefixgrid" aria-hidden="true"><span></span><span>${prompt} · ${read}</span><span>${call}</span><span class="num">${time}</span></div>
${repeated ? promptList(rows, context) : singleList(rows, context)}
${arms.map((arm) => armBlock(suite, arm, order, locale))}
${numberStrips(log, summary, locale)}`;
}

function singleList(rows: readonly PrefixRow[], { summary, lists, locale }: ViewContext): Markup {
	return lists.list(
		rows.map((row, index) => ({
			...prefixItem(row, `${index + 1}`, locale),
			anchor: sampleAnchor(summary.suite.name, row.id),
		})),
	);
}

function promptList(rows: readonly PrefixRow[], { log, summary, lists, locale }: ViewContext): Markup {
	const { suite, arms } = summary;
	const byPrompt = Map.groupBy(rows, ({ id }) => id);
	const samples = rows.flatMap(({ sampleIndex }) => log.samples[sampleIndex] ?? []);
	const prompts = promptOutcomes(samples, mainScore(suite) ?? '', log.header.settings.epochs);
	return html`<ol class="rows prompts">${prompts.map(({ id, input, hits, misses, hit, unscored }, index) => {
		const repeats = (byPrompt.get(id) ?? []).map((row) =>
			prefixItem(row, arms.length > 1 ? `${locale.arm(row.arm)} ${row.epoch + 1}` : `${row.epoch + 1}`, locale),
		);
		return html`<li id="${sampleAnchor(suite.name, id)}"><details class="row prompt"><summary><span class="prefixgrid">
<span class="number">${mark(hit)}<span class="num">${index + 1}</span></span>
<span class="words">${said('span', clipped(input, ROW_CHARS, locale.detail.long), 'asked')}</span>
<span class="share"><b>${locale.prefix.epochsOf(hits, hits + misses)}</b>${unscored.length > 0 && html` <span class="badge unscored">${unscoredText(countReasons(unscored), locale)}</span>`}</span></span></summary>${lists.list(repeats, REPEATS_SHOWN)}</details></li>`;
	})}</ol>`;
}

function prefixItem(row: PrefixRow, number: string, locale: Locale): SampleItem {
	const word = scoreWord(row.score, locale) ?? locale.prefix.counts;
	return {
		sampleIndex: row.sampleIndex,
		summary: () => html`<span class="prefixgrid">
<span class="number">${mark(passed(row.score))}<span class="num">${number}</span></span>
<span class="words">${said('span', clipped(row.input, ROW_CHARS, locale.detail.long), 'asked')}${prefixWords(row, locale)}</span>
<span class="callcell">${callCell(row, locale)}</span>
<span class="times num">${time(locale.prefix.toFirstToken, row.timeToFirstTokenMs)}${time(locale.prefix.toCall, row.timeToCallMs)}</span>
</span>`,
		plain: {
			good: passed(row.score),
			title: row.prefix === '' ? row.input : row.prefix,
			text: [word, row.call?.name].filter((part) => part !== undefined).join(' · '),
		},
	};
}

function prefixWords({ prefix, score, people }: PrefixRow, locale: Locale): Markup {
	const text = clipped(prefix, ROW_CHARS, locale.detail.long);
	const words = prefix === '' ? undefined : said('q', text, passed(score) === true ? 'read' : 'read unread');
	const judged =
		people !== undefined &&
		html`<span class="badge people">${locale.prefix.label(people.meaningful, people.labels.map((label) => label.who).join(', '))}</span>`;
	return html`<span class="said">${words}${scoreBadge(score, locale)}${judged}</span>`;
}

function callCell(row: PrefixRow, locale: Locale): Markup {
	// Of what nobody could judge, a call may have been to come.
	if (row.call === undefined) {
		return html`<span class="muted">${row.score?.unscored === undefined ? locale.prefix.noCall : '–'}</span>`;
	}
	const detail = [row.firstTool, row.arguments].find((score) => passed(score) === false)?.detail;
	return html`<code>${clipped(row.call.name, 60, locale.detail.long)}</code>${callVerdict(row, locale)}${
		detail !== undefined && html`<span class="muted calldetail" dir="auto">${coreSaid(detail, 160, locale)}</span>`
	}`;
}

/** Right, or the first thing that is wrong, or why one of the two is not known. */
function callVerdict({ firstTool, arguments: args }: PrefixRow, locale: Locale): Markup | undefined {
	const { right, wrongTool, wrongArguments } = locale.prefix;
	const wrong = passed(firstTool) === false ? wrongTool : passed(args) === false ? wrongArguments : undefined;
	if (wrong !== undefined) return html`<span class="verdictword wrong">✕ ${wrong}</span>`;
	const silent = [firstTool, args].find((score) => score?.unscored !== undefined);
	if (silent !== undefined) return html`<span>${scoreBadge(silent, locale)}</span>`;
	return firstTool && html`<span class="verdictword ok">✓ ${right}</span>`;
}

function time(name: string, ms: number | undefined): Markup | undefined {
	if (ms === undefined) return undefined;
	return html`<span class="time"><span class="timename">${name}</span> ${formatMs(ms)}</span>`;
}
