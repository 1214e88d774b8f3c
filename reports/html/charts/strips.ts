import { scoreNamed } from '../../../src/eval/sample.ts';
import type { ScoreDeclaration } from '../../../src/eval/score.ts';
import type { Log } from '../../../src/log/record.ts';
import type { ReasonCounts } from '../../../src/stats/counts.ts';
import type { Distribution } from '../../../src/stats/distribution.ts';
import type { SuiteSummary } from '../../../src/summary/suites.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatMeasure, formatRound } from '../../messages/numbers.ts';
import { scoreTitle } from '../../titles.ts';
import { html, type Markup } from '../markup.ts';
import { unscoredText } from '../words.ts';

export interface MeasureStrip {
	/** Suite, variant and state, as shown. */
	readonly name: string;
	readonly row: MeasuredValues;
	readonly budgets: readonly Budget[];
}

/** Raw measurements of one unit, none below 0; at least one. */
interface MeasuredValues {
	readonly unit: string | undefined;
	/** Absent for times and speeds: their unit decides. */
	readonly direction?: 'higher' | 'lower';
	readonly values: readonly number[];
	readonly distribution: Distribution;
}

/** A declared budget in the strip's unit: a band up to the limit, or from it if higher is better. */
export interface Budget {
	readonly limit: number;
	readonly name: string;
	/** Values compared with the limit; default: those of the strip. */
	readonly compared?: readonly number[];
}

/** Fewer measurements are drawn one by one. */
const DOTS = 60;
const BINS = 80;
/** Measurements needed to tell an outlier. */
const FENCED = 8;
/** Times in whole milliseconds may all be 0. */
const SHORTEST_AXIS = 1e-3;
const STRIP = 62;
const PLOT_TOP = 20;
const PLOT_BOTTOM = 50;

/** Distributions of one metric on one axis, with p50, slow tail and budgets. */
export function measureStrips(strips: readonly MeasureStrip[], locale: Locale): Markup {
	const end = axisEnd(strips);
	const unit = strips[0]?.row.unit;
	return html`${strips.map((strip) => stripMark(strip, end, locale))}
<svg class="axis" width="100%" height="16" aria-hidden="true">${[0, 0.5, 1].map(
		(share) =>
			html`<text class="tick" x="${share * 100}%" y="12" text-anchor="${share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}">${
				share === 0 ? '0' : formatRound(end * share, unit)
			}</text>`,
	)}</svg>`;
}

/** A round number beyond the largest value that is no outlier, and beyond budgets near the scale. */
function axisEnd(strips: readonly MeasureStrip[]): number {
	const many = strips.filter(({ row }) => row.values.length >= FENCED);
	// One or two cold starts must not set the scale.
	const most = Math.max(...(many.length === 0 ? strips : many).map(({ row }) => drawnEnd(row)), SHORTEST_AXIS);
	const limits = strips.flatMap((strip) => strip.budgets.map((budget) => budget.limit));
	const near = Math.max(most, ...limits.filter((limit) => limit <= most * 6));
	const magnitude = 10 ** Math.floor(Math.log10(near));
	const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= near) ?? 10;
	return step * magnitude;
}

/** The largest value within Tukey's outer fence; outliers are drawn at the end and counted. */
function drawnEnd({ values, distribution: { n, p25 = 0, p50 = 0, p75 = 0, max = 0 } }: MeasuredValues): number {
	if (n < FENCED) return max;
	const fence = Math.max(p75 + 3 * (p75 - p25), 2 * p50);
	return max <= fence * 1.5 ? max : values.reduce((most, value) => (value <= fence ? Math.max(most, value) : most), 0);
}

/** The bad tail: low if higher is better. */
export function tailOf(row: Omit<MeasuredValues, 'values'>): readonly [name: string, value: number] {
	const { p5, p95 } = row.distribution;
	return isBetterHigher(row) && p5 !== undefined ? ['p5', p5] : ['p95', p95 ?? 0];
}

function isBetterHigher({ unit, direction }: Pick<MeasuredValues, 'unit' | 'direction'>): boolean {
	return direction === 'higher' || unit === 'tokens/s';
}

function stripMark(strip: MeasureStrip, end: number, locale: Locale): Markup {
	const { row, budgets } = strip;
	const { n, p50 = 0, max = 0 } = row.distribution;
	const [tailName, tail] = tailOf(row);
	const [middle, slow] = [formatMeasure(p50, row.unit), formatMeasure(tail, row.unit)];
	const beyond = row.values.filter((value) => value > end).length;
	const figures = n === 1 ? middle : html`p50 <b>${middle}</b> · ${tailName} ${slow} · n ${formatCount(n)}`;
	const at = (value: number): number => Math.min(100, (value / end) * 100);
	return html`<div class="strip"><p class="striplabel"><span>${strip.name}</span><span class="num">${figures}</span></p>
<svg width="100%" height="${STRIP - PLOT_TOP}" role="img" aria-label="${locale.time.stripLabel({ name: strip.name, p50: middle, tail: `${tailName} ${slow}`, n })}">
${budgets.map((budget) => budgetMark(budget.limit, end, isBetterHigher(row)))}<line class="base" x1="0" x2="100%" y1="${PLOT_BOTTOM - PLOT_TOP}" y2="${PLOT_BOTTOM - PLOT_TOP}"/>
${n <= DOTS ? dots(row.values, end) : bars(row.values, end)}
${beyond > 0 && html`<text class="beyond" x="100%" y="10" text-anchor="end">›</text>`}
${n > 1 && html`<line class="p50" x1="${at(p50)}%" x2="${at(p50)}%" y1="0" y2="36"/><line class="p95" x1="${at(tail)}%" x2="${at(tail)}%" y1="0" y2="36"/>`}
</svg>${beyond > 0 && n > 1 && html`<p class="budgetlabel">${locale.time.beyond({ count: beyond, end: formatRound(end, row.unit), most: formatMeasure(max, row.unit) })}</p>`}${budgets.map(
		({ name, limit, compared = row.values }) => {
			const within = compared.filter((value) => (isBetterHigher(row) ? value >= limit : value <= limit)).length;
			const sign = isBetterHigher(row) ? '≥' : '≤';
			return html`<p class="budgetlabel">${name}: ${sign} ${formatRound(limit, row.unit)} · ${compared.length === 0 ? '–' : locale.time.within({ within, n: compared.length })}</p>`;
		},
	)}</div>`;
}

function budgetMark(limit: number, end: number, from: boolean): Markup {
	const at = (Math.min(limit, end) / end) * 100;
	return html`<rect class="budget" x="${from ? at : 0}%" width="${from ? 100 - at : at}%" y="0" height="30"/>${
		limit <= end && html`<line class="budgetend" x1="${at}%" x2="${at}%" y1="0" y2="36"/>`
	}`;
}

function dots(values: readonly number[], end: number): readonly Markup[] {
	const heights = new Map<number, number>();
	return values
		.toSorted((first, second) => first - second)
		.map((value) => {
			const bin = binOf(value, end);
			const height = heights.get(bin) ?? 0;
			heights.set(bin, height + 1);
			const y = Math.max(2, PLOT_BOTTOM - PLOT_TOP - 3 - height * 4);
			return html`<circle class="dot" cx="${((bin + 0.5) / BINS) * 100}%" cy="${y}" r="2.3"/>`;
		});
}

function bars(values: readonly number[], end: number): readonly Markup[] {
	const counts = new Array<number>(BINS).fill(0);
	values.forEach((value) => {
		const bin = binOf(value, end);
		counts[bin] = (counts[bin] ?? 0) + 1;
	});
	const most = Math.max(...counts);
	const height = PLOT_BOTTOM - PLOT_TOP - 2;
	return counts.flatMap((count, bin) =>
		count === 0
			? []
			: [
					html`<rect class="barmark" x="${(bin / BINS) * 100}%" width="${90 / BINS}%" y="${height + 2 - Math.max(1.5, (count / most) * height)}" height="${Math.max(1.5, (count / most) * height)}"/>`,
				],
	);
}

function binOf(value: number, end: number): number {
	return Math.max(0, Math.min(BINS - 1, Math.floor((value / end) * BINS)));
}

/** Distributions of a suite's declared numbers, the variants on one axis. */
export function numberStrips(log: Log, { suite, variants }: SuiteSummary, locale: Locale): Markup | undefined {
	const figures = Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const measured = variants.flatMap(({ variant, scores }): readonly VariantNumbers[] => {
			const { values: distribution, unscored } = scores.find((score) => score.name === name) ?? {};
			if (distribution === undefined || unscored === undefined) return [];
			return [{ variant, distribution, unscored, values: valuesOf(log, suite.name, variant, name) }];
		});
		return measured.length === 0 ? [] : [figure(declaration, measured, locale)];
	});
	return figures.length === 0 ? undefined : html`<div class="multiples">${figures}</div>`;
}

interface VariantNumbers {
	readonly variant: string;
	readonly distribution: Distribution;
	readonly unscored: ReasonCounts;
	readonly values: readonly number[];
}

function valuesOf({ samples }: Log, suite: string, variant: string, name: string): readonly number[] {
	return samples.flatMap((sample) => {
		const value = sample.suite === suite && sample.variant === variant ? scoreNamed(sample, name)?.value : undefined;
		return typeof value === 'number' ? [value] : [];
	});
}

function figure(declaration: ScoreDeclaration, variants: readonly VariantNumbers[], locale: Locale): Markup {
	const { unit, direction = 'higher', budget } = declaration;
	const budgets = budget === undefined || budget <= 0 ? [] : [{ limit: budget, name: locale.scores.budget }];
	const scored = variants.filter(({ distribution }) => distribution.n > 0);
	// Strips begin at 0.
	const drawn = scored.length > 0 && scored.every(({ distribution: { min = 0 } }) => min >= 0);
	const strips = drawn
		? scored.map(({ variant, ...row }) => ({
				name: locale.variant(variant),
				row: { unit, direction, ...row },
				budgets,
			}))
		: [];
	return html`<figure class="multiple"><figcaption><h3>${scoreTitle(declaration, locale)}</h3></figcaption>${drawn && measureStrips(strips, locale)}${variants.map(
		(variant) =>
			html`<p class="muted">${summaryLine(variant, { unit, direction }, drawn && variant.distribution.n > 0, locale)}</p>`,
	)}</figure>`;
}

/** Figures that the strip lacks; all of them without a strip. */
function summaryLine(
	{ variant, distribution, unscored }: VariantNumbers,
	{ unit, direction }: Pick<ScoreDeclaration, 'unit' | 'direction'>,
	drawn: boolean,
	locale: Locale,
): string {
	const { n, p50, mean } = distribution;
	const [tailName, tail] = tailOf({ unit, direction, distribution });
	const named = (name: string, value: number | undefined): string | undefined =>
		value === undefined ? undefined : `${name} ${formatMeasure(value, unit)}`;
	const quantiles = drawn
		? []
		: [named('p50', p50), named(tailName, n === 0 ? undefined : tail), `n ${formatCount(n)}`];
	return [locale.variant(variant), ...quantiles, named(locale.scores.mean, mean), unscoredText(unscored, locale)]
		.filter((part) => part !== undefined)
		.join(' · ');
}
