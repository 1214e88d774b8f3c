import type { Log } from '../../../src/log/record.ts';
import { budgetedTimes } from '../../../src/summary/budgets.ts';
import type { LatencySummary } from '../../../src/summary/speed.ts';
import type { LatencyMetric, LatencyRow } from '../../../src/summary/turn-times.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatBytes, formatCount, formatMeasure, formatMs } from '../../messages/numbers.ts';
import { budgetName } from '../../titles.ts';
import { type Budget, type MeasureStrip, measureStrips } from '../charts/strips.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { foldedSection, table } from '../page.ts';

const WHY_CHARS = 300;

/** In order; the table beneath has every metric. */
const DRAWN: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'interTokenLatencyMs',
];

/** Distributions of times, cold and warm apart, with the app's budgets. */
export function timeSection(log: Log, summary: LatencySummary, locale: Locale): Markup {
	const { time } = locale;
	const content = html`<p class="lead">${time.lead} ${time.legend}${(log.header.app?.budgets ?? []).length > 0 && html` ${time.shaded}`}</p>
${summary.notComparable !== undefined && html`<p class="notice cut"><span class="sign" aria-hidden="true">!</span><b>${clipped(locale.say(summary.notComparable), WHY_CHARS, locale.detail.long)}</b></p>`}
${tiles(log, summary, locale)}
<div class="multiples flow">${DRAWN.map((metric) => figure(metric, log, summary, locale))}</div>
${summary.rows.length > 0 && allFigures(summary, locale)}`;
	return foldedSection('time', locale.sections.time, content);
}

function tiles(log: Log, summary: LatencySummary, locale: Locale): Markup {
	const { time } = locale;
	const { tokens } = summary;
	const { sizeBytes } = log.header.model;
	const { memoryBytes } = log.header.host;
	const [evaluated, cached, output] = time.tokens;
	const known: readonly (readonly [name: string, value: string | undefined])[] = [
		[time.load, summary.loadMs === undefined ? undefined : formatMs(summary.loadMs)],
		[time.peakMemory, summary.peakRssBytes === undefined ? undefined : formatBytes(summary.peakRssBytes)],
		...(summary.failed === 0 ? [] : [[time.failed, formatCount(summary.failed)] as const]),
		[time.onDisk, sizeBytes === undefined ? undefined : formatBytes(sizeBytes)],
		[time.hostMemory, memoryBytes === undefined ? undefined : formatBytes(memoryBytes)],
		[evaluated, tokens.evaluated === undefined ? undefined : formatCount(tokens.evaluated)],
		[cached, tokens.cached === undefined ? undefined : formatCount(tokens.cached)],
		[output, tokens.output === undefined ? undefined : formatCount(tokens.output)],
	];
	return html`<dl class="figures">${known.map(
		([name, value]) =>
			html`<div><dt>${name}</dt><dd>${value === undefined ? html`<span class="muted">${time.unknown}</span>` : html`<span class="figure">${value}</span>`}</dd></div>`,
	)}</dl>`;
}

function figure(metric: LatencyMetric, log: Log, summary: LatencySummary, locale: Locale): Markup | undefined {
	const rows = summary.rows.filter((row) => row.metric === metric);
	if (rows.length === 0) return undefined;
	const [name = metric, definition = ''] = locale.metrics[metric] ?? [];
	const strips = rows.map(
		(row): MeasureStrip => ({ name: rowName(row, locale), row, budgets: budgetsOf(row, log, summary, locale) }),
	);
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${definition}</p></figcaption>${measureStrips(strips, locale)}</figure>`;
}

function rowName({ suite, variant, state }: LatencyRow, locale: Locale): string {
	return `${suite} · ${locale.variant(variant)} · ${locale.state[state]}`;
}

/** The app's budgets for a time. */
function budgetsOf(row: LatencyRow, log: Log, { unreached }: LatencySummary, locale: Locale): readonly Budget[] {
	const own = unreached.filter(
		({ suite, variant, metric, state }) =>
			suite === row.suite && variant === row.variant && metric === row.metric && state === row.state,
	);
	return (log.header.app?.budgets ?? []).flatMap((budget) => {
		const times = budgetedTimes(log, budget, { rows: [row], unreached: own });
		if (times === undefined) return [];
		return {
			limit: budget.atMost,
			name: `${locale.scores.budget}, ${budgetName(budget, locale)}`,
			compared: times.map(({ value }) => value),
		};
	});
}

function allFigures(summary: LatencySummary, locale: Locale): Markup {
	const { time } = locale;
	const quantiles = ['p5', 'p50', 'p90', 'p95', 'p99', 'mean', 'sd'] as const;
	const heads = quantiles.map((name) => (name === 'mean' ? locale.scores.mean : name === 'sd' ? time.deviation : name));
	const rows = summary.rows.map(({ metric, suite, variant, state, source, unit, distribution }) => [
		(locale.metrics[metric] ?? [metric])[0],
		`${suite} · ${locale.variant(variant)}`,
		locale.state[state],
		time.source[source],
		formatCount(distribution.n),
		...quantiles.map((name) => {
			const value = distribution[name];
			return value === undefined ? '–' : formatMeasure(value, unit);
		}),
	]);
	return html`<details class="row all"><summary>${time.all}</summary>${table([...time.columns, 'n', ...heads], rows, { numbersFrom: time.columns.length })}</details>`;
}
