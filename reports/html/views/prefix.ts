import type { JsonObject } from '../../../src/base/json.ts';
import { mainScore } from '../../../src/eval/run.ts';
import { sampleKey, scoreNamed } from '../../../src/eval/sample.ts';
import type { Score } from '../../../src/eval/score.ts';
import type { PeoplesJudgement } from '../../../src/eval/scoring/labels.ts';
import { readTurn, turnWaiting } from '../../../src/eval/turn.ts';
import { promptOutcomes } from '../../../src/eval/verdict.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { countReasons } from '../../../src/stats/counts.ts';
import {
	type FlutterGemmaFate,
	type FlutterGemmaRow,
	type FlutterGemmaSummary,
	summarizeFlutterGemma,
} from '../../../src/summary/fates/flutter-gemma.ts';
import type { SuiteSummary } from '../../../src/summary/suites.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatMs } from '../../messages/numbers.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { foldedSection, mark, type PageSection, sampleAnchor } from '../page.ts';
import {
	mainScoreOf,
	passed,
	type SampleItem,
	type SuiteView,
	scoreBadge,
	scoreWord,
	type ViewContext,
} from '../samples.ts';
import { unscoredText } from '../words.ts';

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];
/** Characters of a cell. */
const CELL_CHARS = 160;
/** Rows that stand in the page; the CSV has all. */
const ROWS_SHOWN = 60;

/** What an app on flutter_gemma would show, save and lose of a suite; absent where raw streams are not known. */
function flutterGemmaSection({ log, summary: { suite }, locale }: ViewContext): PageSection | undefined {
	const summary = summarizeFlutterGemma(log, suite.name);
	if (summary === undefined) return undefined;
	const id = `flutter-gemma-${suite.name}`;
	const name = locale.flutterGemma.title;
	return { id, name, markup: fates(id, suite.name, summary, locale) };
}

function fates(id: string, suite: string, summary: FlutterGemmaSummary, locale: Locale): Markup {
	const own = locale.flutterGemma;
	const happened = FATES.filter((fate) => summary.counts.streaming[fate] > 0);
	const content = html`<p class="lead">${own.lead} ${own.modelType[summary.modelType]} ${summary.cut > 0 && own.cut(formatCount(summary.cut))}</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><th scope="col"></th>${FATES.map((fate) => html`<th scope="col" class="num">${own.fates[fate]}</th>`)}</tr></thead><tbody>${(
		['streaming', 'whole'] as const
	).map(
		(mode) =>
			html`<tr><th scope="row">${own.modes[mode]}</th>${FATES.map((fate) => html`<td class="num">${locale.of(`${summary.counts[mode][fate]}`, `${summary.rows.length}`)}</td>`)}</tr>`,
	)}</tbody></table></div>
<details class="row all"><summary>${own.each}</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${own.prompt}</th>${happened.map((fate) => html`<th scope="col">${own.fates[fate]}</th>`)}</tr></thead><tbody>${summary.rows
		.slice(0, ROWS_SHOWN)
		.map((row) => fatesRow(row, happened, locale))}</tbody></table></div></details>`;
	return foldedSection(id, html`${own.title} <span class="muted">${suite}</span>`, content);
}

function fatesRow(row: FlutterGemmaRow, happened: readonly FlutterGemmaFate[], locale: Locale): Markup {
	const cell = (text: string): Markup => said('span', clipped(text.trim(), CELL_CHARS, locale.detail.long));
	return html`<tr><th scope="row">${cell(row.input)}</th>${happened.map((fate) => html`<td>${row.streaming[fate].trim() === '' ? '–' : cell(row.streaming[fate])}</td>`)}</tr>`;
}

/** One prompt in one variant and epoch. */
interface PrefixRow {
	readonly id: string;
	readonly input: string;
	readonly variant: string;
	readonly epoch: number;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** Trimmed text before the first call (the whole answer where there is none), thinking excluded; may be ''. */
	readonly prefix: string;
	/** The suite's main score. */
	readonly score: Score | undefined;
	/** First call of the turn. */
	readonly call?: { readonly name: string; readonly arguments: JsonObject } | undefined;
	/** Right tool, right arguments; of a call alone. */
	readonly firstTool?: Score | undefined;
	readonly arguments?: Score | undefined;
	readonly timeToFirstTokenMs?: number | undefined;
	/** From the user's message to the complete first call. */
	readonly timeToCallMs?: number | undefined;
	/** What people say of this very prefix. */
	readonly people?: PeoplesJudgement | undefined;
}

/** The suite's samples by prompt, then epoch, in corpus order. */
export function prefixRows({
	log,
	summary: { suite },
	labels,
}: Pick<ViewContext, 'log' | 'summary' | 'labels'>): readonly PrefixRow[] {
	const rows = log.samples.flatMap((sample, index) =>
		sample.suite === suite.name ? [prefixRow(sample, index, suite, labels?.get(sampleKey(sample)))] : [],
	);
	const order = new Map<string, number>();
	for (const { id } of rows) order.set(id, order.get(id) ?? order.size);
	return rows.sort(
		(first, second) => (order.get(first.id) ?? 0) - (order.get(second.id) ?? 0) || first.epoch - second.epoch,
	);
}

function prefixRow(
	result: LogSample,
	sampleIndex: number,
	suite: SuiteSummary['suite'],
	people: PeoplesJudgement | undefined,
): PrefixRow {
	const { prefix, call } = readTurn(result.transcript.generations);
	const { timeToFirstTokenMs, timeToCallMs } = turnWaiting(result);
	return {
		id: result.sampleId,
		input: typeof result.sample.input === 'string' ? result.sample.input : '',
		variant: result.variant,
		epoch: result.epoch,
		sampleIndex,
		prefix: prefix.trim(),
		score: mainScoreOf(result, suite),
		call: call && { name: call.name, arguments: call.arguments },
		firstTool: call && scoreNamed(result, 'firstTool'),
		arguments: call && scoreNamed(result, 'arguments'),
		timeToFirstTokenMs,
		timeToCallMs,
		people,
	};
}

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
	const { suite, variants } = summary;
	const [prompt, read, call, time] = locale.prefix.columns;
	const rows = prefixRows(context);
	const repeated = new Set(rows.map(({ id }) => id)).size < rows.length;
	const order = outcomesInOrder(suite, variants);
	return html`<p class="lead">${locale.prefix.lead}</p>
<div class="columns prefixgrid" aria-hidden="true"><span></span><span>${prompt} · ${read}</span><span>${call}</span><span class="num">${time}</span></div>
${repeated ? promptList(rows, context) : singleList(rows, context)}
${variants.map((variant) => variantBlock(suite, variant, order, locale))}
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
	const { suite, variants } = summary;
	const byPrompt = Map.groupBy(rows, ({ id }) => id);
	const samples = rows.flatMap(({ sampleIndex }) => log.samples[sampleIndex] ?? []);
	const prompts = promptOutcomes(samples, mainScore(suite) ?? '', log.header.settings.epochs);
	return html`<ol class="rows prompts">${prompts.map(({ id, input, hits, misses, hit, unscored }, index) => {
		const repeats = (byPrompt.get(id) ?? []).map((row) =>
			prefixItem(
				row,
				variants.length > 1 ? `${locale.variant(row.variant)} ${row.epoch + 1}` : `${row.epoch + 1}`,
				locale,
			),
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
		detail !== undefined &&
		html`<span class="muted calldetail" dir="auto">${clipped(locale.say(detail), 160, locale.detail.long)}</span>`
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
