import { THERMAL_STATUSES, thermalLevel } from '../../../src/model/device-timeline.ts';
import type { RunSummary } from '../../../src/summary/summarize.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatBytes } from '../../messages/numbers.ts';
import { html, type Markup, said } from '../markup.ts';
import { foldedSection, type PageSection, table } from '../page.ts';

/** More are in the log. */
const MAX_CHANGES = 100;
/** The first status at which a device throttles. */
const HOT = THERMAL_STATUSES.indexOf('moderate');
const HEIGHT = 48;
/** More samples share bars, each as high as its highest sample. */
const MAX_BARS = 160;
/** Height of a 0, which differs from a gap. */
const LEAST = 2;

/** Heat, memory and battery of a phone over the samples; undefined if all are unknown. */
export function deviceSection({ run, device }: RunSummary, locale: Locale): PageSection | undefined {
	const { device: words } = locale;
	const states = device?.states ?? [];
	const levels = states.map(({ thermal }) => thermalLevel(thermal));
	const status = (thermal: string | undefined): string =>
		thermal === undefined ? '–' : (words.statuses[thermal] ?? thermal);
	const chart = (name: string, values: readonly (number | undefined)[], scale: Scale): Markup | undefined =>
		stateChart(name, values, locale.range, scale);
	const charts = [
		chart(words.thermal, levels, {
			top: THERMAL_STATUSES.length - 1,
			text: (level) => status(THERMAL_STATUSES[level]),
			markedFrom: HOT,
		}),
		chart(
			words.memory,
			states.map(({ memoryBytes }) => memoryBytes),
			{ text: formatBytes },
		),
		chart(
			words.battery,
			states.map(({ battery }) => battery),
			{ top: 100, text: percent },
		),
	].filter((one) => one !== undefined);
	if (charts.length === 0) return undefined;
	const changed = states.filter(({ thermal, powerSave }, index) => {
		const before = states[index - 1];
		return before === undefined || before.thermal !== thermal || before.powerSave !== powerSave;
	});
	const rows = changed
		.slice(0, MAX_CHANGES)
		.map(({ suite, sampleId, thermal, powerSave, memoryBytes, battery }) => [
			said('span', `${suite} ${sampleId}`),
			status(thermal),
			powerSave === undefined ? '–' : powerSave ? words.yes : words.no,
			memoryBytes === undefined ? '–' : formatBytes(memoryBytes),
			battery === undefined ? '–' : percent(battery),
		]);
	const heads = [words.sample, words.thermal, words.powerSave, words.memory, words.battery];
	const content = html`<p class="lead">${words.lead({ device: run.host?.device ?? '' })}</p><div class="multiples">${charts}</div><details class="row all"><summary>${words.changes}</summary>${table(heads, rows)}${
		changed.length > MAX_CHANGES && html`<p class="muted">${words.more({ rows: changed.length - MAX_CHANGES })}</p>`
	}</details>`;
	return { id: 'device', name: words.title, markup: foldedSection('device', words.title, content) };
}

function percent(value: number): string {
	return `${Math.round(value)}%`;
}

interface Scale {
	/** Top of the axis; default: the highest value. */
	readonly top?: number;
	readonly text: (value: number) => string;
	readonly markedFrom?: number;
}

/** A bar per sample; an unknown value is a gap. */
function stateChart(
	name: string,
	values: readonly (number | undefined)[],
	rangeText: (low: string, high: string) => string,
	{ top, text, markedFrom = Number.POSITIVE_INFINITY }: Scale,
): Markup | undefined {
	const known = values.filter((value) => value !== undefined);
	if (known.length === 0) return undefined;
	const low = known.reduce((least, one) => Math.min(least, one));
	const high = known.reduce((most, one) => Math.max(most, one));
	const scale = top ?? high;
	const range = rangeText(text(low), text(high));
	const perBar = Math.ceil(values.length / MAX_BARS);
	const count = Math.ceil(values.length / perBar);
	const width = 100 / count;
	const bars = Array.from({ length: count }, (_, bar) => {
		const own = values.slice(bar * perBar, (bar + 1) * perBar).filter((value) => value !== undefined);
		if (own.length === 0) return undefined;
		const value = Math.max(...own);
		const height = Math.max(LEAST, scale === 0 ? 0 : (value / scale) * HEIGHT);
		return html`<rect class="${value >= markedFrom ? 'accentfill' : 'barmark'}" x="${(bar * width).toFixed(2)}%" width="${(width * 0.9).toFixed(2)}%" y="${(HEIGHT - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
	});
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${range}</p></figcaption><svg width="100%" height="${HEIGHT}" role="img" aria-label="${name}: ${range}">${bars}<line class="base" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/></svg></figure>`;
}
