import { type LogSample, turnOf } from '../../../../src/index.ts';
import { formatMs } from '../../../locale/format-number.ts';
import type { Locale } from '../../../locale/locale.ts';
import { coreSaid } from '../../../page/core-said.ts';
import { mark } from '../../../page/mark.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { clipped, said } from '../../../page/said.ts';
import { sampleAnchors } from '../../anchor.ts';
import { numberStrips } from '../../charts/number-strips.ts';
import type { SampleItem } from '../../samples/sample-lists.ts';
import { mainScoreOf, passed, scoreBadge, scoreWord } from '../../samples/sample-score.ts';
import { outcomesInOrder } from '../../samples/score-outcomes.ts';
import type { ViewContext } from '../../views/view.ts';
import { armBlock } from './arm-block.ts';
import { otherScores } from './other-scores.ts';

/** Characters of an input, answer or detail in a closed row. */
const ROW_CHARS = 200;

/** A suite by its declarations alone: rates and outcomes of each arm, numbers, and every sample. */
export function suiteContent({ log, summary, lists, locale }: ViewContext): Markup {
	const { suite, arms } = summary;
	const order = outcomesInOrder(suite, arms);
	const anchorOf = sampleAnchors(suite.name);
	const items = log.samples.flatMap((sample, index) =>
		sample.suite === suite.name
			? [{ ...sampleItem(sample, index, summary, locale), anchor: anchorOf(sample.sampleId) }]
			: [],
	);
	return html`${arms.map((arm) => armBlock(suite, arm, order, locale))}
${numberStrips(log, summary, locale)}
${items.length > 0 && html`<h3>${locale.scores.samples}</h3>${lists.list(items)}`}`;
}

function sampleItem(
	sample: LogSample,
	sampleIndex: number,
	{ suite, arms }: ViewContext['summary'],
	locale: Locale,
): SampleItem {
	const score = mainScoreOf(sample, suite);
	const { answer } = turnOf(sample.transcript);
	const input = typeof sample.sample.input === 'string' ? sample.sample.input : sample.sampleId;
	const where = [
		arms.length > 1 ? locale.arm(sample.arm) : undefined,
		sample.epoch > 0 ? locale.prefix.epoch(sample.epoch + 1) : undefined,
	].filter((part) => part !== undefined);
	const text = (words: string): string => clipped(words, ROW_CHARS, locale.detail.long);
	return {
		sampleIndex,
		summary:
			() => html`<span class="toolgrid"><span class="number">${score !== undefined && typeof score.value !== 'number' && mark(passed(score))}</span>
<span class="words">${said('span', text(input), 'asked')}${answer !== undefined && said('span', text(answer), 'read')}</span>
<span class="said">${scoreBadge(score, locale)}${score?.detail !== undefined && html`<span class="muted" dir="auto">${coreSaid(score.detail, ROW_CHARS, locale)}</span>`}${otherScores(sample, suite, locale)}</span><span class="times num">${where.map((part) => html`<span class="time">${part}</span>`)}${formatMs(sample.timings.endToEndMs)}</span></span>`,
		plain: {
			good: passed(score),
			title: input,
			text: [...where, scoreWord(score, locale)].filter((part) => part !== undefined).join(' · '),
		},
	};
}
