import { type EvaluatedSuite, mainScore } from '../../../src/eval/header.ts';
import { type SampleResult, scoreNamed } from '../../../src/eval/sample.ts';
import { turnOf } from '../../../src/eval/turn.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMeasure } from '../../messages/numbers.ts';
import { scoreTitle, suiteTitle } from '../../titles.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { foldedSection, mark, type PageSection, sampleAnchors, suiteAnchor } from '../page.ts';
import {
	inputOf,
	mainScoreOf,
	type SampleItem,
	type SuiteRow,
	type SuiteView,
	scoreBadge,
	scoreWord,
	suiteRows,
	type ViewContext,
} from '../samples.ts';
import { framesView } from '../views/frames.ts';
import { prefixView } from '../views/prefix.ts';
import { toolsView } from '../views/tools.ts';
import { sampleTime } from '../words.ts';

/** A suite with its rich view, or the view of any suite. */
export function suiteSectionOf(context: ViewContext): PageSection {
	const { summary, locale } = context;
	const { suite } = summary;
	const view = viewOf(suite);
	const name = suite.title === undefined && view !== undefined ? view.title(context) : suiteTitle(suite, locale);
	const content = view === undefined ? suiteContent(context) : view.content(context);
	return { id: suiteAnchor(suite.name), name, markup: suiteSection(suite.name, name, locale, content) };
}

/** The rich view that a suite declares; undefined if none or unknown. */
export function viewOf({ view }: EvaluatedSuite): SuiteView | undefined {
	return view === undefined ? undefined : VIEWS.get(view);
}

const VIEWS: ReadonlyMap<string, SuiteView> = new Map([
	['prefix', prefixView],
	['frames', framesView],
	['tools', toolsView],
	['dialogs', toolsView],
]);

/** Characters of an input, answer or detail in a closed row. */
const ROW_CHARS = 200;

/** The view of any suite: rates and outcomes of each variant, numbers, every sample. */
function suiteContent({ log, summary, lists, locale }: ViewContext): Markup {
	const { suite, variants } = summary;
	const order = outcomesInOrder(suite, variants);
	const anchorOf = sampleAnchors(suite.name);
	const items = suiteRows(log, suite).map((row) => ({
		...sampleItem(row, summary, locale),
		anchor: anchorOf(row.sample.sampleId),
	}));
	return html`${variants.map((variant) => variantBlock(suite, variant, order, locale))}
${numberStrips(log, summary, locale)}
${items.length > 0 && html`<h3>${locale.scores.samples}</h3>${lists.list(items)}`}`;
}

function sampleItem(
	{ sample, sampleIndex, score, right }: SuiteRow,
	{ suite, variants }: ViewContext['summary'],
	locale: Locale,
): SampleItem {
	const { answer } = turnOf(sample.transcript);
	const input = inputOf(sample, sample.sampleId);
	const where = [
		variants.length > 1 ? locale.variant(sample.variant) : undefined,
		sample.epoch > 0 ? locale.prefix.epoch({ number: sample.epoch + 1 }) : undefined,
	].filter((part) => part !== undefined);
	const text = (words: string): string => clipped(words, ROW_CHARS, locale.detail.long);
	return {
		sampleIndex,
		summary:
			() => html`<span class="toolgrid"><span class="number">${score !== undefined && typeof score.value !== 'number' && mark(right)}</span>
<span class="words">${said('span', text(input), 'asked')}${answer !== undefined && said('span', text(answer), 'read')}</span>
<span class="said">${scoreBadge(score, locale)}${score?.detail !== undefined && html`<span class="muted" dir="auto">${clipped(locale.say(score.detail), ROW_CHARS, locale.detail.long)}</span>`}${otherScores(sample, suite, locale)}</span><span class="times num">${where.map((part) => html`<span class="time">${part}</span>`)}${sampleTime(sample)}</span></span>`,
		plain: {
			good: right,
			title: input,
			text: [...where, scoreWord(score, locale)].filter((part) => part !== undefined).join(' · '),
		},
	};
}

/** Other scores in a sample's row: numbers, failed rates, and scores unscored for another cause. */
function otherScores(sample: SampleResult, suite: EvaluatedSuite, locale: Locale): readonly Markup[] {
	const main = mainScore(suite);
	const silent = mainScoreOf(sample, suite)?.unscored;
	return Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const score = scoreNamed(sample, name);
		const known = name === main || (score?.unscored !== undefined && score.unscored === silent);
		const word =
			typeof score?.value === 'number'
				? formatMeasure(score.value, declaration.unit)
				: known
					? undefined
					: scoreWord(score, locale);
		return word === undefined ? [] : [html`<span class="muted">${scoreTitle(declaration, locale)}: ${word}</span>`];
	});
}

const NAME_CHARS = 120;

/** A suite's section; its name is shown after a title that lacks it. */
function suiteSection(suite: string, title: string, locale: Locale, content: Markup): Markup {
	const named = title === suite || title.endsWith(`(${suite})`);
	const heading = html`${title}${!named && html` <span class="muted">${clipped(suite, NAME_CHARS, locale.detail.long)}</span>`}`;
	return foldedSection(suiteAnchor(suite), heading, content);
}
