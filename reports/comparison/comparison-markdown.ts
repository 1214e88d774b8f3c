import {
	MINIATURE_NOTICE,
	mcnemarText,
	partsOf,
	partText,
	rateText,
	type ScoreFlips,
	unscoredText,
} from '../../src/index.ts';
import { scoreTitle } from '../declared-score.ts';
import { tailOf } from '../html/charts/measure-strips.ts';
import { comparisonEn } from '../locale/comparison/comparison-en.ts';
import { formatBytes, formatMeasure, formatMs, formatShare } from '../locale/format-number.ts';
import { markdownTable, markdownText } from '../markdown/markdown-text.ts';
import type { ComparedRun } from './compared-run.ts';
import { comparisonWordsOf } from './comparison-words.ts';
import { deviceRows } from './device-rows.ts';
import { divergenceFigures } from './divergence-figures.ts';
import { type QualityCell, qualityRows } from './quality-rows.ts';
import { latencyMarkdown } from './sections/latency-table.ts';
import { numbersMarkdown } from './sections/numbers-table.ts';
import { spanCells } from './sections/span-table.ts';
import { verdictCounts, verdictRows } from './verdict-rows.ts';

const FLIPS_TOLD = 60;

/** The comparison for a pull request: the table, the flips, the divergence. */
export function comparisonMarkdown(runs: readonly ComparedRun[]): string {
	const [baseline, ...others] = runs;
	if (baseline === undefined) return '';
	const parts = [
		`## gemmark comparison`,
		runs.some(({ log }) => log.header.model.miniature) ? `> **${MINIATURE_NOTICE.en}**` : undefined,
		markdownTable(
			['', ...runs.map(({ name }, index) => `${markdownText(name)}${index === 0 ? ' (baseline)' : ''}`)],
			tableRows(runs),
		),
		...others.flatMap((other) => [
			`### ${markdownText(other.name)} against ${markdownText(baseline.name)}`,
			onlyParts(other, baseline),
			onlySuites(other),
			flips(other),
			numbersMarkdown(other),
			latencyMarkdown(other, comparisonEn),
			divergence(other),
		]),
	];
	return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** What of either run is missing, and that nothing is in common, where it is so. */
function onlyParts(other: ComparedRun, baseline: ComparedRun): string {
	const { part, nothing } = comparisonWordsOf('en');
	return [
		...(other.against?.paired === 0 ? [nothing(other.name)] : []),
		...[baseline, other].flatMap(({ name, log }) => {
			const own = partsOf(log).map(partText).join('; ');
			return own === '' ? [] : [part(name, own)];
		}),
	]
		.map((told) => told.map((text) => markdownText(text)).join(' '))
		.join(' ');
}

function onlySuites({ name, against }: ComparedRun): string | undefined {
	const { onlyFirst = [], onlySecond = [] } = against?.identity ?? {};
	if (onlyFirst.length + onlySecond.length === 0) return undefined;
	const told = comparisonWordsOf('en').onlySuites(name, onlyFirst.join(', '), onlySecond.join(', '));
	return told.map((text) => markdownText(text)).join(' ');
}

function tableRows(runs: readonly ComparedRun[]): readonly (readonly string[])[] {
	const rows: (readonly [name: string, cells: readonly (string | undefined)[]])[] = [
		...verdictRows(runs).map(
			({ suite, verdicts }) =>
				[
					`verdict, ${markdownText(suite)}`,
					verdicts.map((verdict) => verdict && `${markdownText(verdict.path ?? '?')} (${verdictCounts(verdict)})`),
				] as const,
		),
		...qualityRows(runs, 'en', (arm) => arm).map(
			({ name, rates }) => [markdownText(name), rates.map((cell) => cell && rateCell(cell))] as const,
		),
		['size on disk', runs.map(({ log }) => told(log.header.model.sizeBytes, formatBytes))],
		['peak memory', runs.map(({ latencies }) => told(latencies.peakRssBytes, formatBytes))],
		['load', runs.map(({ latencies }) => told(latencies.loadMs, formatMs))],
		...deviceRows(runs, 'en'),
		...speedRows(runs),
	];
	return rows
		.filter(([, cells]) => cells.some((cell) => cell !== undefined))
		.map(([name, cells]) => [name, ...cells.map((cell) => cell ?? '–')]);
}

function rateCell({ rate, unscored }: QualityCell): string {
	const share = rate.rate === undefined ? '' : `${formatShare(rate.rate)} % · `;
	const left = unscored.length === 0 ? '' : `; unscored: ${unscoredText(unscored)}`;
	return `${share}${rateText(rate)}${left}`;
}

function speedRows(runs: readonly ComparedRun[]): readonly (readonly [string, readonly (string | undefined)[]])[] {
	return (
		['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs', 'prefillTokensPerSecond', 'decodeTokensPerSecond'] as const
	).flatMap((metric) => {
		const rows = runs.flatMap(({ latencies }) =>
			latencies.rows.filter((row) => row.metric === metric && row.state === 'warm'),
		);
		const arms = new Map(rows.map(({ suite, arm }) => [`${suite} ${arm}`, { suite, arm }]));
		return Array.from(
			arms.values(),
			({ suite, arm }) =>
				[
					`${metric}, ${markdownText(suite)} ${markdownText(arm)}, warm p50 / ${metric.endsWith('PerSecond') ? 'p5' : 'p95'}`,
					runs.map(({ latencies }) => {
						const row = latencies.rows.find(
							(found) =>
								found.metric === metric && found.state === 'warm' && found.suite === suite && found.arm === arm,
						);
						if (row?.distribution.p50 === undefined) return undefined;
						return `${formatMeasure(row.distribution.p50, row.unit)} / ${formatMeasure(tailOf(row)[1], row.unit)}`;
					}),
				] as const,
		);
	});
}

function flips({ against }: ComparedRun): string {
	const told = against?.scores.filter(({ lost, gained, unpaired }) => lost.length + gained.length + unpaired > 0) ?? [];
	const rows = told.flatMap((flipped) =>
		[
			...flipped.lost.map((flip) => ['lost', flip] as const),
			...flipped.gained.map((flip) => ['gained', flip] as const),
		].map(([direction, flip]) => [
			markdownText(`${flipped.suite} ${flipped.arm}`),
			markdownText(scoreTitle(flipped.declaration, 'en')),
			markdownText(flip.sampleId),
			direction,
			`${markdownText(flip.firstReason ?? 'yes')} → ${markdownText(flip.secondReason ?? 'yes')}`,
		]),
	);
	const parts = [
		...(rows.length === 0 ? [`No flips in ${against?.paired ?? 0} samples.`] : []),
		told.map(flipsLine).join('\n'),
		...(rows.length === 0
			? []
			: [markdownTable(['suite', 'score', 'sample', 'flip', 'reason'], rows.slice(0, FLIPS_TOLD))]),
		...(rows.length > FLIPS_TOLD ? [`${rows.length - FLIPS_TOLD} more are in flips.csv.`] : []),
	];
	return parts.filter((part) => part !== '').join('\n\n');
}

function flipsLine({ suite, arm, declaration, lost, gained, unpaired, p }: ScoreFlips): string {
	const left = unpaired === 0 ? '' : `, ${comparisonWordsOf('en').unpaired(unpaired)}`;
	return `- ${markdownText(suite)} ${markdownText(arm)}, ${markdownText(scoreTitle(declaration, 'en'))}: ${lost.length} lost, ${gained.length} gained (${mcnemarText(p)})${left}`;
}

function divergence(run: ComparedRun): string | undefined {
	const { against } = run;
	if (against === undefined) return undefined;
	const { identical, compared, firstDivergentToken } = against.divergence;
	const { p50, min } = firstDivergentToken;
	const parted =
		p50 === undefined || min === undefined ? '' : ` The others part at token ${p50} (median), the first at ${min}.`;
	const figures = divergenceFigures(run);
	const tokens = figures === undefined ? '' : `\n\n${comparisonEn.tokens(figures)}`;
	const spans = run.tokenDivergence === undefined ? [] : spanCells(run.tokenDivergence, comparisonEn);
	const table = spans.length === 0 ? '' : `\n\n${markdownTable(comparisonEn.spanColumns, spans)}`;
	return `${identical} of ${compared} outputs on the same prompts are identical.${parted}${tokens}${table}`;
}

function told(value: number | undefined, format: (value: number) => string): string | undefined {
	return value === undefined ? undefined : format(value);
}
