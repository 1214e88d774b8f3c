import type { TrendPoint } from '../../src/index.ts';
import type { Lang } from '../locale/locale.ts';
import { html, type Markup } from '../page/markup.ts';
import { intervalText, metricValue } from './row-cells.ts';
import { seriesLetter, seriesMark } from './series-mark.ts';

const HEIGHT = 240;
/** Room for the labels of the scale, in the unit of the picture's height. */
const PAD = 18;
/** Percent of the width that the scale's labels take. */
const LEFT = 8;

/** A run in the picture. */
export interface ChartPoint extends TrendPoint {
	/** Place of its series. */
	readonly place: number;
	/** It has only some of the samples, or its value leaves some out that could change it. */
	readonly part: boolean;
}

/**
 * One metric over the runs, oldest on the left: a mark with its interval each, whole runs of a series joined. The scale of
 * a rate is 0 to 100 %, that of a number holds 0.
 */
export function trendChart(points: readonly ChartPoint[], label: string, lang: Lang): Markup {
	const rate = points[0]?.metric.kind === 'rate';
	const [bottom, top] = rate ? [0, 1] : scaleOf(points);
	const y = (value: number): string =>
		(HEIGHT - PAD - ((value - bottom) / (top - bottom)) * (HEIGHT - 2 * PAD)).toFixed(1);
	const x = (index: number): string => `${(LEFT + ((index + 0.5) / points.length) * (100 - LEFT)).toFixed(2)}%`;
	const placed = points.map((point, index) => ({ ...point, index, x: x(index), y: y(point.metric.value) }));
	const series = [...Map.groupBy(placed, ({ place }) => place)];
	const ticks = [bottom, (bottom + top) / 2, top].map(
		(tick) =>
			html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text x="0" y="${Number(y(tick)) - 4}">${tickText(tick, points)}</text>`,
	);
	const joined = series.flatMap(([place, own]) => {
		const whole = own.filter(({ part }) => !part);
		return whole.slice(1).map((to, index) => {
			const from = whole[index] ?? to;
			return html`<line class="joined s${place}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;
		});
	});
	const marks = placed.map(({ row, metric, place, part, ...at }) => {
		const { low, high } = metric;
		const range =
			low !== undefined && high !== undefined && html`<line x1="${at.x}" x2="${at.x}" y1="${y(low)}" y2="${y(high)}"/>`;
		const interval = low === undefined || high === undefined ? '' : `, ${intervalText(low, high, lang)}`;
		return html`<g class="point"><title>${seriesLetter(place)} · ${row.id} · ${row.startedAt?.slice(0, 10)} · ${metricValue(metric)}${interval}</title>${range}<svg class="at" x="${at.x}" y="${at.y}" overflow="visible">${seriesMark(place, part)}</svg></g>`;
	});
	const letters =
		series.length > 1 &&
		series.map(([place, own]) => {
			const last = own.findLast(({ part }) => !part) ?? own.at(-1);
			const late = last !== undefined && last.index > points.length * 0.9;
			return (
				last &&
				html`<text class="seriesletter" x="${last.x}" y="${last.y}" dx="${late ? -8 : 8}" dy="-6"${late && html` text-anchor="end"`}>${seriesLetter(place)}</text>`
			);
		});
	return html`<div class="barbox"><svg class="trend" role="img" aria-label="${label}" width="100%" height="${HEIGHT}">${ticks}${joined}${marks}${letters}</svg></div>`;
}

/** From the least to the greatest that is told, and some room. */
function scaleOf(points: readonly ChartPoint[]): readonly [number, number] {
	const bottom = Math.min(0, ...points.map(({ metric }) => metric.low ?? metric.value)) * 1.05;
	const top = Math.max(0, ...points.map(({ metric }) => metric.high ?? metric.value)) * 1.05;
	return bottom === top ? [0, 1] : [bottom, top];
}

function tickText(tick: number, [first]: readonly ChartPoint[]): string {
	return first === undefined ? '' : metricValue({ ...first.metric, value: tick });
}
