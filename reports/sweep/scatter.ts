import { intervalOf } from '../../src/stats/rate.ts';
import { SETUP } from '../../src/summary/sweep/plan.ts';
import type { SweepCell, SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { html, type Markup } from '../html/markup.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatRound, formatShare } from '../messages/numbers.ts';
import { cellFigures, cellName, cellNote } from './words.ts';

/** A drawing in SVG units; text keeps its size because two are made and CSS chooses. */
interface Size {
	readonly className: 'w' | 'nrw';
	readonly width: number;
	readonly height: number;
	/** Of the plot. */
	readonly left: number;
	readonly top: number;
	readonly bottom: number;
	/** Of the largest mark. */
	readonly radius: number;
	/** Whether builds have names, in a row above the plot. */
	readonly named: boolean;
}

const WIDE: Size = {
	className: 'w',
	width: 1000,
	height: 440,
	left: 52,
	top: 66,
	bottom: 396,
	radius: 17,
	named: true,
};
const NARROW: Size = {
	className: 'nrw',
	width: 358,
	height: 330,
	left: 40,
	top: 16,
	bottom: 286,
	radius: 13,
	named: false,
};
const RIGHT = 12;
/** A number needs this much. */
const LEAST_RADIUS = 9;

interface Point {
	readonly cell: SweepCell;
	readonly rate: number;
	readonly x: number;
	readonly y: number;
	readonly r: number;
	/** Of the mark, moved where another one lies. */
	readonly markY: number;
}

interface Scale {
	readonly size: Size;
	readonly x: (ms: number) => number;
	readonly y: (share: number) => number;
	readonly times: readonly number[];
	readonly shares: readonly number[];
	readonly area: (bytes: number | undefined) => number;
}

/** Quality against turn time, one numbered mark a cell. Undefined without two measured cells. */
export function scatter(summary: SweepSummary, locale: Locale): Markup | undefined {
	const drawn = summary.cells.filter(({ turnMs, right }) => turnMs !== undefined && right?.rate !== undefined);
	if (drawn.length < 2) return undefined;
	return html`${[WIDE, NARROW].map((size) => drawing(size, drawn, summary, locale))}`;
}

function drawing(size: Size, cells: readonly SweepCell[], summary: SweepSummary, locale: Locale): Markup {
	const { sweep: words } = locale;
	const scale = scaleOf(size, cells);
	const points = placed(cells, scale);
	const best = points[0];
	const label = words.pictureLabel({
		n: cells.length,
		best: best === undefined ? '' : pointText(best, summary, locale),
	});
	const order = points.toReversed();
	return html`<svg class="plot ${size.className}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${label}">
${axes(scale, locale)}${frontier(points, scale)}${order.map((point) => bar(point, scale))}${order.map((point) => mark(point, summary, locale))}
${size.named && names(points, scale, summary, locale)}</svg>`;
}

function scaleOf(size: Size, cells: readonly SweepCell[]): Scale {
	const times = cells.map(({ turnMs = 0 }) => turnMs);
	const [least, most] = [Math.min(...times), Math.max(...times)];
	const isLog = most > 3 * least;
	const [from, to] = isLog
		? [least / 1.25, most * 1.25]
		: [least - 0.15 * (most - least || least), most + 0.15 * (most - least || least)];
	const at = isLog ? Math.log : (value: number): number => value;
	const share = (ms: number): number => (at(ms) - at(from)) / (at(to) - at(from));
	const lows = cells.map(({ right }) => (right && intervalOf(right)?.low) ?? right?.rate ?? 0);
	const bottom = Math.max(0, Math.floor(Math.min(...lows) * 5) / 5);
	const mostBytes = Math.max(1, ...cells.map(({ peakBytes = 0 }) => peakBytes));
	return {
		size,
		x: (ms) => rounded(size.left + share(ms) * (size.width - size.left - RIGHT)),
		y: (value) => rounded(size.bottom - ((value - bottom) / (1 - bottom)) * (size.bottom - size.top)),
		times: (isLog ? ticks : evenTicks)(from, to, size.named ? 7 : 4),
		shares: [0, 0.2, 0.4, 0.6, 0.8, 1].filter((tick) => tick >= bottom - 1e-9),
		area: (bytes) =>
			rounded(bytes === undefined ? LEAST_RADIUS : Math.max(LEAST_RADIUS, size.radius * Math.sqrt(bytes / mostBytes))),
	};
}

/** Round values inside a range, at most so many. */
function ticks(from: number, to: number, most: number): readonly number[] {
	const round = [1, 1.5, 2, 3, 4, 5, 7];
	const all = [-1, 0, 1, 2, 3, 4, 5, 6].flatMap((power) => round.map((value) => value * 10 ** power));
	const inside = all.filter((value) => value >= from && value <= to);
	const step = Math.ceil(inside.length / most);
	return inside.filter((_, index) => index % step === 0);
}

function evenTicks(from: number, to: number, most: number): readonly number[] {
	const steps = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((value) => value * 10 ** power));
	const step = steps.find((one) => (to - from) / one <= most) ?? to - from;
	const first = Math.ceil(from / step);
	return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

function axes({ size, x, y, times, shares }: Scale, { sweep: words }: Locale): Markup {
	const { left, width, bottom, height, named } = size;
	return html`${shares.map((tick) => html`<line class="s-line" x1="${left}" x2="${width - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${Math.round(tick * 100)}${tick === 1 && (named ? ' %' : '%')}</text>`)}
${times.map((ms) => html`<line class="s-strong" x1="${x(ms)}" x2="${x(ms)}" y1="${bottom}" y2="${bottom + 5}"/><text x="${x(ms)}" y="${bottom + 19}" text-anchor="middle">${formatRound(ms, 'ms')}</text>`)}
<text x="${left}" y="${height - 4}">${words.faster}</text><text x="${width - RIGHT}" y="${height - 4}" text-anchor="end">${words.slower}</text>`;
}

/** The one to ship first; one that would cover another moves up or down. */
function placed(cells: readonly SweepCell[], scale: Scale): readonly Point[] {
	const points: Point[] = [];
	for (const cell of cells) {
		const rate = cell.right?.rate ?? 0;
		const [x, y, r] = [scale.x(cell.turnMs ?? 0), scale.y(rate), scale.area(cell.peakBytes)];
		const isFree = (at: number): boolean =>
			points.every((other) => Math.hypot(other.x - x, other.markY - at) >= other.r + r + 1);
		const steps = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1 : -1) * Math.ceil(index / 2) * 6);
		const { top, bottom } = scale.size;
		const markY = steps.map((step) => y + step).find((at) => isFree(at) && at > top - 18 && at < bottom - r) ?? y;
		points.push({ cell, rate, x, y, r, markY });
	}
	return points;
}

function isGood({ cell: { state } }: Point): boolean {
	return state === 'ship' || state === 'considered';
}

function bar({ cell, x, y, markY, ...point }: Point, scale: Scale): Markup {
	const interval = cell.right && intervalOf(cell.right);
	const className = isGood({ cell, x, y, markY, ...point }) ? 's-accent' : 's-strong';
	return html`${interval && html`<line class="${className} ci" x1="${x}" x2="${x}" y1="${scale.y(interval.high)}" y2="${scale.y(interval.low)}"/>`}${markY !== y && html`<line class="s-soft" x1="${x}" x2="${x}" y1="${y}" y2="${markY}"/><circle class="${isGood({ cell, x, y, markY, ...point }) ? 'f-accent' : 'f-strong'}" cx="${x}" cy="${y}" r="3"/>`}`;
}

function mark(point: Point, summary: SweepSummary, locale: Locale): Markup {
	const { cell, x, markY, r } = point;
	const good = isGood(point);
	return html`<a href="#c${cell.number}"><title>${pointText(point, summary, locale)}</title>${cell.state === 'ship' && html`<circle class="s-accent ring" cx="${x}" cy="${markY}" r="${r + 4}"/>`}<circle class="${good ? 'good' : 'dom'}" cx="${x}" cy="${markY}" r="${r}"/><text class="${good ? 'ong' : 'k'}" x="${x}" y="${rounded(markY + 4)}" text-anchor="middle">${cell.number}</text></a>`;
}

function pointText({ cell }: Point, summary: SweepSummary, locale: Locale): string {
	return locale.sweep.point({
		number: cell.number,
		cell: cellName(cell, summary, locale),
		figures: cellFigures(cell, locale),
	});
}

/** The best quality at each speed. */
function frontier(points: readonly Point[], { size }: Scale): Markup | undefined {
	const order = points.toSorted((one, other) => one.x - other.x);
	let best = -1;
	const steps = order.filter(({ rate }) => {
		if (rate <= best) return false;
		best = rate;
		return true;
	});
	const [first, ...others] = steps;
	if (first === undefined) return undefined;
	const path = others.map(({ x, y }) => `H${x}V${y}`).join('');
	return html`<path class="s-accent front" d="M${first.x} ${first.y}${path}H${size.width - RIGHT}"/>`;
}

/** Pixels of a character in the two rows of a name, of Hangul twice as many. */
const CHAR = [7.6, 6.2] as const;

/** What a name leaves out where the build to ship has the same. */
const SAME = ['engine', ...SETUP] as const;

/** Names of the builds worth considering in a row above the plot, from left to right, as many as fit. */
function names(points: readonly Point[], scale: Scale, summary: SweepSummary, locale: Locale): Markup {
	const { sweep: words } = locale;
	const { width, left } = scale.size;
	const ship = summary.cells.find(({ state }) => state === 'ship');
	const labels = points.filter(isGood).map((point) => {
		const { cell } = point;
		const isLike = ship !== undefined && ship !== cell && SAME.every((field) => ship[field] === cell[field]);
		const name = isLike ? cell.build : cellName(cell, summary, locale);
		const isShip = cell.state === 'ship';
		const lines = [
			isShip ? `${words.shipThis}: ${name}` : name,
			isShip ? cellFigures(cell, locale) : cellNote(cell, summary, locale).split(', ').slice(0, 2).join(', '),
		];
		return { point, lines, width: Math.max(...lines.map((line, index) => widthOf(line, CHAR[index] ?? 0))) + 16 };
	});
	const room = width - RIGHT - left;
	let used = 0;
	const kept = labels
		.filter((label) => {
			if (used + label.width > room) return false;
			used += label.width;
			return true;
		})
		.toSorted((one, other) => one.point.x - other.point.x);
	let next = left;
	const starts = kept.map((label, index) => {
		const rest = kept.slice(index).reduce((sum, one) => sum + one.width, 0);
		const start = Math.max(next, Math.min(label.point.x - 20, width - RIGHT - rest));
		next = start + label.width;
		return start;
	});
	return html`${kept.map(({ point: { x, markY, r }, lines: [name, note] }, index) => {
		const start = rounded(starts[index] ?? 0);
		return html`<path class="s-soft" d="M${x} ${rounded(markY - r - 5)}L${rounded(start + 14)} 36"/><text class="b halo" x="${start}" y="14">${name}</text><text class="halo" x="${start}" y="30">${note}</text>`;
	})}`;
}

function widthOf(text: string, char: number): number {
	return Array.from(text).reduce((sum, one) => sum + (/[\u1100-\uffdc]/u.test(one) ? 1.9 : 1) * char, 0);
}

/** `120` wide: the rate with its interval, from 0 to 1. */
export function miniRate(cell: SweepCell, { sweep: words }: Locale): Markup | undefined {
	const { right, state } = cell;
	if (right?.rate === undefined) return undefined;
	const interval = intervalOf(right);
	const good = state === 'ship' || state === 'considered';
	const at = (share: number): number => rounded(4 + share * 112);
	return html`<svg class="mini" width="120" height="14" role="img" aria-label="${words.rightOf({ hits: String(right.hits), n: right.n })}, ${formatShare(right.rate)}"><line class="s-line" x1="0" x2="120" y1="7" y2="7"/>${interval && html`<line class="${good ? 's-accent' : 's-strong'} wide" x1="${at(interval.low)}" x2="${at(interval.high)}" y1="7" y2="7"/>`}<circle class="${good ? 'f-accent' : 'f-strong'}" cx="${at(right.rate)}" cy="7" r="4"/></svg>`;
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
