import { thermalLevel } from '../../../src/model/device-timeline.ts';
import type { SustainedMinute, SustainedSummary } from '../../../src/summary/state/sustained.ts';
import { slowAfter, sustainedBlocks, sustainedTitle, timeWords } from '../../document/sustained.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount, formatFigure, formatMs } from '../../messages/numbers.ts';
import { html, type Markup } from '../markup.ts';
import type { PageSection } from '../page.ts';

/** Speed over a long time: what it comes to, and minute by minute; the shade is the device's thermal status. */
export function sustainedSection(sustained: SustainedSummary | undefined, locale: Locale): PageSection | undefined {
	if (sustained === undefined) return undefined;
	const { sustained: words } = locale;
	const { minutes } = sustained;
	const rows = sustainedBlocks(sustained, locale).flatMap((block) => (block.type === 'facts' ? block.rows : []));
	const lead = words.lead({
		time: timeWords(sustained.totalMs, locale),
		turns: formatCount(sustained.turns),
		prompts: sustained.prompts,
	});
	const panel = (
		name: keyof typeof words.panels,
		note: string,
		chart: Omit<Chart, 'minutes' | 'shades'>,
	): Markup | undefined =>
		panelOf(words.panels[name], note, { ...chart, minutes, shades: shadesOf(sustained) }, locale);
	const ticks = Array.from({ length: Math.ceil(minutes.length / 5) }, (_, fives) => fives * 5).slice(1);
	const markup = html`<section id="sustained" class="sustained" aria-labelledby="sustained-title">
<h2 id="sustained-title">${words.title}</h2><p class="lead">${lead}</p>
<p class="said"><b>${sustainedTitle(sustained, locale)}</b></p>
<dl class="turns">${rows.map(({ name, lines }) => html`<div><dt>${name}</dt><dd>${lines.join(locale.answer.break)}</dd></div>`)}</dl>
<figure class="panels">${statusPanel(sustained, locale)}
${panel('decode', words.median, { of: ({ decode }) => decode, text: formatFigure, kind: 'bars', mark: slowAfter(sustained, locale) })}
${panel('firstToken', words.median, { of: ({ firstTokenMs }) => firstTokenMs, text: formatMs, kind: 'line' })}
${panel('turns', sustained.right ? words.rightBars : '', { of: ({ turns }) => turns, part: sustained.right && (({ right }) => right), text: String, kind: 'bars' })}
${panel('battery', '', { of: ({ battery }) => battery, text: (value) => `${Math.round(value)}%`, kind: 'line', top: 100 })}
<svg class="axis" height="16" aria-hidden="true"><text x="0" y="12">0</text>${ticks.map((minute) => html`<text x="${percent(minute / minutes.length)}" y="12" text-anchor="middle">${minute}</text>`)}<text x="100%" y="12" text-anchor="end">${words.axisEnd({ n: minutes.length })}</text></svg>
<figcaption class="muted">${words.scale}</figcaption></figure></section>`;
	return { id: 'sustained', name: words.title, markup };
}

interface Shade {
	/** Shares of the time. */
	readonly from: number;
	readonly to: number;
	readonly status: string;
}

/** From a status to the next one. */
function shadesOf({ statuses, minutes }: SustainedSummary): readonly Shade[] {
	const drawnMs = minutes.length * MINUTE_MS;
	return statuses.flatMap(({ status, atMs }, place) => {
		const shade = { from: atMs / drawnMs, to: Math.min(1, (statuses[place + 1]?.atMs ?? drawnMs) / drawnMs), status };
		return shade.from < shade.to ? [shade] : [];
	});
}

const MINUTE_MS = 60_000;

function shadeRects(shades: readonly Shade[], height: number): readonly Markup[] {
	return shades.map(
		({ from, to, status }) =>
			html`<rect class="shade heat${Math.min(3, thermalLevel(status) ?? 0)}" x="${percent(from)}" width="${percent(to - from)}" y="0" height="${height}"/>`,
	);
}

function statusPanel(sustained: SustainedSummary, { sustained: words, device }: Locale): Markup | undefined {
	const shades = shadesOf(sustained);
	if (shades.length === 0) return undefined;
	const name = (status: string): string => device.statuses[status] ?? status;
	return html`<h3>${words.panels.thermal}</h3><svg height="26" role="img" aria-label="${words.panels.thermal}: ${shades.map(({ status }) => name(status)).join(', ')}">${shadeRects(shades, 22)}${shades
		.filter(({ from, to }) => to - from >= LABELLED)
		.map(
			({ from, status }) => html`<text class="strong" x="${percent(from)}" dx="6" y="15">${name(status)}</text>`,
		)}</svg>`;
}

/** Narrower shades carry no name. */
const LABELLED = 0.12;
const HEIGHT = 96;

interface Chart {
	readonly minutes: readonly SustainedMinute[];
	readonly shades: readonly Shade[];
	readonly of: (minute: SustainedMinute) => number | undefined;
	/** Drawn solid; the rest of a bar is hatched. */
	readonly part?: (minute: SustainedMinute) => number;
	readonly text: (value: number) => string;
	readonly kind: 'bars' | 'line';
	/** Of the axis. Absent: a round number above the highest value. */
	readonly top?: number;
	/** Where it became slow. */
	readonly mark?: ReturnType<typeof slowAfter>;
}

function panelOf(name: string, note: string, chart: Chart, { sustained: words }: Locale): Markup | undefined {
	const { minutes, shades, of, part, text, kind, mark } = chart;
	const values = minutes.map(of);
	const known = values.filter((value) => value !== undefined);
	const [first, last] = [known[0], known.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	const top = chart.top ?? roundUp(Math.max(...known));
	const width = 1 / minutes.length;
	const yOf = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 12);
	const marks = minutes.map((minute, place) => {
		const value = values[place];
		if (value === undefined) return undefined;
		const title = html`<title>${words.minute({ n: place + 1 })}: ${text(value)}</title>`;
		const middle = percent((place + 0.5) * width);
		if (kind === 'line') {
			const next = values[place + 1];
			const line =
				next !== undefined &&
				html`<line class="p50" x1="${middle}" x2="${percent((place + 1.5) * width)}" y1="${px(yOf(value))}" y2="${px(yOf(next))}"/>`;
			return html`${line}<circle class="accentfill" cx="${middle}" cy="${px(yOf(value))}" r="3">${title}</circle>`;
		}
		const bar = (from: number, to: number, fill: Markup): Markup =>
			html`<rect ${fill} x="${percent((place + 0.1) * width)}" width="${percent(0.8 * width)}" y="${px(yOf(to))}" height="${px(yOf(from) - yOf(to))}">${title}</rect>`;
		const solid = part?.(minute) ?? value;
		return html`${bar(0, solid, html`class="accentfill"`)}${solid < value && bar(solid, value, html`class="segment" fill="url(#fill-diagonal)"`)}`;
	});
	const label = `${name}: ${text(first)} → ${text(last)}`;
	return html`<h3>${name} <span>${note === '' ? '' : `${note} · `}${text(first)} → ${text(last)}</span></h3><svg height="${HEIGHT + 8}" role="img" aria-label="${label}">${shadeRects(shades, HEIGHT)}<line class="grid" x1="0" x2="100%" y1="${px(yOf(top))}" y2="${px(yOf(top))}"/><text x="-6" y="${px(yOf(top) + 4)}" text-anchor="end">${text(top).replace(/\.0+(?=\D|$)/u, '')}</text>${marks}${mark && html`<line class="budgetend" x1="${percent((mark.atMs / MINUTE_MS) * width)}" x2="${percent((mark.atMs / MINUTE_MS) * width)}" y1="0" y2="${HEIGHT}"/><text class="strong" x="${percent((mark.atMs / MINUTE_MS) * width)}" dx="6" y="9">${mark.text}</text>`}<line class="base" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/><text x="-6" y="${HEIGHT}" text-anchor="end">0</text></svg>`;
}

/** A short number with zeros. */
function roundUp(value: number): number {
	const magnitude = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)));
	return magnitude * ([1, 1.5, 2, 3, 4, 5, 8].find((step) => step * magnitude >= value) ?? 10);
}

function percent(share: number): string {
	return `${(share * 100).toFixed(2)}%`;
}

function px(value: number): string {
	return value.toFixed(1);
}
