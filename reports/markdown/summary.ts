import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { intervalOf } from '../../src/stats/rate.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { type GateResult, gateWord } from '../../src/summary/gate/gate.ts';
import type { ScoreSummary, SuiteSummary, VariantSummary } from '../../src/summary/suites.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import type { LatencyMetric } from '../../src/summary/turn-times.ts';
import { localTime } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { effectLines } from '../effects.ts';
import { gateFinding, gateLead } from '../gate.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import {
	formatBytes,
	formatCount,
	formatMeasure,
	formatMs,
	formatRound,
	formatShare,
	formatShareRange,
} from '../messages/numbers.ts';
import { engineWarning } from '../notices.ts';
import type { ReportedRun } from '../reported-run.ts';
import { budgetName, scoreBudget, scoreFigure, scoreTitle, suiteTitle } from '../titles.ts';
import { evidenceText, pushedText, stopsLine, verdictRemedies, verdictSentences } from '../verdict.ts';
import { countedWords, lineText, markdownTable, markdownText, runReservations } from './text.ts';

/** A run on half a page, for CI job summaries: verdicts, gate, a table per suite, times. */
export function renderSummary(run: ReportedRun, lang: Lang = 'en'): string {
	const locale = localeOf(lang);
	const { header } = run.log;
	const { summary, gate } = run;
	const { decisions } = summary;
	const { device } = header.host;
	const stops = stopsLine(run, locale);
	const parts = [
		`## gemmark: ${markdownText(summary.run.title)}`,
		device === undefined ? undefined : `${locale.markdown.device}: **${markdownText(device)}**`,
		header.model.miniature ? `> **${localized(MINIATURE_NOTICE, lang)}**` : undefined,
		stops && `**${lineText(stops)}**`,
		...decisions.flatMap((decision) => {
			const suite = decisions.length > 1 ? `${markdownText(decision.suite.name)}: ` : '';
			return [boldVerdict(decision, locale, suite), ...verdictParts(summary, decision, locale)];
		}),
		...effectLines(summary, locale).map((lines) => lines.map((line) => `- ${lineText(line)}`).join('\n')),
		...runReservations(summary, locale),
		gate && gateSection(gate, 3, locale),
		...summary.suites.map((suite) => quality(suite, locale)),
		speed(summary.speed, locale),
		`gemmark ${markdownText(header.gemmark, 40)} · ${markdownText(engineName(header.engine))} · ${markdownText(localTime(header), 40)}`,
	];
	return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** The path in bold, then the rest of the verdict. */
export function boldVerdict(decision: DecisionSummary, locale: Locale, name = ''): string {
	const [first, rest] = verdictSentences(decision, locale);
	return `**${name}${lineText(first)}** ${lineText(rest)}`.trimEnd();
}

/** After a verdict's line: evidence, remedies, and how an engine would handle its calls. */
export function verdictParts(run: RunSummary, summary: DecisionSummary, locale: Locale): readonly string[] {
	const { standing } = summary;
	const evidence = evidenceText(summary.decision, standing.verdict, locale);
	const warning = engineWarning(run, summary, locale);
	const pushed = pushedText(summary, locale);
	return [
		...(pushed === undefined ? [] : [lineText(pushed)]),
		...(evidence === undefined ? [] : [markdownText(evidence)]),
		...verdictRemedies(summary, locale),
		...(warning === undefined ? [] : [lineText(warning.join(' '))]),
	];
}

function quality({ suite, variants }: SuiteSummary, locale: Locale): string | undefined {
	const words = locale.markdown;
	const rows = variants.flatMap(({ variant, scores }) => scores.map((score) => scoreCells(variant, score, locale)));
	if (rows.length === 0) return undefined;
	const repeated = variants.some(({ scores }) => scores.some(({ rate }) => rate?.clustered !== undefined));
	const columns = [...words.scoreColumns, words.interval(repeated), words.misses, words.unscored];
	return `### ${markdownText(suiteTitle(suite, locale))}\n\n${markdownTable(columns, rows)}`;
}

function scoreCells(
	variant: VariantSummary['variant'],
	{ declaration, rate, values, reasons, unscored }: ScoreSummary,
	locale: Locale,
): readonly string[] {
	const words = locale.markdown;
	const interval = rate && intervalOf(rate);
	const clusters = rate?.clustered === undefined ? '' : `, ${words.prompts(rate.clustered.clusters)}`;
	return [
		locale.variant(variant),
		scoreTitle(declaration, locale),
		rate === undefined ? String(values?.n ?? 0) : words.of(rate.hits, rate.n),
		resultText(declaration, rate, values, locale),
		interval === undefined ? '' : `${formatShareRange(interval, locale.lang)}${clusters}`,
		reasons.length === 0 ? '' : countedWords(reasons, locale),
		unscored.length === 0 ? '' : countedWords(unscored, locale),
	].map((cell) => markdownText(cell));
}

function resultText(
	declaration: ScoreSummary['declaration'],
	rate: ScoreSummary['rate'],
	values: ScoreSummary['values'],
	locale: Locale,
): string {
	if (rate?.rate !== undefined) return formatShare(rate.rate);
	if (values?.mean === undefined || values.p50 === undefined) return '';
	const [mean, median] = [values.mean, values.p50].map((value) => scoreFigure(value, declaration));
	const budget = scoreBudget(declaration, locale);
	return [locale.markdown.mean(mean ?? '', median ?? ''), ...(budget === undefined ? [] : [budget])].join(' · ');
}

function speed(summary: RunSummary['speed'], locale: Locale): string | undefined {
	const words = locale.markdown;
	const { rows, loadMs, peakRssBytes, failed } = summary;
	const shown = rows.filter(({ metric }) => SHOWN.has(metric));
	const facts = [
		loadMs === undefined ? undefined : `${words.load} ${formatMs(loadMs)}`,
		peakRssBytes === undefined ? undefined : `${words.memory} ${formatBytes(peakRssBytes)}`,
		failed === 0 ? undefined : words.failedTurns(failed),
	].filter((fact) => fact !== undefined);
	if (shown.length === 0) return facts.length === 0 ? undefined : facts.join(' · ');
	const table = markdownTable(
		[...words.timeColumns, 'n', 'p50', words.tail],
		shown.map(({ metric, suite, variant, state, unit, distribution: { n, p5, p50, p95 } }) => {
			const tail = unit === 'tokens/s' ? p5 : p95;
			return [
				locale.metrics[metric]?.[0] ?? metric,
				markdownText(`${suite}, ${locale.variant(variant)}`),
				locale.state[state],
				String(n),
				p50 === undefined ? '' : formatMeasure(p50, unit),
				tail === undefined ? '' : formatMeasure(tail, unit),
			];
		}),
	);
	return [facts.join(' · '), budgets(summary, locale), table].filter((part) => part !== '').join('\n\n');
}

const SHOWN: ReadonlySet<LatencyMetric> = new Set<LatencyMetric>([
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
	'decodeTokensPerSecond',
]);

/** The app's budgets, a line each; none if times are not comparable. */
function budgets({ budgets: results, notComparable }: RunSummary['speed'], locale: Locale): string {
	if (notComparable !== undefined) return '';
	return results
		.map(({ budget, within, leftOut }) => {
			const interval = intervalOf(within);
			const parts = [
				`${budgetName(budget, locale)} ≤ ${formatRound(budget.atMost, 'ms')}: ${locale.markdown.of(within.hits, within.n)}`,
				...(within.rate === undefined ? [] : [formatShare(within.rate)]),
				...(interval === undefined ? [] : [locale.interval(formatShareRange(interval, locale.lang))]),
				...(leftOut === 0 ? [] : [locale.tiles.excluded(formatCount(leftOut))]),
			];
			return `- ${parts.map((part) => markdownText(part)).join(' · ')}`;
		})
		.join('\n');
}

/** A gate, a row per rule, under a heading of `level`. */
export function gateSection(result: GateResult, level = 3, locale: Locale = localeOf('en')): string {
	const words = locale.gate;
	const rows = result.lines.map((line) => [
		markdownText(line.metric),
		markdownText(locale.say(line.expected)),
		markdownText(gateFinding(line, locale)),
		// Bold: fails the run.
		line.status === 'fail' || line.status === 'undecided'
			? `**${words.results[line.status]}**`
			: words.results[line.status],
	]);
	const lead = gateLead(result, locale);
	const parts = [
		`${'#'.repeat(level)} ${words.title(gateWord(result))}`,
		...(lead === undefined ? [] : [markdownText(lead, 1000)]),
		markdownTable(words.columns, rows),
	];
	return parts.join('\n\n');
}
