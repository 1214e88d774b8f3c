import {
	type LatencyMetric,
	type LatencySummary,
	promptsWithoutSample,
	type StandingSummary,
	waitedFor,
} from '../../src/index.ts';
import { type ComparisonLocale, comparisonLocaleOf } from '../locale/comparison/comparison-locale.ts';
import { formatBytes, formatCount, formatMeasure, formatMs, formatShare } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import type { Locale } from '../locale/locale.ts';
import { greyLocale } from '../locale/sections/grey-locale.ts';
import { tailOf } from '../page/charts/measure-strips.ts';
import { intervalWords } from '../page/charts/rate-figures.ts';
import { peoplesText } from '../page/people-text.ts';
import { unscoredText } from '../page/reason-name.ts';
import { clipped } from '../page/said.ts';
import type { ComparedRun } from './compared-run.ts';
import { comparisonWordsOf } from './comparison-words.ts';
import { deviceRows } from './device-rows.ts';
import { type QualityCell, qualityRows } from './quality-rows.ts';
import { verdictRows } from './verdict-rows.ts';

/** One line of the table of all runs. Plain text that may quote a log. */
export interface ComparedRow {
	readonly name: string;
	/** A cell per run; undefined where the run does not tell. */
	readonly cells: readonly (ComparedCell | undefined)[];
}

export interface ComparedCell {
	readonly figure: string;
	/** What stands behind it: counts, interval, the slow tail. */
	readonly detail?: string | undefined;
}

/** What a user waits for, and how fast words come: of the times, these stand beside the verdicts. */
export const TOLD_FIRST: readonly LatencyMetric[] = ['endToEndMs', 'decodeTokensPerSecond'];
export const TOLD_TIMES: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
];

const NAME_CHARS = 60;

/** Verdicts, declared rates, size, memory, load, and what only phones have. */
export function comparedRows(runs: readonly ComparedRun[], locale: Locale): readonly ComparedRow[] {
	const { rows } = comparisonLocaleOf(locale.lang);
	const figures = (
		name: string,
		of: (run: ComparedRun) => number | undefined,
		format: (value: number) => string,
	): ComparedRow => ({
		name,
		cells: runs.map(of).map((value) => (value === undefined ? undefined : { figure: format(value) })),
	});
	return [
		...verdictRows(runs).map(({ suite, standing }, _, { length }) => ({
			name: length > 1 ? `${rows.verdict}: ${suite}` : rows.verdict,
			cells: standing.map((summary) => summary && verdictCell(summary, locale)),
		})),
		...qualityRows(runs, locale.lang, locale.arm).map(({ name, rates }) => ({
			name,
			cells: rates.map((cell) => cell && rateCell(cell, locale)),
		})),
		figures(rows.size, ({ log }) => log.header.model.sizeBytes, formatBytes),
		figures(rows.memory, ({ latencies }) => latencies.peakRssBytes, formatBytes),
		figures(rows.load, ({ latencies }) => latencies.loadMs, formatMs),
		...deviceRows(runs, locale),
	].filter(isTold);
}

/** Warm times and speeds, a row for each suite and, where it has several, arm. */
export function timeRows(
	runs: readonly ComparedRun[],
	metrics: readonly LatencyMetric[],
	locale: Locale,
): readonly ComparedRow[] {
	const warm = runs.map(({ latencies }) => latencies.rows.filter(({ state }) => state === 'warm'));
	const arms = new Map(warm.flat().map(({ suite, arm }) => [JSON.stringify([suite, arm]), { suite, arm }]));
	const several = (suite: string): boolean => [...arms.values()].filter((other) => other.suite === suite).length > 1;
	return metrics.flatMap((metric) => {
		const [name = metric] = locale.metrics[metric] ?? [];
		return Array.from(arms.values(), ({ suite, arm }) => ({
			name: `${name}, ${suite}${several(suite) ? ` · ${locale.arm(arm)}` : ''}`,
			cells: warm.map((rows) =>
				timeCell(
					rows
						.filter((row) => row.metric === metric && row.suite === suite && row.arm === arm)
						.flatMap((row) => waitedFor(row) ?? [])[0],
				),
			),
		})).filter(isTold);
	});
}

/** Why times are of fewer turns than the runs have; undefined where they are not. */
export function cutTurnsOf([first]: readonly ComparedRun[], words: ComparisonLocale): string | undefined {
	return first === undefined || first.cutTurns === 0 ? undefined : words.cutTurns(first.cutTurns);
}

function isTold({ cells }: ComparedRow): boolean {
	return cells.some((cell) => cell !== undefined);
}

/** Of a subset, the prompts of the whole corpus say nothing. */
function verdictCell({ verdict, people, rule }: StandingSummary, locale: Locale): ComparedCell {
	const { path, status, hits, misses, n, unscored } = verdict;
	const { lang, of, detail } = locale;
	const figure = path === undefined ? comparisonLocaleOf(lang).noPath : clipped(path, NAME_CHARS, detail.long);
	const left = status === 'undecided' ? promptsWithoutSample(verdict) : 0;
	const silent = [
		...unscored.map(({ cause, count }) => ({ reason: cause, count })),
		...(left > 0 ? [{ reason: 'missing', count: left }] : []),
	];
	const parts = [
		of(comparisonWordsOf(lang).hits(verdict), String(status === 'subset' ? hits + misses : n)),
		status === 'complete' ? locale.interval(formatShareRange(verdict.wilson, lang)) : undefined,
		status === 'truncated' ? comparisonWordsOf(lang).certain : undefined,
		verdict.path !== undefined && verdict.greyZone ? greyLocale[lang].mark : undefined,
		unscoredText(silent, locale),
		peoplesText(people, rule, locale),
	];
	return { figure, detail: parts.filter((part) => part !== undefined).join(' · ') };
}

function rateCell({ rate, unscored }: QualityCell, locale: Locale): ComparedCell {
	const counts = locale.of(String(rate.hits), String(rate.n));
	const figure = rate.n === 0 ? '–' : counts;
	const parts = [
		rate.rate === undefined ? undefined : counts,
		intervalWords(rate, locale),
		unscoredText(unscored, locale),
	];
	return {
		figure: rate.rate === undefined ? figure : `${formatShare(rate.rate)} %`,
		detail: parts.filter((part) => part !== undefined).join(' · '),
	};
}

function timeCell(row: LatencySummary['rows'][number] | undefined): ComparedCell | undefined {
	if (row?.distribution.p50 === undefined) return undefined;
	const [tailName, tail] = tailOf(row);
	return {
		figure: formatMeasure(row.distribution.p50, row.unit),
		detail: `${tailName} ${formatMeasure(tail, row.unit)} · n ${formatCount(row.distribution.n)}`,
	};
}
