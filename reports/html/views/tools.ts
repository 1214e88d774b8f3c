import type { ExpectedCall } from '../../../src/eval/match/calls.ts';
import { turnOf } from '../../../src/eval/turn.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../../src/stats/rate.ts';
import { expectedCalls } from '../../../src/summary/state/calls.ts';
import { callText, expectedText } from '../../calls.ts';
import type { Locale } from '../../messages/catalogue.ts';
import type { RateFigure } from '../charts/figures.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { mark, sampleAnchors } from '../page.ts';
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
import { sampleTime } from '../words.ts';

interface ToolRow extends SuiteRow {
	/** Empty: no call is the right answer. */
	readonly expected: readonly ExpectedCall[];
}

const CALL_CHARS = 200;

/** Called and expected: rates, errors by BFCL's names, a row per sample. */
export const toolsView: SuiteView = {
	title: ({ locale }) => locale.sections.tools,
	content: toolsContent,
};

function toolsContent(context: ViewContext): Markup {
	const { log, summary, lists, locale } = context;
	const { suite, variants } = summary;
	const order = outcomesInOrder(suite, variants);
	const rows = suiteRows(log, suite).map((row): ToolRow => ({ ...row, expected: expectedCalls(row.sample.sample) }));
	const anchorOf = sampleAnchors(suite.name);
	return html`<p class="lead">${locale.tools.lead}</p>
${variants.map((variant) => {
	const own = rows.filter(({ sample }) => sample.variant === variant.variant);
	return variantBlock(suite, variant, order, locale, {
		figures: needs(own, variant.whole, locale),
		knownGroup: 'call',
	});
})}
${numberStrips(log, summary, locale)}
${lists.list(failuresFirst(rows).map((row) => ({ ...toolItem(row, locale), anchor: anchorOf(row.sample.sampleId) })))}`;
}

function failuresFirst(rows: readonly ToolRow[]): readonly ToolRow[] {
	return rows.toSorted((one, other) => Number(one.right === true) - Number(other.right === true));
}

/** Rates of prompts that need a call, and of those that do not. */
function needs(rows: readonly ToolRow[], whole: boolean, { tools }: Locale): readonly RateFigure[] {
	const counts = (rate: Rate): Rate => (whole ? rate : withoutInterval(rate));
	return [
		{ name: tools.figures.relevant, rate: counts(rateIn(rows.filter(({ expected }) => expected.length > 0))) },
		{ name: tools.figures.irrelevant, rate: counts(rateIn(rows.filter(({ expected }) => expected.length === 0))) },
	];
}

function rateIn(rows: readonly ToolRow[]): Rate {
	const prompts = Map.groupBy(rows, ({ sample }) => sample.sampleId).values();
	return rateOfClusters(prompts.map((epochs) => epochs.flatMap(({ score }) => passed(score) ?? [])));
}

function toolItem(row: ToolRow, locale: Locale): SampleItem {
	const { tools, detail } = locale;
	const { sample, sampleIndex, score, right } = row;
	const input = inputOf(sample);
	const { calls } = turnOf(sample.transcript);
	const expected = row.expected.length === 0 ? tools.noCallExpected : expectedText(row.expected, locale);
	// An unscored turn may have been cut before its call.
	const called = calls.length === 0 && score?.unscored !== undefined ? '–' : callText(calls, locale);
	const missed = right === false;
	return {
		sampleIndex,
		summary: () => html`<span class="toolgrid"><span class="number">${mark(right)}</span>
<span class="words">${said('span', clipped(input, CALL_CHARS, detail.long), 'asked')}
<span class="calls">${calls.length > 0 && html`<span class="timename">${tools.called}</span> `}<code>${clipped(called, CALL_CHARS, detail.long)}</code>${
			missed &&
			html`<br>${row.expected.length > 0 && html`<span class="timename">${tools.expected}</span> `}<code>${clipped(expected, CALL_CHARS, detail.long)}</code>`
		}</span></span>
<span class="said">${scoreBadge(score, locale)}${
			score?.detail !== undefined &&
			html`<span class="muted" dir="auto">${clipped(locale.say(score.detail), CALL_CHARS, locale.detail.long)}</span>`
		}</span><span class="times num">${sampleTime(sample)}</span></span>`,
		plain: {
			good: right,
			title: input,
			text: [clipped(called, CALL_CHARS, detail.long), scoreWord(score, locale)].filter(Boolean).join(' · '),
		},
	};
}
