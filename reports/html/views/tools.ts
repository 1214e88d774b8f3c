import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/json.ts';
import type { Score } from '../../../src/eval/score.ts';
import { turnOf } from '../../../src/eval/turn.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../../src/stats/rate.ts';
import type { SuiteSummary } from '../../../src/summary/suites.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMs } from '../../messages/numbers.ts';
import type { RateFigure } from '../charts/figures.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { mark, sampleAnchors } from '../page.ts';
import {
	mainScoreOf,
	passed,
	type SampleItem,
	type SuiteView,
	scoreBadge,
	scoreWord,
	type ViewContext,
} from '../samples.ts';

/** One tool-calling sample in one variant and epoch. */
interface ToolRow {
	readonly id: string;
	readonly input: string;
	readonly variant: string;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** The suite's main score; its reason is BFCL's name of the first error. */
	readonly score: Score | undefined;
	/** None: no call is the right answer. */
	readonly expected: readonly { readonly tool: string; readonly arguments: JsonObject }[];
	readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
	readonly endToEndMs: number;
}

export function toolRows({ log, summary: { suite } }: Pick<ViewContext, 'log' | 'summary'>): readonly ToolRow[] {
	return log.samples.flatMap((sample, index) => (sample.suite === suite.name ? [toolRow(sample, index, suite)] : []));
}

function toolRow(result: LogSample, sampleIndex: number, suite: SuiteSummary['suite']): ToolRow {
	const { sample, timings, transcript } = result;
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		variant: result.variant,
		sampleIndex,
		score: mainScoreOf(result, suite),
		expected: readExpected(sample.expected),
		calls: turnOf(transcript).calls,
		endToEndMs: timings.endToEndMs,
	};
}

/** A log may come from anywhere: what is not an expected call is left out. */
function readExpected(value: JsonValue | undefined): ToolRow['expected'] {
	if (!Array.isArray(value)) return [];
	return value
		.filter(isJsonObject)
		.flatMap((call) =>
			typeof call.tool === 'string' && isJsonObject(call.arguments)
				? [{ tool: call.tool, arguments: call.arguments }]
				: [],
		);
}

const CALL_CHARS = 200;

/** Calls against what was expected: rates, errors by BFCL's names, a row per sample. */
export const toolsView: SuiteView = {
	title: ({ locale }) => locale.sections.tools,
	content: toolsContent,
};

function toolsContent(context: ViewContext): Markup {
	const { log, summary, lists, locale } = context;
	const { suite, variants } = summary;
	const order = outcomesInOrder(suite, variants);
	const rows = toolRows(context);
	const anchorOf = sampleAnchors(suite.name);
	return html`<p class="lead">${locale.tools.lead}</p>
${variants.map((variant) => {
	const own = rows.filter((row) => row.variant === variant.variant);
	return variantBlock(suite, variant, order, locale, {
		figures: needs(own, variant.whole, locale),
		knownGroup: 'call',
	});
})}
${numberStrips(log, summary, locale)}
${lists.list(failuresFirst(rows).map((row) => ({ ...toolItem(row, locale), anchor: anchorOf(row.id) })))}`;
}

/** Rows that did not pass stand first, else in the order of the corpus. */
function failuresFirst(rows: readonly ToolRow[]): readonly ToolRow[] {
	return rows.toSorted((one, other) => Number(passed(one.score) === true) - Number(passed(other.score) === true));
}

/** Needed calls and right silence apart. */
function needs(rows: readonly ToolRow[], whole: boolean, { tools }: Locale): readonly RateFigure[] {
	const counts = (rate: Rate): Rate => (whole ? rate : withoutInterval(rate));
	return [
		{ name: tools.figures.relevant, rate: counts(rateIn(rows.filter(({ expected }) => expected.length > 0))) },
		{ name: tools.figures.irrelevant, rate: counts(rateIn(rows.filter(({ expected }) => expected.length === 0))) },
	];
}

function rateIn(rows: readonly ToolRow[]): Rate {
	const prompts = Map.groupBy(rows, ({ id }) => id).values();
	return rateOfClusters(prompts.map((epochs) => epochs.flatMap(({ score }) => passed(score) ?? [])));
}

function toolItem(row: ToolRow, locale: Locale): SampleItem {
	const { tools, detail } = locale;
	const { score, calls } = row;
	const expected =
		row.expected.length === 0
			? tools.noCallExpected
			: row.expected.map(({ tool, arguments: args }) => callText(tool, args)).join('; ');
	// Of what nobody could judge, a call may have been to come.
	const none = score?.unscored === undefined ? tools.noCall : '–';
	const called = calls.length === 0 ? none : calls.map(({ name, arguments: args }) => callText(name, args)).join('; ');
	const missed = passed(score) === false;
	return {
		sampleIndex: row.sampleIndex,
		summary: () => html`<span class="toolgrid"><span class="number">${mark(passed(score))}</span>
<span class="words">${said('span', clipped(row.input, CALL_CHARS, detail.long), 'asked')}
<span class="calls">${calls.length > 0 && html`<span class="timename">${tools.called}</span> `}<code>${clipped(called, CALL_CHARS, detail.long)}</code>${
			missed &&
			html`<br>${row.expected.length > 0 && html`<span class="timename">${tools.expected}</span> `}<code>${clipped(expected, CALL_CHARS, detail.long)}</code>`
		}</span></span>
<span class="said">${scoreBadge(score, locale)}${
			score?.detail !== undefined &&
			html`<span class="muted" dir="auto">${clipped(locale.say(score.detail), CALL_CHARS, locale.detail.long)}</span>`
		}</span><span class="times num">${formatMs(row.endToEndMs)}</span></span>`,
		plain: {
			good: passed(score),
			title: row.input,
			text: [clipped(called, CALL_CHARS, detail.long), scoreWord(score, locale)].filter(Boolean).join(' · '),
		},
	};
}

function callText(name: string, args: JsonObject): string {
	return `${name}(${Object.entries(args)
		.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
		.join(', ')})`;
}
