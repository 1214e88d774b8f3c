import { english } from '../../src/base/message.ts';
import type { Verdict } from '../../src/eval/decision.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { ScoreAnswer } from '../../src/summary/compare/answer.ts';
import type { RunDifference } from '../../src/summary/compare/compare.ts';
import type { DivergenceNumbers, TokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import { tableCsv } from '../csv.ts';
import { isCeiling } from './answer.ts';
import { verdictRows } from './table.ts';
import { type ComparedRun, type DirectedFlip, flipsOf } from './words.ts';

/** Every metric, a row by name and a column per run. Shares are 0 to 1. */
export function comparisonCsv(runs: readonly ComparedRun[]): string {
	const metrics = runs
		.map(({ summary }) =>
			Object.entries(summary.metrics).flatMap(([name, { value }]) =>
				value === undefined ? [] : [[name, value] as const],
			),
		)
		.map((values) => new Map(values));
	const names = [...new Set(metrics.flatMap((metric) => [...metric.keys()]))];
	const identity: readonly Row[] = [
		['target', runs.map(({ log }) => log.header.target)],
		['step', runs.map(({ log }) => log.header.step)],
		['model.name', runs.map(({ log }) => log.header.model.name)],
		['model.quantization', runs.map(({ log }) => log.header.model.quantization)],
		['model.sha256', runs.map(({ log }) => log.header.model.sha256)],
		['notice', runs.map(({ log }) => (log.header.model.miniature ? MINIATURE_NOTICE.en : undefined))],
		['warnings', runs.map(({ log }) => log.header.warnings?.map(english).join(' | '))],
		...verdictRows(runs).flatMap(({ suite, decisions }): readonly Row[] => [
			[`${suite}.path`, decisions.map((one) => one?.standing.verdict.path)],
			[`${suite}.status`, decisions.map((one) => one?.standing.verdict.status)],
			[`${suite}.doubts`, decisions.map((one) => doubtsOf(one?.standing.verdict))],
			...(decisions.some((one) => one?.people !== undefined)
				? [
						[`${suite}.labelled`, decisions.map((one) => one?.people?.labelled)] as const,
						[`${suite}.rule.path`, decisions.map((one) => one?.rule.verdict.path)] as const,
					]
				: []),
		]),
	];
	const divergence: readonly Row[] = runs.some(({ against }) => against?.tokens !== undefined)
		? DIVERGENCE.map(
				([name, of]): Row => [`divergence.${name}`, runs.map(({ against }) => against?.tokens && of(against.tokens))],
			)
		: [];
	const rows = [
		...identity,
		...divergence,
		...spanRows(runs),
		...answerRows(runs),
		...names.map((name): Row => [name, metrics.map((metric) => metric.get(name))]),
	];
	return tableCsv<Row>(
		[['metric', ([name]) => name], ...runs.map(({ name }, index) => [name, ([, cells]: Row) => cells[index]] as const)],
		rows,
	);
}

/** Counts, bounds and answer of each further run; shares are 0 to 1, and a ratio above 1 is faster. */
function answerRows(runs: readonly ComparedRun[]): readonly Row[] {
	const row = (name: string, of: (against: RunDifference) => string | number | undefined): Row => [
		`answer${name}`,
		runs.map(({ against }) => against && of(against)),
	];
	const scores = new Map(
		runs.flatMap(({ against }) =>
			(against?.answer.scores ?? []).map((score) => [`${score.suite}.${score.variant}.${score.score}`, score] as const),
		),
	);
	return [
		row('', ({ answer }) => answer.answer),
		row('.lost', ({ answer }) => answer.quality?.lost),
		row('.gained', ({ answer }) => answer.quality?.gained),
		row('.prompts', ({ answer }) => answer.quality?.n),
		row('.lossHigh', ({ answer }) => answer.quality?.bounds.high),
		row('.turnRatio', ({ turns }) => turns?.ratio),
		row('.turnRatioLow', ({ turns }) => turns?.interval?.low),
		row('.turnRatioHigh', ({ turns }) => turns?.interval?.high),
		...[...scores].flatMap(([name, { suite, variant, score }]) => {
			const own = (field: string, of: (score: ScoreAnswer) => string | number | undefined): Row =>
				row(`.${name}${field}`, ({ answer }) => {
					const one = answer.scores.find(
						(other) => other.suite === suite && other.variant === variant && other.score === score,
					);
					return one && of(one);
				});
			return [
				own('', answerOf),
				own('.limit', (one) => (one.floor ? 'floor' : isCeiling(one) ? 'ceiling' : undefined)),
				own('.margin', ({ margin }) => margin),
				own('.lost', ({ lost }) => lost),
				own('.gained', ({ gained }) => gained),
				own('.prompts', ({ n }) => n),
				own('.lossLow', ({ bounds }) => bounds.low),
				own('.lossHigh', ({ bounds }) => bounds.high),
				own('.pWorse', ({ pWorse }) => pWorse),
				own('.lostToClock', ({ clock }) => clock.length),
			];
		}),
	];
}

function answerOf({ floor, worse, within }: ScoreAnswer): string {
	if (floor) return 'cannot-show';
	return worse ? 'dont' : within ? 'ship' : 'cant-tell';
}

/** What could turn the path; `no` if nothing could. */
function doubtsOf(verdict: Verdict | undefined): string | undefined {
	if (verdict?.path === undefined) return undefined;
	return verdict.doubts.map(({ cause }) => cause).join(' ') || 'no';
}

/** Of the whole divergence, and of each kind of text: `divergence.tool-name.klMean`. */
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
	const spans = new Set(runs.flatMap(({ against }) => against?.tokens?.spans.map(({ span }) => span) ?? []));
	return [...spans].flatMap((span) =>
		SPAN_FIGURES.map(([name, of]): Row => {
			const cells = runs.map(({ against }) => {
				const own = against?.tokens?.spans.find((one) => one.span === span);
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
		(against?.scores ?? []).flatMap((score) => flipsOf(score).map((flip): FlipRow => ({ name, score, ...flip }))),
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

interface FlipRow extends DirectedFlip {
	readonly name: string;
	readonly score: ScoreFlips;
}
