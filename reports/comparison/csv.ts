import { english } from '../../src/base/message.ts';
import type { Verdict } from '../../src/eval/decision.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { DivergenceNumbers, TokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import { tableCsv } from '../csv.ts';
import { verdictRows } from './table.ts';
import type { ComparedRun } from './words.ts';

/** Every number of every run by its name, a column per run. Shares are 0 to 1. */
export function comparisonCsv(runs: readonly ComparedRun[]): string {
	const metrics = runs
		.map(({ log }) =>
			Object.entries(summarizeRun(log).metrics).flatMap(([name, { value }]) =>
				value === undefined ? [] : [[name, value] as const],
			),
		)
		.map((values) => new Map(values));
	const names = [...new Set(metrics.flatMap((metric) => [...metric.keys()]))];
	const identity: readonly Row[] = [
		['target', runs.map(({ log }) => log.header.target)],
		['model.name', runs.map(({ log }) => log.header.model.name)],
		['model.quantization', runs.map(({ log }) => log.header.model.quantization)],
		['model.sha256', runs.map(({ log }) => log.header.model.sha256)],
		['notice', runs.map(({ log }) => (log.header.model.miniature ? MINIATURE_NOTICE.en : undefined))],
		['warnings', runs.map(({ log }) => log.header.warnings?.map(english).join(' | '))],
		...verdictRows(runs).flatMap(({ suite, standing }): readonly Row[] => [
			[`${suite}.path`, standing.map((summary) => summary?.verdict.path)],
			[`${suite}.status`, standing.map((summary) => summary?.verdict.status)],
			[`${suite}.borderline`, standing.map((summary) => borderlineOf(summary?.verdict))],
			...(standing.some((summary) => summary?.people !== undefined)
				? [
						[`${suite}.labelled`, standing.map((summary) => summary?.people?.labelled)] as const,
						[`${suite}.rule.path`, standing.map((summary) => summary?.rule.path)] as const,
					]
				: []),
		]),
	];
	const divergence: readonly Row[] = runs.some(({ tokenDivergence }) => tokenDivergence !== undefined)
		? DIVERGENCE.map(
				([name, of]): Row => [`divergence.${name}`, runs.map((run) => run.tokenDivergence && of(run.tokenDivergence))],
			)
		: [];
	const rows = [
		...identity,
		...divergence,
		...spanRows(runs),
		...names.map((name): Row => [name, metrics.map((metric) => metric.get(name))]),
	];
	return tableCsv<Row>(
		[['metric', ([name]) => name], ...runs.map(({ name }, index) => [name, ([, cells]: Row) => cells[index]] as const)],
		rows,
	);
}

/** Why the path is borderline; `no` where it is not. */
function borderlineOf(verdict: Verdict | undefined): string | undefined {
	if (verdict?.path === undefined) return undefined;
	return verdict.borderlineCauses.map(({ cause }) => cause).join(' ') || 'no';
}

/** Of a whole divergence, and of each kind of text in it: `divergence.tool-name.klMean`. */
const SPAN_FIGURES: readonly (readonly [string, (numbers: DivergenceNumbers) => number | undefined])[] = [
	['positions', ({ positions }) => positions],
	['sameTop', ({ sameTop }) => sameTop],
	['klMean', ({ kl }) => kl.mean],
	['klP99', ({ kl }) => kl.p99],
	['deltaPMean', ({ deltaP }) => deltaP.mean],
	['perplexityRatio', ({ perplexityRatio }) => perplexityRatio],
];

const DIVERGENCE: readonly (readonly [string, (divergence: TokenDivergence) => number | undefined])[] = [
	...SPAN_FIGURES,
	['firstDivergentToken', ({ firstDivergentToken }) => firstDivergentToken.p50],
	['top', ({ top, wholeVocabulary }) => (wholeVocabulary ? undefined : top)],
];

function spanRows(runs: readonly ComparedRun[]): readonly Row[] {
	const told = new Set(runs.flatMap(({ tokenDivergence }) => tokenDivergence?.spans.map(({ span }) => span) ?? []));
	return [...told].flatMap((span) =>
		SPAN_FIGURES.map(([name, of]): Row => {
			const cells = runs.map(({ tokenDivergence }) => {
				const own = tokenDivergence?.spans.find((one) => one.span === span);
				return own && of(own);
			});
			return [`divergence.${span}.${name}`, cells];
		}),
	);
}

type Row = readonly [name: string, cells: readonly (string | number | undefined)[]];

/** One row per sample whose score differs from the baseline's. */
export function flipsCsv(runs: readonly ComparedRun[]): string {
	const [baseline] = runs;
	const notice = runs.some(({ log }) => log.header.model.miniature) ? MINIATURE_NOTICE.en : undefined;
	const flips = runs.flatMap(({ name, against }) =>
		(against?.scores ?? []).flatMap((score) => [
			...score.lost.map((flip): FlipRow => ({ name, score, flip, direction: 'lost' })),
			...score.gained.map((flip): FlipRow => ({ name, score, flip, direction: 'gained' })),
		]),
	);
	return tableCsv<FlipRow>(
		[
			['baseline', () => baseline?.name],
			['run', ({ name }) => name],
			['suite', ({ score }) => score.suite],
			['variant', ({ score }) => score.variant],
			['score', ({ score }) => score.score],
			['sample', ({ flip }) => flip.sampleId],
			['epoch', ({ flip }) => flip.epoch],
			['direction', ({ direction }) => direction],
			['reason_in_baseline', ({ flip }) => flip.firstReason],
			['reason_in_run', ({ flip }) => flip.secondReason],
			['mcnemar_p', ({ score: { p } }) => p && Math.round(p * 1e6) / 1e6],
			['notice', () => notice],
		],
		flips,
	);
}

interface FlipRow {
	readonly name: string;
	readonly score: ScoreFlips;
	readonly flip: Flip;
	readonly direction: 'lost' | 'gained';
}
