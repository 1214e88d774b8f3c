import type { Log } from '../../../src/log/record.ts';
import { THERMAL_STATUSES, thermalLevel } from '../../../src/model/device-timeline.ts';
import { type SampleState, summarizeDevice } from '../../../src/summary/budgets.ts';
import { formatBytes } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { type DeviceStateLocale, deviceStateLocale } from '../../locale/sections/device-state-locale.ts';
import { html, type Markup, said } from '../markup.ts';
import { foldedSection, type PageSection } from '../page.ts';

/** More are in the log. */
const MOST_CHANGES = 100;
/** From this status on a device throttles. */
const HOT = THERMAL_STATUSES.indexOf('moderate');

/** Heat, memory and battery of a phone over the samples; undefined where the run was not on one, or it told none of them. */
export function deviceSection(log: Log, { lang }: Locale): PageSection | undefined {
	const states = summarizeDevice(log)?.states ?? [];
	const words = deviceStateLocale[lang];
	const charts = [heat(states, words), memory(states, words), battery(states, words)].filter(
		(one) => one !== undefined,
	);
	if (charts.length === 0) return undefined;
	const content = html`<p class="lead">${words.lead(log.header.host.device ?? '')}</p><div class="multiples">${charts}</div>${changes(states, words)}`;
	return { id: 'device', name: words.title, markup: foldedSection('device', words.title, content) };
}

function heat(states: readonly SampleState[], words: DeviceStateLocale): Markup | undefined {
	const levels = states.map(({ thermal }) => thermalLevel(thermal));
	const status = (level: number): string => statusName(THERMAL_STATUSES[level], words);
	return chart(words.thermal, levels, words, { top: THERMAL_STATUSES.length - 1, text: status, markedFrom: HOT });
}

function memory(states: readonly SampleState[], words: DeviceStateLocale): Markup | undefined {
	const bytes = states.map(({ memoryBytes }) => memoryBytes);
	return chart(words.memory, bytes, words, { text: formatBytes });
}

function battery(states: readonly SampleState[], words: DeviceStateLocale): Markup | undefined {
	const percent = states.map((state) => state.battery);
	return chart(words.battery, percent, words, { top: 100, text: (value) => `${Math.round(value)} %` });
}

interface Scale {
	/** Of the axis; default the highest value. */
	readonly top?: number;
	readonly text: (value: number) => string;
	readonly markedFrom?: number;
}

function chart(
	name: string,
	values: readonly (number | undefined)[],
	words: DeviceStateLocale,
	{ top, text, markedFrom }: Scale,
): Markup | undefined {
	const known = values.filter((value) => value !== undefined);
	if (known.length === 0) return undefined;
	const low = known.reduce((least, one) => Math.min(least, one));
	const high = known.reduce((most, one) => Math.max(most, one));
	const range = words.range(text(low), text(high));
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${range}</p></figcaption>${stateBars(
		values,
		{
			top: top ?? high,
			label: `${name}: ${range}`,
			markedFrom,
		},
	)}</figure>`;
}

/** Words for what the bars show, at the samples where it became another. */
function changes(states: readonly SampleState[], words: DeviceStateLocale): Markup {
	const rows = states.filter(({ thermal, powerSave }, index) => {
		const before = states[index - 1];
		return before === undefined || before.thermal !== thermal || before.powerSave !== powerSave;
	});
	const heads = [words.sample, words.thermal, words.powerSave, words.memory, words.battery];
	return html`<details class="row all"><summary>${words.changes}</summary><div class="scroll" tabindex="0"><table><thead><tr>${heads.map(
		(head) => html`<th scope="col">${head}</th>`,
	)}</tr></thead><tbody>${rows.slice(0, MOST_CHANGES).map((row) => changeRow(row, words))}</tbody></table></div>${
		rows.length > MOST_CHANGES && html`<p class="muted">${words.more(rows.length - MOST_CHANGES)}</p>`
	}</details>`;
}

function changeRow(state: SampleState, words: DeviceStateLocale): Markup {
	const { suite, sampleId, thermal, powerSave, memoryBytes } = state;
	const cells = [
		thermal && statusName(thermal, words),
		powerSave === undefined ? undefined : powerSave ? words.yes : words.no,
		memoryBytes === undefined ? undefined : formatBytes(memoryBytes),
		state.battery === undefined ? undefined : `${Math.round(state.battery)} %`,
	];
	return html`<tr><th scope="row">${said('span', `${suite} ${sampleId}`)}</th>${cells.map((cell) => html`<td>${cell ?? '–'}</td>`)}</tr>`;
}

function statusName(thermal: string | undefined, { statuses }: DeviceStateLocale): string {
	return thermal === undefined ? '–' : (statuses[thermal] ?? thermal);
}

const HEIGHT = 48;
/** More samples share a bar, which is as high as the highest of them. */
const MOST_BARS = 160;
/** So that a 0 is not taken for a sample that told nothing. */
const LEAST = 2;

/** One value a sample, from left to right; what a sample did not tell is a gap. */
export function stateBars(
	values: readonly (number | undefined)[],
	{
		top,
		label,
		markedFrom,
	}: { readonly top: number; readonly label: string; readonly markedFrom?: number | undefined },
): Markup {
	const perBar = Math.ceil(values.length / MOST_BARS);
	const bars = Array.from({ length: Math.ceil(values.length / perBar) }, (_, bar) =>
		values.slice(bar * perBar, (bar + 1) * perBar).filter((value) => value !== undefined),
	);
	const width = 100 / bars.length;
	return html`<svg width="100%" height="${HEIGHT}" role="img" aria-label="${label}">${bars.map((own, index) => {
		if (own.length === 0) return undefined;
		const value = Math.max(...own);
		const height = Math.max(LEAST, top === 0 ? 0 : (value / top) * HEIGHT);
		const mark = markedFrom !== undefined && value >= markedFrom ? 'accentfill' : 'barmark';
		return html`<rect class="${mark}" x="${(index * width).toFixed(2)}%" width="${(width * 0.9).toFixed(2)}%" y="${(HEIGHT - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
	})}<line class="base" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>`;
}
