import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { intervalOf } from '../../src/stats/rate.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { type GateResult, gateWord } from '../../src/summary/gate/gate.ts';
import type { ScoreSummary, SuiteSummary } from '../../src/summary/suites.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import type { LatencyMetric } from '../../src/summary/turn-times.ts';
import { localTime } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { effectLines } from '../effects.ts';
import { gateFinding, gateLead } from '../gate.ts';
import { countedReasons } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import {
	formatBytes,
	formatCount,
	formatMeasure,
	formatMs,
	formatRound,
	formatShare,
	formatShareRange,
} from '../messages/numbers.ts';
import { engineWarning, noticeText } from '../notices.ts';
import type { ReportedRun } from '../reported-run.ts';
import { budgetName, scoreBudget, scoreFigure, scoreTitle, suiteTitle } from '../titles.ts';
import { evidenceText, pushedText } from '../verdict.ts';
import { type Block, blocks, heading, list, paragraph, table } from './block.ts';
import { firstBlocks } from './run.ts';
import { sustainedBlocks } from './sustained.ts';
import { toolCountBlocks } from './tool-counts.ts';

/** A run on half a page, for CI job summaries: what it says first, gate, a table per suite, times. */
export function summaryDocument(run: ReportedRun, locale: Locale): readonly Block[] {
	const { header } = run.log;
	const { summary, gate } = run;
	const { device } = header.host;
	return blocks(
		heading(2, `gemmark: ${summary.run.title}`),
		device !== undefined && paragraph(`${locale.markdown.device}: ${device}`),
		header.model.miniature && paragraph(localized(MINIATURE_NOTICE, locale.lang), 'notice'),
		firstBlocks(run, locale),
		sustainedBlocks(summary.sustained, locale),
		summary.decisions.flatMap((decision) => evidence(summary, decision, locale)),
		effectLines(summary, locale).map(list),
		summary.toolCounts.flatMap((one) => toolCountBlocks(one, locale)),
		reservations(summary, locale),
		gate && gateBlocks(gate, 3, locale),
		summary.suites.flatMap((suite) => quality(suite, locale)),
		speed(summary.speed, locale),
		paragraph(`gemmark ${header.gemmark} · ${engineName(header.engine)} · ${localTime(header)}`),
	);
}

/** After a verdict's line: what would be pushed, the figures, and how an engine would handle its calls. */
export function evidence(run: RunSummary, summary: DecisionSummary, locale: Locale): readonly Block[] {
	return [
		pushedText(summary, locale),
		evidenceText(summary.decision, summary.standing.verdict, locale),
		engineWarning(run, summary, locale)?.join(' '),
	].map((text) => paragraph(text));
}

/** Notices of a run, a paragraph each. */
export function reservations(summary: RunSummary, locale: Locale): readonly Block[] {
	return summary.notices.map((notice) => paragraph(noticeText(notice, locale).join(' ')));
}

/** A gate, a row per rule. */
export function gateBlocks(result: GateResult, level: 2 | 3, locale: Locale): readonly Block[] {
	const words = locale.gate;
	return [
		heading(level, words.title(gateWord(result))),
		paragraph(gateLead(result, locale)),
		table(
			words.columns,
			result.lines.map((line) => [
				line.metric,
				locale.say(line.expected),
				gateFinding(line, locale),
				words.results[line.status],
			]),
		),
	];
}

function quality({ suite, variants }: SuiteSummary, locale: Locale): readonly Block[] {
	const words = locale.markdown;
	const rows = variants.flatMap(({ variant, scores }) => scores.map((score) => scoreCells(variant, score, locale)));
	if (rows.length === 0) return [];
	const repeated = variants.some(({ scores }) => scores.some(({ rate }) => rate?.clustered !== undefined));
	const columns = [...words.scoreColumns, words.interval(repeated), words.misses, words.unscored];
	return [heading(3, suiteTitle(suite, locale)), table(columns, rows)];
}

function scoreCells(variant: string, score: ScoreSummary, locale: Locale): readonly string[] {
	const { declaration, rate, values, reasons, unscored } = score;
	const words = locale.markdown;
	const interval = rate && intervalOf(rate);
	const clusters = rate?.clustered === undefined ? '' : `, ${words.prompts({ count: rate.clustered.clusters })}`;
	return [
		locale.variant(variant),
		scoreTitle(declaration, locale),
		rate === undefined ? String(values?.n ?? 0) : words.of({ hits: rate.hits, n: rate.n }),
		resultText(score, locale),
		interval === undefined ? '' : `${formatShareRange(interval, locale.lang)}${clusters}`,
		countedReasons(reasons, locale),
		countedReasons(unscored, locale),
	];
}

function resultText({ declaration, rate, values }: ScoreSummary, locale: Locale): string {
	if (rate?.rate !== undefined) return formatShare(rate.rate);
	if (values?.mean === undefined || values.p50 === undefined) return '';
	const [mean, median] = [values.mean, values.p50].map((value) => scoreFigure(value, declaration));
	const budget = scoreBudget(declaration, locale);
	return [
		locale.markdown.mean({ mean: mean ?? '', median: median ?? '' }),
		...(budget === undefined ? [] : [budget]),
	].join(' · ');
}

function speed(summary: RunSummary['speed'], locale: Locale): readonly Block[] {
	const words = locale.markdown;
	const { rows, loadMs, peakRssBytes, failed } = summary;
	const shown = rows.filter(({ metric }) => SHOWN.has(metric));
	const facts = [
		loadMs === undefined ? undefined : `${words.load} ${formatMs(loadMs)}`,
		peakRssBytes === undefined ? undefined : `${words.memory} ${formatBytes(peakRssBytes)}`,
		failed === 0 ? undefined : words.failedTurns({ n: failed }),
	].filter((fact) => fact !== undefined);
	return [
		paragraph(facts.join(' · ')),
		list(shown.length === 0 ? [] : budgets(summary, locale)),
		table(
			[...words.timeColumns, 'n', 'p50', words.tail],
			shown.map(({ metric, suite, variant, state, unit, distribution: { n, p5, p50, p95 } }) => {
				const tail = unit === 'tokens/s' ? p5 : p95;
				return [
					locale.metrics[metric]?.[0] ?? metric,
					`${suite}, ${locale.variant(variant)}`,
					locale.state[state],
					String(n),
					p50 === undefined ? '' : formatMeasure(p50, unit),
					tail === undefined ? '' : formatMeasure(tail, unit),
				];
			}),
		),
	];
}

const SHOWN: ReadonlySet<LatencyMetric> = new Set<LatencyMetric>([
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
	'decodeTokensPerSecond',
]);

/** The app's budgets, a line each; none if times are not comparable. */
function budgets({ budgets: results, notComparable }: RunSummary['speed'], locale: Locale): readonly string[] {
	if (notComparable !== undefined) return [];
	return results.map(({ budget, within, leftOut }) => {
		const interval = intervalOf(within);
		return [
			`${budgetName(budget, locale)} ≤ ${formatRound(budget.atMost, 'ms')}: ${locale.markdown.of({ hits: within.hits, n: within.n })}`,
			...(within.rate === undefined ? [] : [formatShare(within.rate)]),
			...(interval === undefined ? [] : [locale.interval(formatShareRange(interval, locale.lang))]),
			...(leftOut === 0 ? [] : [locale.tiles.excluded({ count: formatCount(leftOut) })]),
		].join(' · ');
	});
}
