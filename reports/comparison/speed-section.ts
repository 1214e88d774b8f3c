import type { LatencyMetric } from '../../src/index.ts';
import { html, type Markup } from '../html/markup.ts';
import { type MeasureStrip, measureStrips } from '../html/measure-strips.ts';
import type { ComparisonLocale } from '../locale/comparison-locale.ts';
import { formatMeasure } from '../locale/format-number.ts';
import type { Locale } from '../locale/locale.ts';
import type { ComparedRun } from './compared-run.ts';

const DRAWN: readonly LatencyMetric[] = ['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs', 'decodeTokensPerSecond'];

/** The distributions under each other on one axis, then the differences with their intervals. */
export function speedSection(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): Markup {
	const arms = new Map(
		runs.flatMap(({ latencies }) =>
			latencies.rows.map(({ suite, arm }) => [`${suite} ${arm}`, { suite, arm }] as const),
		),
	);
	return html`<section id="speed" aria-labelledby="speed-title">
<h2 id="speed-title">${words.sections.speed}</h2>
<p class="lead">${words.speedLead} ${locale.time.legend}</p>
<div class="multiples flow">${DRAWN.flatMap((metric) =>
		[...arms.values()].map(({ suite, arm }) => figure(metric, suite, arm, runs, locale)),
	)}</div>
${runs.map((run) => differences(run, words, locale))}</section>`;
}

function figure(
	metric: LatencyMetric,
	suite: string,
	arm: string,
	runs: readonly ComparedRun[],
	locale: Locale,
): Markup | undefined {
	const strips = runs.flatMap(({ name, latencies }): readonly MeasureStrip[] => {
		const row = latencies.rows.find(
			(found) => found.metric === metric && found.suite === suite && found.arm === arm && found.state === 'warm',
		);
		return row === undefined ? [] : [{ name, row, budgets: [] }];
	});
	if (strips.length === 0) return undefined;
	const [name = metric] = locale.metrics[metric] ?? [];
	return html`<figure class="multiple"><figcaption><h3>${name}</h3><p class="muted">${suite} · ${locale.arm(arm)} · ${locale.state.warm}</p></figcaption>${measureStrips(strips, locale)}</figure>`;
}

function differences({ name, against }: ComparedRun, words: ComparisonLocale, locale: Locale): Markup | undefined {
	if (against === undefined || against.latencies.length === 0) return undefined;
	return html`<h3>${words.differences}: ${name}</h3><div class="scroll"><table><thead><tr>${words.differenceColumns.map(
		(column, index) => html`<th scope="col"${index > 1 && html` class="num"`}>${column}</th>`,
	)}</tr></thead><tbody>${against.latencies.map(({ suite, arm, metric, unit, firstMean, difference }) => {
		const [metricName = metric] = locale.metrics[metric] ?? [];
		const { low, high } = difference.interval;
		return html`<tr><td>${suite} · ${locale.arm(arm)}</td><td>${metricName}</td><td class="num">${formatMeasure(firstMean, unit)}</td><td class="num"><b>${signed(difference.mean, unit)}</b> <span class="muted">${signed(low, unit)} … ${signed(high, unit)}</span></td><td class="num">${difference.n}</td></tr>`;
	})}</tbody></table></div>`;
}

function signed(value: number, unit: 'ms' | 'tokens/s'): string {
	return `${value < 0 ? '−' : '+'}${formatMeasure(Math.abs(value), unit)}`;
}
