import type { TrendPoint } from '../../src/index.ts';
import { html, type Markup } from '../html/markup.ts';
import { metricValue } from './row-cells.ts';

const HEIGHT = 220;
/** Room for the labels of the scale, in the unit of the picture's height. */
const PAD = 18;

/** One metric over the runs, a dot with its interval each; the scale of a rate is 0 to 100 %, of a number from 0. */
export function trendChart(points: readonly TrendPoint[], label: string): Markup {
	const rate = points[0]?.metric.kind === 'rate';
	const top = rate ? 1 : Math.max(...points.map(({ metric }) => metric.high ?? metric.value)) * 1.05 || 1;
	const y = (value: number): number => HEIGHT - PAD - (value / top) * (HEIGHT - 2 * PAD);
	const x = (index: number): string => `${(((index + 0.5) / points.length) * 100).toFixed(2)}%`;
	const ticks = [0, top / 2, top];
	return html`<div class="barbox"><svg class="trend" role="img" aria-label="${label}" width="100%" height="${HEIGHT}">${ticks.map(
		(tick) =>
			html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text x="0" y="${y(tick) - 4}">${tickText(tick, points)}</text>`,
	)}${points.map(({ row, metric }, index) => {
		const { low, high, value } = metric;
		const range =
			low !== undefined &&
			high !== undefined &&
			html`<line x1="${x(index)}" x2="${x(index)}" y1="${y(low)}" y2="${y(high)}"/>`;
		return html`<g class="point"><title>${row.title} · ${row.startedAt?.slice(0, 10)} · ${metricValue(metric)}</title>${range}<circle cx="${x(index)}" cy="${y(value)}" r="4"/></g>`;
	})}</svg></div>`;
}

function tickText(tick: number, [first]: readonly TrendPoint[]): string {
	return first === undefined ? '' : metricValue({ ...first.metric, value: tick });
}
