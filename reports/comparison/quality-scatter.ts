import { intervalOf } from '../../src/stats/rate.ts';
import { html, type Markup } from '../html/markup.ts';
import { foldedSection } from '../html/page.ts';
import type { Lang, Locale } from '../messages/catalogue.ts';
import { formatBytes, formatShare, formatShareRange } from '../messages/numbers.ts';
import { type QualityCell, qualityRows } from './table.ts';
import type { ComparedRun } from './words.ts';

const HEIGHT = 230;
const TOP = 14;
const BOTTOM = 34;
/** Left and right margin in percent, so that labels stay inside. */
const MARGIN = 14;

/** Quality against size on disk, a panel per suite and variant; excludes runs of unknown size. */
export function scatterSection(runs: readonly ComparedRun[], locale: Locale): Markup | undefined {
	const words = locale.comparison;
	const panels = new Map(
		qualityRows(runs, locale)
			.filter(({ main }) => main)
			.map(({ name, rates }) => [name, points(runs, rates)] as const)
			.filter(([, drawn]) => drawn.length > 0),
	);
	if (panels.size === 0) return undefined;
	const content = html`<p class="lead">${words.scatterLead}</p>
<div class="multiples">${Array.from(panels, ([name, drawn]) => panel(name, drawn, words, locale.lang))}</div>`;
	return foldedSection('scatter', words.sections.scatter, content);
}

function points(runs: readonly ComparedRun[], rates: readonly (QualityCell | undefined)[]): readonly Point[] {
	return runs.flatMap(({ name, label, log }, index) => {
		const size = log.header.model.sizeBytes;
		const cell = rates[index];
		return size === undefined || cell?.rate.rate === undefined ? [] : [{ name, label, size, rate: cell.rate }];
	});
}

interface Point {
	readonly name: string;
	readonly label: string;
	readonly size: number;
	readonly rate: QualityCell['rate'];
}

function panel(name: string, points: readonly Point[], words: Locale['comparison'], lang: Lang): Markup {
	const most = Math.max(...points.map(({ size }) => size));
	const text = points.map((point) => pointText(point, lang)).join('; ');
	return html`<figure class="multiple"><figcaption><h3>${name}</h3></figcaption>
<svg class="scatter" width="100%" height="${HEIGHT}" role="img" aria-label="${words.scatterLabel(name, text)}">
${[0, 0.5, 1].map((share) => html`<line class="grid" x1="0" x2="100%" y1="${yOf(share)}" y2="${yOf(share)}"/><text class="tick" x="0" y="${yOf(share) - 4}">${share * 100}${share === 1 ? '%' : ''}</text>`)}
${placed(points, most).map(pointMark)}
<text class="tick" x="100%" y="${HEIGHT - 4}" text-anchor="end">${words.sizeAxis}</text></svg></figure>`;
}

interface Placed {
	readonly point: Point;
	/** Percent. */
	readonly x: number;
	readonly labelX: number;
	readonly labelY: number;
	/** Absent where a point beside has the same size. */
	readonly sizeY?: number | undefined;
}

/** Moves points of equal size apart, and their labels beside all of them and below each other, so that none hides another. */
function placed(points: readonly Point[], most: number): readonly Placed[] {
	const taken: number[] = [];
	const xs = points.map(({ size }) => {
		let x = MARGIN + (size / most) * (100 - 2 * MARGIN);
		while (taken.some((other) => Math.abs(other - x) < 4)) x += 4;
		taken.push(x);
		return x;
	});
	const all: Placed[] = [];
	for (const [index, point] of points.entries()) {
		const x = xs[index] ?? 0;
		const beside = xs.filter((other) => Math.abs(other - x) <= 4 * points.length);
		const labelX = x > 50 ? Math.min(...beside) : Math.max(...beside);
		const reach = (other: Placed): number => CHAR * (other.point.label.length + point.label.length) + 8;
		const near = all.filter((other) => Math.abs(other.labelX - labelX) < reach(other)).map(({ labelY }) => labelY);
		let labelY = yOf(point.rate.rate ?? 0) + 4;
		while (near.some((other) => Math.abs(other - labelY) < LINE)) labelY += LINE;
		const ticks = all.filter((other) => Math.abs(other.x - x) < TICK);
		const known = ticks.some((other) => formatBytes(other.point.size) === formatBytes(point.size));
		all.push({ point, x, labelX, labelY, sizeY: known ? undefined : HEIGHT - 18 - (ticks.length % 2) * 11 });
	}
	return all;
}

/** On a phone: percent of a label's character and of a size, and the height of a label. */
const CHAR = 2.2;
const TICK = 17;
const LINE = 14;

function pointMark({ point: { name, label, size, rate }, x, labelX, labelY, sizeY }: Placed): Markup | undefined {
	const interval = intervalOf(rate);
	if (rate.rate === undefined) return undefined;
	const y = yOf(rate.rate);
	return html`<g class="point"><title>${name}: ${formatShare(rate.rate)}</title>${interval && html`<line x1="${x}%" x2="${x}%" y1="${yOf(interval.high)}" y2="${yOf(interval.low)}"/>`}<circle cx="${x}%" cy="${y}" r="5.5"/><text class="pointlabel" x="${labelX}%" dx="${x > 50 ? -10 : 10}" y="${labelY}" text-anchor="${x > 50 ? 'end' : 'start'}">${label}</text>${sizeY !== undefined && html`<text class="tick" x="${x}%" y="${sizeY}" text-anchor="middle">${formatBytes(size)}</text>`}</g>`;
}

function pointText({ name, size, rate }: Point, lang: Lang): string {
	const interval = intervalOf(rate);
	const bounds = interval === undefined ? '' : ` (${formatShareRange(interval, lang)})`;
	return `${name} ${formatBytes(size)} ${rate.rate === undefined ? '' : formatShare(rate.rate)}${bounds}`;
}

function yOf(share: number): number {
	return Math.round((TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)) * 10) / 10;
}
