import type { Verdict } from '../../../src/eval/decision.ts';
import type { ReasonCounts } from '../../../src/stats/counts.ts';
import { intervalOf, type Rate } from '../../../src/stats/rate.ts';
import type { DecisionSummary } from '../../../src/summary/decisions/decisions.ts';
import { promptsWithoutSample } from '../../../src/summary/decisions/said.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatProbability, formatShare, formatShareRange } from '../../messages/numbers.ts';
import { agreementText } from '../../verdict.ts';
import { clipped, html, type Insert, type Markup } from '../markup.ts';
import { table } from '../page.ts';
import { causeName, causeRemedy, unscoredText } from '../words.ts';
import { absentIds } from './verdict-bar.ts';

export interface RateFigure {
	readonly name: Insert;
	readonly rate: Rate;
	/** Samples without this score, by cause. */
	readonly unscored?: ReasonCounts;
}

/** Rates with their intervals; excludes rates without any sample. */
export function rateFigures(figures: readonly RateFigure[], locale: Locale): Markup | undefined {
	const known = figures.filter(({ rate, unscored = [] }) => rate.n > 0 || unscored.length > 0);
	if (known.length === 0) return undefined;
	return html`<dl class="figures">${known.map(
		({ name, rate, unscored }) => html`<div><dt>${name}</dt><dd>${rateText(rate, locale, unscored)}</dd></div>`,
	)}</dl>`;
}

/** The rate in percent, `7 of 15`, its 95% CI, and unscored samples. */
export function rateText(whole: Rate, locale: Locale, unscored: ReasonCounts = []): Markup {
	const { hits, n, rate } = whole;
	const interval = intervalWords(whole, locale);
	const silent = unscoredText(unscored, locale);
	return html`<span class="figure">${rate === undefined ? '–' : formatShare(rate)}</span> ${
		n > 0 &&
		html`<span class="muted">${locale.of(String(hits), String(n))}${interval !== undefined && ` · ${interval}`}</span>`
	}${silent !== undefined && html` <span class="muted unscoredcount">${n > 0 && html`<span class="between">· </span>`}${silent}</span>`}`;
}

/** The 95% CI of a rate, and by how many prompts it is clustered; undefined without an interval. */
export function intervalWords(rate: Rate, locale: Locale): string | undefined {
	const interval = intervalOf(rate);
	if (interval === undefined) return undefined;
	const words = locale.interval(formatShareRange(interval, locale.lang));
	return rate.clustered === undefined
		? words
		: `${words}, ${locale.scores.clustered({ prompts: rate.clustered.clusters })}`;
}

/** Evidence for a verdict: prompts, rate with both intervals, unscored prompts, repeats, agreement with people. */
export function decisionFigures(summary: DecisionSummary, locale: Locale): Markup {
	const { decision, standing } = summary;
	const { verdict } = standing;
	const whole = verdict.status === 'complete' ? verdict : undefined;
	const agreement = agreementText(summary, locale);
	return html`${whole && wholeFigures(whole, decision, locale)}${
		verdict.status === 'truncated' &&
		html`<p class="muted">${locale.verdict.decidedEarly({ hits: verdict.hits, misses: verdict.misses })}</p>`
	}${silentPrompts(verdict, absentIds(summary), locale)}${epochs(summary, locale)}${agreement !== undefined && html`<p>${agreement}</p>`}`;
}

type CompleteVerdict = Extract<Verdict, { readonly status: 'complete' }>;

function wholeFigures(
	{ hits, n, wilson, clopperPearson, probability }: CompleteVerdict,
	{ threshold }: DecisionSummary['decision'],
	locale: Locale,
): Markup {
	const words = locale.verdict;
	const share = locale.of(String(threshold.hits), String(threshold.of));
	return html`<dl class="figures verdictfigures">
<div><dt>${words.rate}</dt><dd><span class="figure">${formatShare(hits / n)}</span> <span class="muted">${locale.of(String(hits), String(n))}</span></dd></div>
<div><dt>${words.wilson}</dt><dd><span class="figure">${formatShareRange(wilson, locale.lang)}</span></dd></div>
<div><dt>${words.clopperPearson}</dt><dd><span class="figure">${formatShareRange(clopperPearson, locale.lang)}</span></dd></div>
${probability !== undefined && html`<div><dt>${words.probability({ share })}</dt><dd><span class="figure">${formatProbability(probability)}</span></dd></div>`}
</dl>`;
}

function epochs(
	{ standing: { sampleRate, verdict }, epochs: count }: DecisionSummary,
	locale: Locale,
): Markup | undefined {
	if (sampleRate.rate === undefined || count < 2 || verdict.status !== 'complete') return undefined;
	return html`<p>${locale.verdict.epochs({ rate: formatShare(sampleRate.rate), epochs: count, interval: intervalWords(sampleRate, locale) })}</p>`;
}

const IDS_CHARS = 200;

/** Unscored prompts by cause, with remedies; undefined without any. `absent`: ids of prompts without a sample, if known. */
function silentPrompts(verdict: Verdict, absent: readonly string[], locale: Locale): Markup | undefined {
	const { silent, silentColumns, notEvaluated, notRepeated } = locale.verdict;
	const row = (name: string, count: number, remedy: string): readonly Insert[] => [name, formatCount(count), remedy];
	// A truncated verdict does not need them.
	const [partly, left] = verdict.status === 'truncated' ? [0, 0] : [verdict.partly ?? 0, promptsWithoutSample(verdict)];
	const remedy = verdict.status === 'subset' ? locale.notAsked : causeRemedy('not-evaluated', locale);
	const ids = absent.length === 0 ? '' : `: ${clipped(absent.join(', '), IDS_CHARS, locale.detail.long)}`;
	const rows = [
		...verdict.unscored.map(({ cause, count }) => row(causeName(cause, locale), count, causeRemedy(cause, locale))),
		...(partly > 0 ? [row(notRepeated, partly, remedy)] : []),
		...(left > 0 ? [row(`${notEvaluated}${ids}`, left, remedy)] : []),
	];
	return rows.length === 0 ? undefined : html`<h3>${silent}</h3>${table(silentColumns, rows)}`;
}
