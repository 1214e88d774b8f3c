import {
	type ArmSummary,
	budgetResults,
	engineName,
	type GateResult,
	intervalOf,
	type Lang,
	type Log,
	localized,
	MINIATURE_NOTICE,
	type PeoplesJudgement,
	runTitle,
	type ScoreSummary,
	type SuiteSummary,
	standingSummary,
	summarizeDecisions,
	summarizeLatencies,
	summarizeSuites,
	unscoredText,
} from '../../src/index.ts';
import { budgetName } from '../budget-name.ts';
import { scoreBudget, scoreFigure, scoreTitle } from '../declared-score.ts';
import { fatesBeside } from '../fates-beside.ts';
import {
	formatBytes,
	formatCount,
	formatMeasure,
	formatMs,
	formatRound,
	formatShare,
} from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import { localeOf } from '../locale/locale.ts';
import { type MarkdownLocale, markdownLocale } from '../locale/markdown-locale.ts';
import { tilesLocale } from '../locale/sections/tiles-locale.ts';
import { suiteTitle } from '../suite-title.ts';
import { evidenceText } from './evidence-text.ts';
import { experimentLines } from './experiment-lines.ts';
import { gateSection } from './gate-section.ts';
import { markdownTable, markdownText } from './markdown-text.ts';
import { reasonWord } from './reason-words.ts';
import { runReservations } from './reservations.ts';

const LINE_CHARS = 600;

interface SummaryOptions {
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
	readonly lang?: Lang | undefined;
}

/** A run on half a page, for CI job summaries: its verdicts first, its gate where there was one, then a table for every suite, then its times. */
export function renderSummary(log: Log, { judgements, gate, lang = 'en' }: SummaryOptions = {}): string {
	const words = markdownLocale[lang];
	const { header } = log;
	const decisions = summarizeDecisions(log, judgements);
	const { device } = header.host;
	const parts = [
		`## gemmark: ${markdownText(runTitle(header))}`,
		device === undefined ? undefined : `${words.device}: **${markdownText(device)}**`,
		header.model.miniature ? `> **${localized(MINIATURE_NOTICE, lang)}**` : undefined,
		...decisions.flatMap((decision) => {
			const suite = decisions.length > 1 ? `${markdownText(decision.suite.name)}: ` : '';
			const standing = standingSummary(decision);
			const remedies = standing.turned ? [words.turnedByLabels] : words.remedies(standing.verdict);
			const evidence = standing.turned ? undefined : evidenceText(decision.decision, standing.verdict, words);
			const fates = standing.turned ? undefined : fatesBeside(log, standing, lang, (path) => path);
			return [
				`**${suite}${markdownText(words.verdict(decision), LINE_CHARS)}**`,
				evidence,
				...remedies,
				...(fates === undefined ? [] : [markdownText(fates.join(' '), LINE_CHARS)]),
			];
		}),
		...experimentLines(log, lang).map((lines) => lines.map((line) => `- ${markdownText(line, LINE_CHARS)}`).join('\n')),
		...runReservations(log, decisions, lang),
		gate && gateSection(gate, 3, lang),
		...summarizeSuites(log).map((suite) => quality(suite, words)),
		speed(log, words),
		`gemmark ${markdownText(header.gemmark, 40)} · ${markdownText(engineName(header.engine))} · ${markdownText(header.startedAt, 40)}`,
	];
	return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function quality({ suite, arms }: SuiteSummary, words: MarkdownLocale): string | undefined {
	const rows = arms.flatMap(({ arm, scores }) => scores.map((score) => scoreCells(arm, score, words)));
	if (rows.length === 0) return undefined;
	const repeated = arms.some(({ scores }) => scores.some(({ rate }) => rate?.clustered !== undefined));
	const columns = [...words.scoreColumns, words.interval(repeated), words.unscored];
	return `### ${markdownText(suiteTitle(suite, words.lang))}\n\n${markdownTable(columns, rows)}`;
}

function scoreCells(
	arm: ArmSummary['arm'],
	{ declaration, rate, values, unscored }: ScoreSummary,
	words: MarkdownLocale,
): readonly string[] {
	const { lang } = words;
	const interval = rate && intervalOf(rate);
	const clusters = rate?.clustered === undefined ? '' : `, ${words.prompts(rate.clustered.clusters)}`;
	return [
		markdownText(lang === 'en' ? arm : localeOf(lang).arm(arm)),
		markdownText(scoreTitle(declaration, lang)),
		rate === undefined ? String(values?.n ?? 0) : words.of(rate.hits, rate.n),
		resultCell(declaration, rate, values, words),
		interval === undefined ? '' : `${markdownText(formatShareRange(interval, lang))}${clusters}`,
		lang === 'en'
			? unscoredText(unscored)
			: unscored.map(({ reason, count }) => `${reasonWord(reason, lang)} ${count}건`).join(', '),
	];
}

function resultCell(
	declaration: ScoreSummary['declaration'],
	rate: ScoreSummary['rate'],
	values: ScoreSummary['values'],
	words: MarkdownLocale,
): string {
	if (rate?.rate !== undefined) return `${formatShare(rate.rate)} %`;
	if (values?.mean === undefined || values.p50 === undefined) return '';
	const figures = words.mean(scoreFigure(values.mean, declaration), scoreFigure(values.p50, declaration));
	const budget = scoreBudget(declaration, words.lang);
	return [figures, ...(budget === undefined ? [] : [budget])].map((part) => markdownText(part)).join(' · ');
}

function speed(log: Log, words: MarkdownLocale): string | undefined {
	const { rows, loadMs, peakRssBytes, failed } = summarizeLatencies(log);
	const { arm: armName, state: stateNames } = localeOf(words.lang);
	const told = rows.filter(({ metric }) => Object.hasOwn(words.times, metric));
	const facts = [
		loadMs === undefined ? undefined : `${words.load} ${formatMs(loadMs)}`,
		peakRssBytes === undefined ? undefined : `${words.memory} ${formatBytes(peakRssBytes)}`,
		failed === 0 ? undefined : words.failedTurns(failed),
	].filter((fact) => fact !== undefined);
	if (told.length === 0) return facts.length === 0 ? undefined : facts.join(' · ');
	const table = markdownTable(
		[...words.timeColumns, 'n', 'p50', words.tail],
		told.map(({ metric, suite, arm, state, unit, distribution: { n, p5, p50, p95 } }) => {
			const tail = unit === 'tokens/s' ? p5 : p95;
			return [
				words.times[metric] ?? metric,
				`${markdownText(suite)}, ${markdownText(words.lang === 'en' ? arm : armName(arm))}`,
				stateNames[state],
				String(n),
				p50 === undefined ? '' : formatMeasure(p50, unit),
				tail === undefined ? '' : formatMeasure(tail, unit),
			];
		}),
	);
	return [facts.join(' · '), budgets(log, words), table].filter((part) => part !== '').join('\n\n');
}

/** What the app promises of times, a line each, where times say something. */
function budgets(log: Log, { lang, of }: MarkdownLocale): string {
	if (summarizeLatencies(log).notComparable !== undefined) return '';
	return budgetResults(log)
		.map(({ budget, within, leftOut }) => {
			const interval = intervalOf(within);
			const parts = [
				`${budgetName(budget, localeOf(lang))} ≤ ${formatRound(budget.atMost, 'ms')}: ${of(within.hits, within.n)}`,
				...(within.rate === undefined ? [] : [`${formatShare(within.rate)} %`]),
				...(interval === undefined ? [] : [`95 %: ${formatShareRange(interval, lang)}`]),
				...(leftOut === 0 ? [] : [tilesLocale[lang].leftOut(formatCount(leftOut))]),
			];
			return `- ${parts.map((part) => markdownText(part)).join(' · ')}`;
		})
		.join('\n');
}
