import { mainScore } from '../../../src/eval/header.ts';
import { sampleKey, scoreNamed } from '../../../src/eval/sample.ts';
import type { PeoplesJudgement } from '../../../src/eval/scoring/labels.ts';
import { readTurn, turnWaiting } from '../../../src/eval/turn.ts';
import { promptOutcomes } from '../../../src/eval/verdict.ts';
import { countReasons } from '../../../src/stats/counts.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMs } from '../../messages/numbers.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { mark, sampleAnchor } from '../page.ts';
import {
	inputOf,
	passed,
	type SampleItem,
	type SuiteRow,
	type SuiteView,
	scoreBadge,
	scoreWord,
	suiteRows,
	type ViewContext,
} from '../samples.ts';
import { unscoredText } from '../words.ts';

/** The suite's samples by prompt, then epoch, in corpus order. */
function prefixRows({ log, summary: { suite } }: ViewContext): readonly SuiteRow[] {
	const byPrompt = Map.groupBy(suiteRows(log, suite), ({ sample }) => sample.sampleId);
	return [...byPrompt.values()].flatMap((repeats) =>
		repeats.toSorted((one, other) => one.sample.epoch - other.sample.epoch),
	);
}

const ROW_CHARS = 240;
/** Static repeats of a prompt. */
const REPEATS_SHOWN = 8;

/** Text before the first call: a row per prompt, which opens to its repeats. */
export const prefixView: SuiteView = {
	title: (context) => context.locale.prefix.title({ n: promptCount(prefixRows(context)) }),
	content: prefixContent,
};

function prefixContent(context: ViewContext): Markup {
	const { log, summary, locale } = context;
	const { suite, variants } = summary;
	const [prompt, read, call, time] = locale.prefix.columns;
	const rows = prefixRows(context);
	const repeated = promptCount(rows) < rows.length;
	const order = outcomesInOrder(suite, variants);
	return html`<p class="lead">${locale.prefix.lead}</p>
<div class="columns prefixgrid" aria-hidden="true"><span></span><span>${prompt} · ${read}</span><span>${call}</span><span class="num">${time}</span></div>
${repeated ? promptList(rows, context) : singleList(rows, context)}
${variants.map((variant) => variantBlock(suite, variant, order, locale))}
${numberStrips(log, summary, locale)}`;
}

function promptCount(rows: readonly SuiteRow[]): number {
	return new Set(rows.map(({ sample }) => sample.sampleId)).size;
}

function singleList(rows: readonly SuiteRow[], context: ViewContext): Markup {
	return context.lists.list(
		rows.map((row, index) => ({
			...prefixItem(row, `${index + 1}`, context),
			anchor: sampleAnchor(context.summary.suite.name, row.sample.sampleId),
		})),
	);
}

function promptList(rows: readonly SuiteRow[], context: ViewContext): Markup {
	const { log, summary, lists, locale } = context;
	const { suite, variants } = summary;
	const byPrompt = Map.groupBy(rows, ({ sample }) => sample.sampleId);
	const samples = rows.map(({ sample }) => sample);
	const prompts = promptOutcomes(samples, mainScore(suite) ?? '', log.header.settings.epochs);
	return html`<ol class="rows prompts">${prompts.map(({ id, input, hits, misses, hit, unscored }, index) => {
		const repeats = (byPrompt.get(id) ?? []).map((row) => {
			const { variant, epoch } = row.sample;
			return prefixItem(row, `${variants.length > 1 ? `${locale.variant(variant)} ` : ''}${epoch + 1}`, context);
		});
		return html`<li id="${sampleAnchor(suite.name, id)}"><details class="row prompt"><summary><span class="prefixgrid">
<span class="number">${mark(hit)}<span class="num">${index + 1}</span></span>
<span class="words">${said('span', clipped(input, ROW_CHARS, locale.detail.long), 'asked')}</span>
<span class="share"><b>${locale.prefix.epochsOf({ meaningful: hits, epochs: hits + misses })}</b>${unscored.length > 0 && html` <span class="badge unscored">${unscoredText(countReasons(unscored), locale)}</span>`}</span></span></summary>${lists.list(repeats, REPEATS_SHOWN)}</details></li>`;
	})}</ol>`;
}

function prefixItem(row: SuiteRow, number: string, { labels, locale }: ViewContext): SampleItem {
	const { sample, sampleIndex, score } = row;
	const turn = readTurn(sample.transcript.generations);
	const { timeToFirstTokenMs, timeToCallMs } = turnWaiting(sample);
	const prefix = turn.prefix.trim();
	const input = inputOf(sample);
	const word = scoreWord(score, locale) ?? locale.prefix.counts;
	return {
		sampleIndex,
		summary: () => html`<span class="prefixgrid">
<span class="number">${mark(passed(score))}<span class="num">${number}</span></span>
<span class="words">${said('span', clipped(input, ROW_CHARS, locale.detail.long), 'asked')}${prefixWords(prefix, score, labels?.get(sampleKey(sample)), locale)}</span>
<span class="callcell">${callCell(row, turn.call?.name, locale)}</span>
<span class="times num">${time(locale.prefix.toFirstToken, timeToFirstTokenMs)}${time(locale.prefix.toCall, timeToCallMs)}</span>
</span>`,
		plain: {
			good: passed(score),
			title: prefix === '' ? input : prefix,
			text: [word, turn.call?.name].filter((part) => part !== undefined).join(' · '),
		},
	};
}

/** `prefix`: trimmed text before the first call (the whole answer without a call), without thinking. */
function prefixWords(
	prefix: string,
	score: SuiteRow['score'],
	people: PeoplesJudgement | undefined,
	locale: Locale,
): Markup {
	const text = clipped(prefix, ROW_CHARS, locale.detail.long);
	const words = prefix === '' ? undefined : said('q', text, passed(score) === true ? 'read' : 'read unread');
	const judged =
		people !== undefined &&
		html`<span class="badge people">${locale.prefix.label(people.meaningful, people.labels.map((label) => label.who).join(', '))}</span>`;
	return html`<span class="said">${words}${scoreBadge(score, locale)}${judged}</span>`;
}

function callCell({ sample, score }: SuiteRow, name: string | undefined, locale: Locale): Markup {
	if (name === undefined) {
		// An unscored turn may have been cut before its call.
		return html`<span class="muted">${score?.unscored === undefined ? locale.prefix.noCall : '–'}</span>`;
	}
	const scores = [scoreNamed(sample, 'firstTool'), scoreNamed(sample, 'arguments')] as const;
	const detail = scores.find((one) => passed(one) === false)?.detail;
	return html`<code>${clipped(name, 60, locale.detail.long)}</code>${callVerdict(scores, locale)}${
		detail !== undefined &&
		html`<span class="muted calldetail" dir="auto">${clipped(locale.say(detail), 160, locale.detail.long)}</span>`
	}`;
}

/** Whether the call is right, or the first error, or why one of the scores is unknown. */
function callVerdict(
	scores: readonly [firstTool: SuiteRow['score'], args: SuiteRow['score']],
	locale: Locale,
): Markup | undefined {
	const { right, wrongTool, wrongArguments } = locale.prefix;
	const wrong = scores.findIndex((score) => passed(score) === false);
	if (wrong !== -1) return html`<span class="verdictword wrong">✕ ${wrong === 0 ? wrongTool : wrongArguments}</span>`;
	const silent = scores.find((score) => score?.unscored !== undefined);
	if (silent !== undefined) return html`<span>${scoreBadge(silent, locale)}</span>`;
	return scores[0] && html`<span class="verdictword ok">✓ ${right}</span>`;
}

function time(name: string, ms: number | undefined): Markup | undefined {
	if (ms === undefined) return undefined;
	return html`<span class="time"><span class="timename">${name}</span> ${formatMs(ms)}</span>`;
}
