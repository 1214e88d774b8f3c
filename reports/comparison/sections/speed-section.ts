import { type LatencyMetric, waitedFor } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import type { Locale } from '../../locale/locale.ts';
import { type MeasureStrip, measureStrips } from '../../page/charts/measure-strips.ts';
import { foldedSection } from '../../page/fold.ts';
import { html, type Markup } from '../../page/markup.ts';
import type { ComparedRun } from '../compared-run.ts';
import { cutTurnsOf, TOLD_TIMES, timeRows } from '../side-by-side.ts';
import { latencyHtml } from './latency-table.ts';
import { sideBySideTable } from './side-by-side-table.ts';

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
