import type { LatencyMetric } from '../../src/summary/turn-times.ts';
import { type Block, blocks, paragraph, table } from '../document/block.ts';
import { markup } from '../document/html.ts';
import { type MeasureStrip, measureStrips } from '../html/charts/strips.ts';
import { html, type Markup } from '../html/markup.ts';
import { foldedSection } from '../html/page.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatMeasure, formatSigned, formatSignedRange } from '../messages/numbers.ts';
import { sideBySideTable } from './overview.ts';
import { cutTurnsOf, TIMES, timeRows } from './table.ts';
import type { ComparedRun } from './words.ts';

const DRAWN: readonly LatencyMetric[] = ['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs', 'decodeTokensPerSecond'];

/** Distributions on one axis, then means and their differences. */
export function speedSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const words = locale.comparison;
	const variants = new Map(
		runs.flatMap(({ latencies }) =>
			latencies.rows.map(({ suite, variant }) => [`${suite} ${variant}`, { suite, variant }] as const),
		),
	);
	const content = html`<p class="lead">${words.speedLead} ${locale.time.legend} ${cutTurnsOf(runs, locale)}</p>
${sideBySideTable(runs, timeRows(runs, TIMES, locale), words.sections.speed, locale)}
<div class="multiples flow">${DRAWN.flatMap((metric) =>
		[...variants.values()].map(({ suite, variant }) => figure(metric, suite, variant, runs, locale)),
	)}</div>
${runs.map((run) => {
	const means = latencyBlocks(run, locale);
	return (
		means.length > 0 &&
		html`<h3>${words.differences}: ${words.flipsOf({ name: run.name })}</h3>${markup(means, { numbersFrom: 2 })}`
	);
})}`;
	return foldedSection('speed', words.sections.speed, content);
}

function figure(
	metric: LatencyMetric,
	suite: string,
	variant: string,
	runs: readonly ComparedRun[],
	locale: Locale,
): Markup | undefined {
	const strips = runs.flatMap(({ name, latencies }): readonly MeasureStrip[] => {
		const measured = latencies.rows.find(
			(found) =>
				found.metric === metric && found.suite === suite && found.variant === variant && found.state === 'warm',
		);
		return measured === undefined ? [] : [{ name, row: measured, budgets: [] }];
	});
	if (strips.length === 0) return undefined;
	const [name = metric] = locale.metrics[metric] ?? [];
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${suite} · ${locale.variant(variant)} · ${locale.state.warm}</p></figcaption>${measureStrips(strips, locale)}</figure>`;
}

/** Mean times of a run and of the baseline; with their difference and its interval if the runs were interleaved. */
export function latencyBlocks({ against }: ComparedRun, locale: Locale): readonly Block[] {
	if (against === undefined || against.latencies.length === 0) return [];
	const { meanColumns, differenceColumn, prompts, noSpread, notInTurns } = locale.comparison;
	const rows = against.latencies.map(({ suite, variant, metric, unit, firstMean, secondMean, difference }) => {
		const { mean, interval, n } = difference;
		const measure = (value: number): string => formatMeasure(value, unit);
		const range = interval === undefined ? noSpread : formatSignedRange(interval, measure, locale.lang);
		return [
			`${suite} · ${locale.variant(variant)}`,
			(locale.metrics[metric] ?? [metric])[0],
			measure(firstMean),
			measure(secondMean),
			...(against.inTurns ? [`${formatSigned(mean, measure)} (${range})`] : []),
			String(n),
		];
	});
	return blocks(
		!against.inTurns && paragraph(notInTurns),
		table([...meanColumns, ...(against.inTurns ? [differenceColumn] : []), prompts], rows),
	);
}
