import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { flippedIds } from '../../src/eval/summary/arms/flips-text.ts';
import { reflectionLines } from '../../src/eval/summary/arms/reflection-text.ts';
import { replayLines } from '../../src/eval/summary/arms/replay-text.ts';
import { rateCounts } from '../../src/eval/summary/rate-text.ts';
import { unscoredText } from '../../src/eval/summary/unscored-text.ts';
import type { Log } from '../../src/log/record.ts';
import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { intervalOf } from '../../src/stats/rate.ts';
import { summarizeReflections, summarizeReplays } from '../../src/summary/arms.ts';
import { budgetResults } from '../../src/summary/budgets.ts';
import { standingSummary, summarizeDecisions } from '../../src/summary/decisions.ts';
import { type GateLine, type GateResult, gateWord } from '../../src/summary/gate/gate.ts';
import { summarizeLatencies } from '../../src/summary/speed.ts';
import { type ArmSummary, type ScoreSummary, type SuiteSummary, summarizeSuites } from '../../src/summary/suites.ts';
import { runTitle } from '../../src/summary/summarize.ts';
import { type Lang, localized } from '../../src/text/text.ts';
import { fatesBeside } from '../fates-beside.ts';
import { gateFinding, gateSaid } from '../gate-text.ts';
import {
	formatBytes,
	formatCount,
	formatMeasure,
	formatMs,
	formatRound,
	formatShare,
} from '../locale/format-number.ts';
import { formatShareRange, formatSigned, formatSignedRange } from '../locale/format-range.ts';
import { localeOf } from '../locale/locale.ts';
import { type MarkdownLocale, markdownLocale } from '../locale/markdown-locale.ts';
import { mcnemarIn } from '../locale/mcnemar-locale.ts';
import { gateLead, gateLocale } from '../locale/sections/gate-locale.ts';
import { reflectedScore, reflectionLocale } from '../locale/sections/reflection-locale.ts';
import { replayLocale } from '../locale/sections/replay-locale.ts';
import { tilesLocale } from '../locale/sections/tiles-locale.ts';
import { budgetName, scoreBudget, scoreFigure, scoreTitle, suiteTitle } from '../titles.ts';
import { evidenceText, markdownTable, markdownText, reasonWord, runReservations } from './text.ts';

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

/** What a run's experiments came to, a list each: the prefix kept or not, reflection or none. Plain text that may quote the log. */
export function experimentLines(log: Log, lang: Lang): readonly (readonly string[])[] {
	return lang === 'en'
		? [...summarizeReplays(log).map(replayLines), ...summarizeReflections(log).map(reflectionLines)]
		: [...koreanReplays(log), ...koreanReflections(log)];
}

function koreanReplays(log: Log): readonly (readonly string[])[] {
	const words = replayLocale.ko;
	const [, without, kept] = words.columns;
	return summarizeReplays(log).map(({ flips, measures, place, miniature }) => [
		words.title(miniature),
		...flips.map(
			(one) =>
				`${localized(one.declaration.title, 'ko')}: ${without} ${rateCounts(one.first)}, ${kept} ${rateCounts(one.second)}. 좋아짐 ${flippedIds(one.gained)}, 나빠짐 ${flippedIds(one.lost)}. ${mcnemarIn(one, 'ko')}`,
		),
		...measures.map((one) => {
			const { mean, interval } = one.difference;
			const within = interval && `, 95 % 구간 ${formatSignedRange(interval, tenths, 'ko')}`;
			return `${words.measures[one.measure]}: ${without} ${one.without.toFixed(1)}, ${kept} ${one.kept.toFixed(1)} (차이 ${formatSigned(mean, tenths)}${within ?? ''})`;
		}),
		...(place === undefined ? [] : [words.place[place]]),
	]);
}

function tenths(value: number): string {
	return value.toFixed(1);
}

function koreanReflections(log: Log): readonly (readonly string[])[] {
	const words = reflectionLocale.ko;
	return summarizeReflections(log).map(({ suite, arm, flips, reflected, miniature }) => [
		words.title(suite.name, localeOf('ko').arm(arm), miniature),
		...flips.map((flipped) => reflectedScore(flipped, 'ko')),
		words.reflected(reflected),
	]);
}

/** What a gate came to, a row per rule, under a heading of that level. */
export function gateSection(result: GateResult, level = 3, lang: Lang = 'en'): string {
	const words = gateLocale[lang];
	const rows = result.lines.map((line) => [
		markdownText(line.metric),
		markdownText(gateSaid(line.expected, lang)),
		markdownText(gateFinding(line, lang)),
		STRONG.has(line.status) ? `**${words.results[line.status]}**` : words.results[line.status],
	]);
	const against = gateLead(result, lang);
	const parts = [
		`${'#'.repeat(level)} ${words.title(gateWord(result))}`,
		...(against === undefined ? [] : [markdownText(against, AGAINST_CHARS)]),
		markdownTable(words.columns, rows),
	];
	return parts.join('\n\n');
}

const AGAINST_CHARS = 1000;

/** What holds a run up. */
const STRONG: ReadonlySet<GateLine['status']> = new Set(['fail', 'undecided']);
