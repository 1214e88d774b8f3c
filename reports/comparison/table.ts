import { quantile } from '../../src/stats/distribution.ts';
import type { DeviceSummary } from '../../src/summary/budgets.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { promptsWithoutSample, unscoredCounts } from '../../src/summary/decisions/said.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import type { ScoreSummary } from '../../src/summary/suites.ts';
import type { LatencyMetric } from '../../src/summary/turn-times.ts';
import { intervalWords } from '../html/charts/figures.ts';
import { tailOf } from '../html/charts/strips.ts';
import { clipped } from '../html/markup.ts';
import { unscoredText } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import {
	formatBytes,
	formatCount,
	formatMeasure,
	formatMs,
	formatShare,
	formatShareRange,
} from '../messages/numbers.ts';
import { scoreTitle } from '../titles.ts';
import { hitsText, peoplesText } from '../verdict.ts';
import type { ComparedRun } from './words.ts';

/** Plain text that may quote a log. */
export interface ComparedRow {
	readonly name: string;
	/** A cell per run; undefined if unknown. */
	readonly cells: readonly (ComparedCell | undefined)[];
}

interface ComparedCell {
	readonly figure: string;
	/** Counts, interval, slow tail. */
	readonly detail?: string;
}

/** Shown with the verdicts: how long a user waits, and how fast words come. */
export const FIRST_TIMES: readonly LatencyMetric[] = ['endToEndMs', 'decodeTokensPerSecond'];
export const TIMES: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
];

const NAME_CHARS = 60;

/** Verdicts, declared rates, size, memory, load, phone figures. */
export function comparedRows(runs: readonly ComparedRun[], locale: Locale): readonly ComparedRow[] {
	const { rows } = locale.comparison;
	const figures = (
		name: string,
		of: (run: ComparedRun) => number | undefined,
		format: (value: number) => string,
	): ComparedRow => ({
		name,
		cells: runs.map(of).map((value) => (value === undefined ? undefined : { figure: format(value) })),
	});
	return [
		...verdictRows(runs).map(({ suite, decisions }, _, { length }) => ({
			name: length > 1 ? `${rows.verdict}: ${suite}` : rows.verdict,
			cells: decisions.map((decision) => decision && verdictCell(decision, locale)),
		})),
		...qualityRows(runs, locale).map(({ name, rates }) => ({
			name,
			cells: rates.map((cell) => cell && rateCell(cell, locale)),
		})),
		figures(rows.size, ({ log }) => log.header.model.sizeBytes, formatBytes),
		figures(rows.memory, ({ latencies }) => latencies.peakRssBytes, formatBytes),
		figures(rows.load, ({ latencies }) => latencies.loadMs, formatMs),
		...deviceRows(runs, locale),
	].filter(hasCell);
}

/** Warm times and speeds, a row per suite and variant. */
export function timeRows(
	runs: readonly ComparedRun[],
	metrics: readonly LatencyMetric[],
	locale: Locale,
): readonly ComparedRow[] {
	const warm = runs.map(({ latencies }) => latencies.rows.filter(({ state }) => state === 'warm'));
	const variants = new Map(
		warm.flat().map(({ suite, variant }) => [JSON.stringify([suite, variant]), { suite, variant }]),
	);
	const several = (suite: string): boolean =>
		[...variants.values()].filter((other) => other.suite === suite).length > 1;
	return metrics.flatMap((metric) => {
		const [name = metric] = locale.metrics[metric] ?? [];
		return Array.from(variants.values(), ({ suite, variant }) => ({
			name: `${name} (${locale.trend.median}), ${suite}${several(suite) ? ` · ${locale.variant(variant)}` : ''}`,
			cells: warm.map((rows) =>
				timeCell(rows.find((row) => row.metric === metric && row.suite === suite && row.variant === variant)),
			),
		})).filter(hasCell);
	});
}

/** Why times cover fewer turns than the runs have; undefined if they cover all. */
export function cutTurnsOf([first]: readonly ComparedRun[], { comparison }: Locale): string | undefined {
	return first === undefined || first.cutTurns === 0 ? undefined : comparison.cutTurns({ count: first.cutTurns });
}

function hasCell({ cells }: ComparedRow): boolean {
	return cells.some((cell) => cell !== undefined);
}

function verdictCell(decision: DecisionSummary, locale: Locale): ComparedCell {
	const { verdict } = decision.standing;
	const { path, status, hits, misses, n } = verdict;
	const { lang, of, detail, comparison: words } = locale;
	const figure = path === undefined ? words.noPath : clipped(path, NAME_CHARS, detail.long);
	const left = status === 'undecided' ? promptsWithoutSample(verdict) : 0;
	const silent = [...unscoredCounts(verdict), ...(left > 0 ? [{ reason: 'missing', count: left }] : [])];
	const parts = [
		of(hitsText(verdict, locale), String(status === 'subset' ? hits + misses : n)),
		status === 'complete' ? locale.interval(formatShareRange(verdict.wilson, lang)) : undefined,
		status === 'truncated' ? words.certain : undefined,
		verdict.path === undefined ? undefined : locale.certainty[verdict.certainty],
		unscoredText(silent, locale),
		peoplesText(decision, locale),
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
		figure: rate.rate === undefined ? figure : formatShare(rate.rate),
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

/** Rows of runs on phones; none if no run was on one. */
function deviceRows(runs: readonly ComparedRun[], { device: words, of }: Locale): readonly ComparedRow[] {
	const devices = runs.map(({ summary }) => summary.device);
	if (devices.every((device) => device === undefined)) return [];
	const row = (name: string, cell: (device: DeviceSummary) => ComparedCell | undefined): ComparedRow => ({
		name,
		cells: devices.map((device) => device && cell(device)),
	});
	return [
		{
			name: words.backend,
			cells: runs.map(({ log: { header } }) => {
				const { backend } = header.engine;
				return backend === undefined ? undefined : { figure: backend, detail: header.host.device };
			}),
		},
		row(words.firstInit, ({ firstInitMs }) =>
			firstInitMs === undefined ? undefined : { figure: formatMs(firstInitMs) },
		),
		row(words.laterInit, ({ laterInitMs }) => laterInit(laterInitMs)),
		row(words.notComparable, ({ notComparable, samples }) => ({ figure: of(String(notComparable), String(samples)) })),
		...(devices.every((device) => (device?.killed ?? 0) === 0)
			? []
			: [row(words.killed, ({ killed, samples }) => ({ figure: of(String(killed), String(samples)) }))]),
		row(words.askedAgain, ({ askedAgain, samples }) => ({ figure: of(String(askedAgain), String(samples)) })),
	];
}

function laterInit(all: readonly number[]): ComparedCell | undefined {
	if (all.length === 0) return undefined;
	const sorted = all.toSorted((one, other) => one - other);
	return { figure: formatMs(quantile(sorted, 0.5)), detail: `p50 · n ${all.length}` };
}

/** A declared rate of one suite and variant in every run that has it. */
interface QualityRow {
	/** Suite, variant if there are several, title of the score. */
	readonly name: string;
	/** Whether this is the main score. */
	readonly main: boolean;
	/** A cell per run. */
	readonly rates: readonly (QualityCell | undefined)[];
}

/** A rate, and its unscored samples. */
type QualityCell = Pick<ScoreSummary, 'unscored'> & { readonly rate: NonNullable<ScoreSummary['rate']> };

/** Declared rates of the suites that the baseline shares with another run, in order of declaration. */
function qualityRows(runs: readonly ComparedRun[], locale: Locale): readonly QualityRow[] {
	const rows = new Map<string, QualityRow>();
	for (const run of runs) {
		for (const { suite, main, variants } of run.summary.suites) {
			if (!isShared(suite.name, runs)) continue;
			for (const { variant, scores } of variants) {
				for (const { name, declaration } of scores.filter(({ rate }) => rate !== undefined)) {
					const key = JSON.stringify([suite.name, variant, name]);
					if (rows.has(key)) continue;
					rows.set(key, {
						name: `${suite.name}${variants.length > 1 ? ` · ${locale.variant(variant)}` : ''}: ${scoreTitle(declaration, locale)}`,
						main: name === main,
						rates: runs.map((other) => cellOf(other, suite.name, variant, name)),
					});
				}
			}
		}
	}
	return [...rows.values()].filter(({ rates }) => rates.some((cell) => cell !== undefined));
}

function isShared(suite: string, [baseline, ...others]: readonly ComparedRun[]): boolean {
	const has = (run: ComparedRun | undefined): boolean =>
		run?.summary.suites.some(({ suite: own }) => own.name === suite) === true;
	return has(baseline) && others.some(has);
}

function cellOf(run: ComparedRun, suite: string, variant: string, score: string): QualityCell | undefined {
	const summary = run.summary.suites
		.find(({ suite: own }) => own.name === suite)
		?.variants.find((own) => own.variant === variant)
		?.scores.find(({ name }) => name === score);
	if (summary?.rate === undefined || summary.rate.n + summary.unscored.length === 0) return undefined;
	return { rate: summary.rate, unscored: summary.unscored };
}

/** The decision of a suite in each run; absent if a run lacks the suite. */
interface VerdictRow {
	readonly suite: string;
	readonly decisions: readonly (DecisionSummary | undefined)[];
}

export function verdictRows(runs: readonly ComparedRun[]): readonly VerdictRow[] {
	const names = new Set(runs.flatMap(({ summary }) => summary.decisions.map(({ suite }) => suite.name)));
	return Array.from(names, (suite) => ({
		suite,
		decisions: runs.map(({ summary }) => summary.decisions.find((decision) => decision.suite.name === suite)),
	}));
}
