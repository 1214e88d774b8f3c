import { type EvaluatedSuite, mainScore } from '../../../src/eval/header.ts';
import { countOf, type ReasonCounts } from '../../../src/stats/counts.ts';
import type { Rate } from '../../../src/stats/rate.ts';
import type { ScoreSummary, VariantSummary } from '../../../src/summary/suites.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { html, type Markup } from '../markup.ts';
import { countedText } from '../words.ts';

/** Passed samples; first in every bar. */
const PASSED = 'valid';
/** Fills that differ without colour, in the order of {@link outcomeOrder}. */
const FILLS = ['solid', 'diagonal', 'dots', 'horizontal', 'crossed', 'vertical', 'sparse', 'empty'] as const;
/** Narrower segments carry no count. */
const LABEL_SHARE = 0.05;

/** One order for all bars of a page: passed first, then by frequency. */
function outcomeOrder(bars: readonly ReasonCounts[]): readonly string[] {
	const totals = new Map<string, number>();
	for (const { reason, count } of bars.flat()) totals.set(reason, (totals.get(reason) ?? 0) + count);
	return Array.from(totals.keys()).sort(
		(first, second) =>
			Number(second === PASSED) - Number(first === PASSED) ||
			(totals.get(second) ?? 0) - (totals.get(first) ?? 0) ||
			(first < second ? -1 : 1),
	);
}

function outcomeFill(order: readonly string[], reason: string): string {
	const good = order[0] === PASSED ? 0 : 1;
	return FILLS[Math.min(order.indexOf(reason) + good, FILLS.length - 1)] ?? 'empty';
}

/** One stacked bar of outcomes by reason. */
function outcomeBar(counts: ReasonCounts, order: readonly string[], label: string): Markup {
	const total = countOf(counts);
	let from = 0;
	const segments = order.flatMap((reason) => {
		const count = counts.find((entry) => entry.reason === reason)?.count ?? 0;
		if (count === 0) return [];
		const start = from;
		from += count;
		return [segment(outcomeFill(order, reason), start / total, count / total, count)];
	});
	return html`<svg class="outcomebar" width="100%" height="30" role="img" aria-label="${label}">${segments}</svg>`;
}

/** Fills with counts; a share of one reason would be a rate without its interval. */
function outcomeLegend(order: readonly string[], counts: ReasonCounts, name: (reason: string) => string): Markup {
	return html`<ul class="legend">${order.map((reason) => {
		const count = counts.find((entry) => entry.reason === reason)?.count ?? 0;
		if (count === 0) return undefined;
		return html`<li><svg width="16" height="16" aria-hidden="true"><rect class="segment" width="16" height="16" rx="2" fill="url(#fill-${outcomeFill(order, reason)})"/></svg>${name(reason)} <b>${count}</b></li>`;
	})}</ul>`;
}

/** The fills, once per page. */
export function outcomeFills(): Markup {
	const pattern = (name: string, size: number, marks: string): Markup =>
		html`<pattern id="fill-${name}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><rect class="ground" width="${size}" height="${size}"/><path class="hatch" d="${marks}"/></pattern>`;
	return html`<svg class="fills" width="0" height="0" aria-hidden="true"><defs>
<pattern id="fill-solid" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="accentfill" width="4" height="4"/></pattern>
${pattern('diagonal', 6, 'M-1 1L1 -1M0 6L6 0M5 7L7 5')}${pattern('dots', 5, 'M2 2h1.4M2 3h1.4')}${pattern('horizontal', 5, 'M0 2.5H5')}${pattern('crossed', 6, 'M0 0L6 6M6 0L0 6')}${pattern('vertical', 4, 'M2 0V4')}${pattern('sparse', 9, 'M4 4h1.4')}${pattern('empty', 9, '')}
</defs></svg>`;
}

function segment(fill: string, start: number, share: number, count: number): Markup {
	const number = html`<text class="segmentcount ${fill}" x="${(start + share / 2) * 100}%" y="20" text-anchor="middle">${count}</text>`;
	return html`<rect class="segment" x="${start * 100}%" width="${share * 100}%" height="30" fill="url(#fill-${fill})"/>${share < LABEL_SHARE ? '' : number}`;
}

interface RateSummary extends ScoreSummary {
	readonly rate: Rate;
}

/** The variant's main rate; undefined if the main score is a number, or no sample has it. */
export function mainRate(suite: EvaluatedSuite, { scores }: VariantSummary): RateSummary | undefined {
	const name = mainScore(suite);
	return scores.find((score): score is RateSummary => score.name === name && score.rate !== undefined);
}

/** One order of outcomes for the bars of all variants. */
export function outcomesInOrder(suite: EvaluatedSuite, variants: readonly VariantSummary[]): readonly string[] {
	const mains = variants.map((variant) => mainRate(suite, variant)).filter((main) => main !== undefined);
	return outcomeOrder(mains.map(outcomesOf));
}

/** Scored samples by outcome. */
export function outcomeBlock(
	score: RateSummary,
	order: readonly string[],
	label: string,
	word: (reason: string) => string,
	locale: Locale,
): Markup | undefined {
	if (score.rate.n === 0) return undefined;
	const counts = outcomesOf(score);
	const name = (reason: string): string =>
		reason === PASSED ? locale.scores.passed : reason === NO_REASON ? locale.scores.missed : word(reason);
	return html`${outcomeBar(counts, order, locale.scores.outcomesLabel({ score: label, parts: countedText(counts, name) }))}
${outcomeLegend(order, counts, name)}`;
}

/** A miss without a reason. */
const NO_REASON = '';

function outcomesOf({ rate, reasons }: RateSummary): ReasonCounts {
	const explained = countOf(reasons);
	const counts = [
		{ reason: PASSED, count: rate.hits },
		...reasons,
		{ reason: NO_REASON, count: rate.n - rate.hits - explained },
	];
	return counts.filter(({ count }) => count > 0);
}
