import type { EvaluatedSuite } from '../../../src/eval/run.ts';
import { mainScore } from '../../../src/eval/run.ts';
import type { SampleResult } from '../../../src/eval/sample.ts';
import { scoreNamed } from '../../../src/eval/sample.ts';
import { turnOf } from '../../../src/eval/turn.ts';
import type { LogSample } from '../../../src/log/record.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatMeasure, formatMs } from '../../messages/numbers.ts';
import { scoreTitle, suiteTitle } from '../../titles.ts';
import { outcomesInOrder } from '../charts/outcomes.ts';
import { numberStrips } from '../charts/strips.ts';
import { variantBlock } from '../charts/tables.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { foldedSection, mark, type PageSection, sampleAnchors, suiteAnchor } from '../page.ts';
import { mainScoreOf, passed, type SampleItem, scoreBadge, scoreWord, type ViewContext } from '../samples.ts';
import { viewOf } from '../views/views.ts';

/** A suite in the page: the rich view that it declares, and what that puts behind it, or what any suite has. */
export function suiteSections(context: ViewContext): readonly PageSection[] {
	const { summary, locale } = context;
	const { suite } = summary;
	const view = viewOf(suite);
	const name = suite.title === undefined && view !== undefined ? view.title(context) : suiteTitle(suite, locale);
	const content = view === undefined ? suiteContent(context) : view.content(context);
	const own = { id: suiteAnchor(suite.name), name, markup: suiteSection(suite.name, name, locale, content) };
	const behind = view?.behind?.(context);
	return behind === undefined ? [own] : [own, behind];
}

/** Characters of an input, answer or detail in a closed row. */
const ROW_CHARS = 200;

/** A suite by its declarations alone: rates and outcomes of each variant, numbers, and every sample. */
function suiteContent({ log, summary, lists, locale }: ViewContext): Markup {
	const { suite, variants } = summary;
	const order = outcomesInOrder(suite, variants);
	const anchorOf = sampleAnchors(suite.name);
	const items = log.samples.flatMap((sample, index) =>
		sample.suite === suite.name
			? [{ ...sampleItem(sample, index, summary, locale), anchor: anchorOf(sample.sampleId) }]
			: [],
	);
	return html`${variants.map((variant) => variantBlock(suite, variant, order, locale))}
${numberStrips(log, summary, locale)}
${items.length > 0 && html`<h3>${locale.scores.samples}</h3>${lists.list(items)}`}`;
}

function sampleItem(
	sample: LogSample,
	sampleIndex: number,
	{ suite, variants }: ViewContext['summary'],
	locale: Locale,
): SampleItem {
	const score = mainScoreOf(sample, suite);
	const { answer } = turnOf(sample.transcript);
	const input = typeof sample.sample.input === 'string' ? sample.sample.input : sample.sampleId;
	const where = [
		variants.length > 1 ? locale.variant(sample.variant) : undefined,
		sample.epoch > 0 ? locale.prefix.epoch(sample.epoch + 1) : undefined,
	].filter((part) => part !== undefined);
	const text = (words: string): string => clipped(words, ROW_CHARS, locale.detail.long);
	return {
		sampleIndex,
		summary:
			() => html`<span class="toolgrid"><span class="number">${score !== undefined && typeof score.value !== 'number' && mark(passed(score))}</span>
<span class="words">${said('span', text(input), 'asked')}${answer !== undefined && said('span', text(answer), 'read')}</span>
<span class="said">${scoreBadge(score, locale)}${score?.detail !== undefined && html`<span class="muted" dir="auto">${clipped(locale.say(score.detail), ROW_CHARS, locale.detail.long)}</span>`}${otherScores(sample, suite, locale)}</span><span class="times num">${where.map((part) => html`<span class="time">${part}</span>`)}${formatMs(sample.timings.endToEndMs)}</span></span>`,
		plain: {
			good: passed(score),
			title: input,
			text: [...where, scoreWord(score, locale)].filter((part) => part !== undefined).join(' · '),
		},
	};
}

/** What a sample's row says beside its main rate: numbers, other rates that did not pass, scores that are missing alone. */
function otherScores(sample: SampleResult, suite: EvaluatedSuite, locale: Locale): readonly Markup[] {
	const main = mainScore(suite);
	const silent = mainScoreOf(sample, suite)?.unscored;
	return Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const score = scoreNamed(sample, name);
		// A cause that all scores share is shown once.
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

/** A section of a suite; the suite's name stands beside a title that does not contain it. */
function suiteSection(suite: string, title: string, locale: Locale, content: Markup): Markup {
	const named = title === suite || title.endsWith(`(${suite})`);
	const heading = html`${title}${!named && html` <span class="muted">${clipped(suite, NAME_CHARS, locale.detail.long)}</span>`}`;
	return foldedSection(suiteAnchor(suite), heading, content);
}
