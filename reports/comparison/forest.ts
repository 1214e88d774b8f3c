import type { Interval } from '../../src/stats/intervals.ts';
import type { ScoreAnswer } from '../../src/summary/compare/answer.ts';
import { html, type Insert, type Markup } from '../html/markup.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatBytes, formatMs, formatPrompts, marginText } from '../messages/numbers.ts';
import { scoreTitle } from '../titles.ts';
import { countsText, isCeiling, placeOf } from './answer.ts';
import { type ComparedRun, speedText } from './words.ts';

/** What each further run saves and may cost, as a share of the baseline. */
export function costSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const { page } = locale.answer;
	const [baseline, ...others] = runs;
	return html`<section id="cost" aria-labelledby="cost-title">${others.map((other, index) => {
		const rows = baseline === undefined ? [] : costRows(baseline, other, locale);
		const scale = scaleOf(rows);
		const name = other.label;
		return html`<div class="head"><h2${index === 0 && html` id="cost-title"`}>${page.cost({ name })}</h2><p>${page.costLead({ name, baseline: baseline?.label ?? '' })}</p></div>
<div class="forest">${axis(scale, shortName(baseline?.label) ?? locale.comparison.baseline, locale)}<ol>${rows.map((row) => costItem(row, scale, locale))}</ol></div>`;
	})}</section>`;
}

interface CostRow {
	readonly name: string;
	readonly values: string;
	/** Of the baseline. */
	readonly share: number;
	readonly interval?: Interval;
	/** Share at the acceptable loss. */
	readonly limit?: number;
	readonly figure: string;
	readonly detail: string;
	/** A bar from the baseline, for what has no interval of its own direction. */
	readonly saves: boolean;
}

function costRows(baseline: ComparedRun, other: ComparedRun, locale: Locale): readonly CostRow[] {
	const { answer: words } = locale;
	const { quality, scores } = other.against?.answer ?? {};
	const rows: CostRow[] = [];
	if (quality !== undefined && quality.right > 0) {
		const { right, secondRight, n, bounds } = quality;
		const margins = new Set(scores?.map(({ margin }) => margin));
		const [margin] = margins;
		const of = (loss: number): number => (right - loss * n) / right;
		rows.push({
			name: words.page.rows.right,
			values: locale.of(`${formatPrompts(right)} → ${formatPrompts(secondRight)}`, formatPrompts(n)),
			share: secondRight / right,
			interval: { low: Math.max(0, of(bounds.high)), high: of(bounds.low) },
			limit: margins.size === 1 && margin !== undefined ? of(margin) : undefined,
			figure: words.page.change(secondRight - right, formatPrompts(Math.abs(secondRight - right))),
			detail: words.page.changeRange({
				fewer: String(Math.ceil(bounds.high * n)),
				more: String(Math.ceil(-bounds.low * n)),
			}),
			saves: false,
		});
	}
	const turns = other.against?.turns;
	if (turns !== undefined && other.against !== undefined) {
		const { ratio, interval, firstMs, secondMs } = turns;
		const [figure = '', detail = ''] = speedText(other.against, locale).split(/ \(|; |: |(?<=\D)\. /u);
		rows.push({
			name: words.page.rows.turn,
			values: `${formatMs(firstMs)} → ${formatMs(secondMs)}`,
			share: 1 / ratio,
			interval: interval && { low: 1 / interval.high, high: 1 / interval.low },
			figure,
			detail: detail.replace(/\)$/u, ''),
			saves: true,
		});
	}
	const sizes = (name: string, detail: string, of: (run: ComparedRun) => number | undefined): void => {
		const [from, to] = [of(baseline), of(other)];
		if (from === undefined || to === undefined || from === 0) return;
		const percent = Math.round(Math.abs(1 - to / from) * 100);
		const text = percent === 0 ? '<1%' : `${percent}%`;
		const figure = words.page.size(Math.sign(to - from), text);
		rows.push({
			name,
			values: `${formatBytes(from)} → ${formatBytes(to)}`,
			share: to / from,
			figure,
			detail,
			saves: true,
		});
	};
	sizes(words.page.rows.file, words.page.rows.fileDetail, ({ log }) => log.header.model.sizeBytes);
	sizes(words.page.rows.memory, words.page.rows.memoryDetail, ({ latencies }) => latencies.peakRssBytes);
	return rows;
}

/** Absent where it would run into another label of the axis. */
function shortName(name: string | undefined): string | undefined {
	return name === undefined || name.length > 12 ? undefined : name;
}

interface Scale {
	readonly ticks: readonly number[];
	/** Percent of the width. */
	x(share: number): number;
}

function scaleOf(rows: readonly CostRow[]): Scale {
	const all = rows.flatMap(({ share, interval, limit }) => [share, interval?.low, interval?.high, limit]);
	const known = all.filter((share) => share !== undefined);
	const low = Math.max(0, Math.floor(Math.min(0.75, ...known) * 4) / 4);
	const high = Math.min(3, Math.max(1.15, ...known.map((share) => share * 1.05)));
	const ticks = [0, 0.25, 0.5, 0.75, 1.5, 2].filter((tick) => tick >= low && tick <= high);
	const x = (share: number): number => round(((Math.min(share, high) - low) / (high - low)) * 100);
	return { ticks: ticks.filter((tick) => Math.abs(x(tick) - x(1)) > 18), x };
}

function axis({ ticks, x }: Scale, baseline: string, locale: Locale): Markup {
	return html`<svg height="22" class="axis" aria-hidden="true">${ticks.map((tick) => html`<text x="${x(tick)}%" y="12" text-anchor="${x(tick) < 5 ? 'start' : 'middle'}">${tick * 100}%</text>`)}<text x="${x(1)}%" y="12" text-anchor="middle" class="strong">${locale.answer.page.whole({ baseline })}</text></svg>`;
}

function costItem(row: CostRow, { x }: Scale, locale: Locale): Markup {
	const { name, values, share, interval, limit, figure, detail, saves } = row;
	const label = locale.answer.page.shareLabel({ name, share: `${Math.round(share * 100)}%` });
	return html`<li><p><b>${name}</b><span class="muted">${values}</span></p><svg height="30" role="img" aria-label="${label}"><line class="base" x1="0" x2="100%" y1="15" y2="15"/>${limit !== undefined && html`<line class="ink" x1="${x(limit)}%" x2="${x(limit)}%" y1="3" y2="27"/>`}${saves && html`<line class="saved" x1="${x(share)}%" x2="${x(1)}%" y1="15" y2="15"/>`}${whiskers(interval && { low: x(interval.low), high: x(interval.high) })}<circle class="ring" cx="${x(1)}%" cy="15" r="5"/><circle class="dot" cx="${x(share)}%" cy="15" r="6"/></svg><p class="result"><b>${figure}</b><span class="muted">${detail}</span></p></li>`;
}

/** Ends in percent of the width. */
function whiskers(ends: Interval | undefined): Insert {
	if (ends === undefined) return undefined;
	const { low, high } = ends;
	return html`<line class="ink" x1="${low}%" x2="${high}%" y1="15" y2="15"/><line class="ink" x1="${low}%" x2="${low}%" y1="10" y2="20"/><line class="ink" x1="${high}%" x2="${high}%" y1="10" y2="20"/>`;
}

/** Each main score: loss or gain with the two one-sided bounds, and the margin. */
export function qualitySection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const { page } = locale.answer;
	const [, ...others] = runs;
	const isHatched = others.some(({ against }) =>
		against?.answer.scores.some((one) => one.n === 0 || one.floor || isCeiling(one)),
	);
	return html`<section id="quality" aria-labelledby="quality-title"><div class="head"><h2 id="quality-title">${page.quality}</h2><p>${page.qualityLead}</p></div>
${others.map(({ label, against }) => {
	const scores = against?.answer.scores ?? [];
	const reach = Math.min(1, Math.max(0.15, ...scores.filter(({ n }) => n > 0).flatMap(extent)));
	return html`${others.length > 1 && html`<h3>${label}</h3>`}<div class="forest"><svg height="22" class="axis" aria-hidden="true"><text x="0" y="12">${page.worse(shortName(label)).trim()}</text><text x="50%" y="12" text-anchor="middle" class="strong">${page.same}</text><text x="100%" y="12" text-anchor="end">${page.better(shortName(label)).trim()}</text></svg><ol>${scores.map((score) => qualityItem(score, scores, reach, locale))}</ol></div>`;
})}
<p class="muted caption">${page.qualityCaption} ${isHatched && page.hatched}</p></section>`;
}

function extent({ bounds, margin }: ScoreAnswer): readonly number[] {
	return [Math.abs(bounds.low) * 1.05, Math.abs(bounds.high) * 1.05, margin * 1.3];
}

function qualityItem(score: ScoreAnswer, scores: readonly ScoreAnswer[], reach: number, locale: Locale): Markup {
	const { page } = locale.answer;
	const { n, right, secondRight, lost, gained, bounds, margin, floor } = score;
	const x = (change: number): number => round(50 + (Math.max(-reach, Math.min(reach, change)) / reach) * 50);
	const change = n === 0 ? 0 : (gained - lost) / n;
	const range = page.points({
		mean: signed(change),
		low: signed(-bounds.high, Math.floor),
		high: signed(-bounds.low, Math.ceil),
	});
	const counts = locale.of(`${formatPrompts(right)} → ${formatPrompts(secondRight)}`, formatPrompts(n));
	const bar =
		n === 0 || floor
			? html`<rect class="hatched" x="0" y="4" width="100%" height="22" fill="url(#fill-diagonal)"/><text class="strong halo" x="50%" y="19" text-anchor="middle">${n === 0 ? page.unmeasured : page.floor}</text>`
			: html`<rect class="field" x="${x(-margin)}%" y="0" width="${round(100 - x(-margin))}%" height="30"/>${isCeiling(score) && html`<rect class="hatched" x="50%" y="0" width="50%" height="30" fill="url(#fill-diagonal)"/>`}<line class="middle" x1="50%" x2="50%" y1="0" y2="30"/><line class="ink" x1="${x(-margin)}%" x2="${x(-margin)}%" y1="0" y2="30"/>${whiskers({ low: x(-bounds.high), high: x(-bounds.low) })}<circle class="dot" cx="${x(change)}%" cy="15" r="5"/>`;
	const note = floor ? page.limits.floor : isCeiling(score) ? page.limits.ceiling : undefined;
	const { clock, unscored } = score;
	const apart = [
		...(clock.length > 0 ? [locale.answer.quality.clock({ prompts: clock.length })] : []),
		...(unscored > 0 ? [locale.answer.quality.unscored({ prompts: unscored })] : []),
	];
	const label = n === 0 || floor ? (note ?? page.unmeasured) : page.differenceLabel({ range });
	return html`<li><p><b>${scoreTitle(score.declaration, locale)}</b><span class="muted">${placeOf(score, scores, locale)} · ${counts}</span></p><svg height="30" role="img" aria-label="${label}">${bar}</svg><p class="result">${n > 0 && html`<span>${page.counts(countsText(score))}</span>`}${n > 0 && !floor && html`<span class="muted">${range}</span>`}<span class="muted">${[page.margin({ points: marginText(margin) }), note, ...apart].filter((part) => part !== undefined).join(' · ')}</span></p></li>`;
}

/** Points with a sign; bounds are rounded outwards. */
function signed(share: number, rounding?: (value: number) => number): string {
	const points = rounding === undefined ? Number((share * 100).toFixed(1)) : rounding(Number((share * 100).toFixed(6)));
	return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
