import type { LatencyDifference } from '../../src/summary/compare/differences.ts';
import { type LatencyMetric, waitedFor } from '../../src/summary/turn-times.ts';
import { type MeasureStrip, measureStrips } from '../html/charts/strips.ts';
import { html, type Markup } from '../html/markup.ts';
import { foldedSection } from '../html/page.ts';
import type { ComparisonLocale } from '../locale/comparison/comparison-locale.ts';
import { formatMeasure } from '../locale/format-number.ts';
import { formatSigned, formatSignedRange } from '../locale/format-range.ts';
import type { Locale } from '../locale/locale.ts';
import { markdownTable, markdownText } from '../markdown/text.ts';
import { sideBySideTable } from './overview.ts';
import { cutTurnsOf, TOLD_TIMES, timeRows } from './table.ts';
import type { ComparedRun } from './words.ts';

const DRAWN: readonly LatencyMetric[] = ['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs', 'decodeTokensPerSecond'];

/** The distributions under each other on one axis, then the means, and how they differ where that can be told. */
export function speedSection(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): Markup {
	const arms = new Map(
		runs.flatMap(({ latencies }) =>
			latencies.rows.map(({ suite, arm }) => [`${suite} ${arm}`, { suite, arm }] as const),
		),
	);
	const content = html`<p class="lead">${words.speedLead} ${locale.time.legend} ${cutTurnsOf(runs, words)}</p>
${sideBySideTable(runs, timeRows(runs, TOLD_TIMES, locale), words.sections.speed, words)}
<div class="multiples flow">${DRAWN.flatMap((metric) =>
		[...arms.values()].map(({ suite, arm }) => figure(metric, suite, arm, runs, locale)),
	)}</div>
${runs.map((run) => latencyHtml(run, words, locale))}`;
	return foldedSection('speed', words.sections.speed, content);
}

function figure(
	metric: LatencyMetric,
	suite: string,
	arm: string,
	runs: readonly ComparedRun[],
	locale: Locale,
): Markup | undefined {
	const strips = runs.flatMap(({ name, latencies }): readonly MeasureStrip[] => {
		const measured = latencies.rows.find(
			(found) => found.metric === metric && found.suite === suite && found.arm === arm && found.state === 'warm',
		);
		const row = measured && waitedFor(measured);
		return row === undefined ? [] : [{ name, row, budgets: [] }];
	});
	if (strips.length === 0) return undefined;
	const [name = metric] = locale.metrics[metric] ?? [];
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${suite} · ${locale.arm(arm)} · ${locale.state.warm}</p></figcaption>${measureStrips(strips, locale)}</figure>`;
}

/** Mean times of a run beside the baseline's; their difference with its interval where the two took turns. */
export function latencyHtml(
	{ name, against }: ComparedRun,
	words: ComparisonLocale,
	locale: Locale,
): Markup | undefined {
	if (against === undefined || against.latencies.length === 0) return undefined;
	const columns = columnsOf(words, against.inTurns);
	return html`<h3>${words.differences}: ${words.flipsOf(name)}</h3>${!against.inTurns && html`<p>${words.notInTurns}</p>`}<div class="scroll" tabindex="0"><table><thead><tr>${columns.map(
		(column, index) => html`<th scope="col"${index > 1 && html` class="num"`}>${column}</th>`,
	)}</tr></thead><tbody>${against.latencies.map((latency) => {
		const [metric = latency.metric] = locale.metrics[latency.metric] ?? [];
		const { first, second, mean, interval } = figures(latency, words, locale);
		return html`<tr><td>${latency.suite} · ${locale.arm(latency.arm)}</td><td>${metric}</td><td class="num">${first}</td><td class="num">${second}</td>${
			against.inTurns && html`<td class="num"><b>${mean}</b> <span class="muted">${interval}</span></td>`
		}<td class="num">${latency.difference.n}</td></tr>`;
	})}</tbody></table></div>`;
}

export function latencyMarkdown({ against }: ComparedRun, words: ComparisonLocale, locale: Locale): string | undefined {
	if (against === undefined || against.latencies.length === 0) return undefined;
	const table = markdownTable(
		columnsOf(words, against.inTurns),
		against.latencies.map((latency) => {
			const [metric = latency.metric] = locale.metrics[latency.metric] ?? [];
			const { first, second, mean, interval } = figures(latency, words, locale);
			return [
				markdownText(`${latency.suite} · ${locale.arm(latency.arm)}`),
				metric,
				first,
				second,
				...(against.inTurns ? [markdownText(`${mean}, ${interval}`)] : []),
				String(latency.difference.n),
			];
		}),
	);
	return against.inTurns ? table : `${words.notInTurns}\n\n${table}`;
}

function columnsOf({ meanColumns, differenceColumn, prompts }: ComparisonLocale, inTurns: boolean): readonly string[] {
	return [...meanColumns, ...(inTurns ? [differenceColumn] : []), prompts];
}

function figures(
	{ unit, firstMean, secondMean, difference }: LatencyDifference,
	{ noSpread }: ComparisonLocale,
	{ lang }: Locale,
): { readonly first: string; readonly second: string; readonly mean: string; readonly interval: string } {
	const { mean, interval } = difference;
	const measure = (value: number): string => formatMeasure(value, unit);
	return {
		first: formatMeasure(firstMean, unit),
		second: formatMeasure(secondMean, unit),
		mean: formatSigned(mean, measure),
		interval: interval === undefined ? noSpread : formatSignedRange(interval, measure, lang),
	};
}
