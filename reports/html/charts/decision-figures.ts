import type { DecisionSummary } from '../../../src/index.ts';
import { formatProbability, formatShare } from '../../locale/format-number.ts';
import { formatShareRange } from '../../locale/format-range.ts';
import type { Locale } from '../../locale/locale.ts';
import { intervalWords } from '../../page/charts/rate-figures.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';
import { silentPrompts } from '../sections/suite/silent-prompts.ts';
import { absentIds, decisionCells } from './decision-cells.ts';
import { verdictBar } from './verdict-bar.ts';

const NAME_CHARS = 24;

/** What a verdict rests on: the prompts, the rate with both intervals, the silent prompts, the repeats, and people. */
export function decisionFigures(summary: DecisionSummary, locale: Locale): Markup {
	const { decision, verdict } = summary;
	const whole = verdict.status === 'complete' ? verdict : undefined;
	const bar = {
		cells: decisionCells(summary, locale),
		threshold: verdict.threshold,
		path: clipped(decision.paths[0].name, NAME_CHARS, locale.detail.long),
		wilson: whole?.wilson,
		clopperPearson: whole?.clopperPearson,
	};
	return html`${verdict.n > 0 && verdict.status !== 'subset' && html`<div class="barbox">${verdictBar(bar, locale)}</div>`}
${whole && wholeFigures(whole, decision, locale)}${
	verdict.status === 'truncated' &&
	html`<p class="muted">${locale.verdict.decidedEarly(verdict.hits, verdict.misses)}</p>`
}${silentPrompts(verdict, absentIds(summary), locale)}${epochs(summary, locale)}${agreement(summary, locale)}`;
}

type CompleteVerdict = Extract<DecisionSummary['verdict'], { readonly status: 'complete' }>;

function wholeFigures(
	{ hits, n, wilson, clopperPearson, probability }: CompleteVerdict,
	{ threshold }: DecisionSummary['decision'],
	locale: Locale,
): Markup {
	const words = locale.verdict;
	const share = locale.of(String(threshold.hits), String(threshold.of));
	return html`<dl class="figures verdictfigures">
<div><dt>${words.rate}</dt><dd><span class="figure">${formatShare(hits / n)} %</span> <span class="muted">${locale.of(String(hits), String(n))}</span></dd></div>
<div><dt><span class="keyline wilson" aria-hidden="true"></span>${words.wilson}</dt><dd><span class="figure">${formatShareRange(wilson, locale.lang)}</span></dd></div>
<div><dt><span class="keyline exact" aria-hidden="true"></span>${words.clopperPearson}</dt><dd><span class="figure">${formatShareRange(clopperPearson, locale.lang)}</span></dd></div>
${probability !== undefined && html`<div><dt>${words.probability(share)}</dt><dd><span class="figure">${formatProbability(probability)}</span></dd></div>`}
</dl>`;
}

function epochs({ sampleRate, epochs: count, verdict }: DecisionSummary, locale: Locale): Markup | undefined {
	if (sampleRate.rate === undefined || count < 2 || verdict.status !== 'complete') return undefined;
	return html`<p>${locale.verdict.epochs(formatShare(sampleRate.rate), count, intervalWords(sampleRate, locale))}</p>`;
}

function agreement({ people }: DecisionSummary, locale: Locale): Markup | undefined {
	if (people === undefined || people.agreement.n + people.among.n === 0) return undefined;
	const { agreement, among } = people;
	const { agreed, n, kappa } = agreement;
	return html`<p>${n > 0 && locale.verdict.agreement(agreed, n, kappa?.toFixed(2))} ${among.n > 0 && locale.verdict.among(among.agreed, among.n)}</p>`;
}
