import type { LatencyDifference } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { formatMeasure } from '../../locale/format-number.ts';
import { formatSigned, formatSignedRange } from '../../locale/format-range.ts';
import type { Locale } from '../../locale/locale.ts';
import { markdownTable, markdownText } from '../../markdown/markdown-text.ts';
import { html, type Markup } from '../../page/markup.ts';
import type { ComparedRun } from '../compared-run.ts';

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
