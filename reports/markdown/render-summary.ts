import {
	type ArmSummary,
	engineName,
	type GateResult,
	intervalOf,
	type Log,
	MINIATURE_NOTICE,
	reflectionLines,
	replayLines,
	runTitle,
	type ScoreSummary,
	type SuiteSummary,
	summarizeDecisions,
	summarizeLatencies,
	summarizeReflections,
	summarizeReplays,
	summarizeSuites,
	unscoredText,
	verdictLine,
	verdictRemedies,
} from '../../src/index.ts';
import { scoreFigure, scoreTitle } from '../declared-score.ts';
import { formatBytes, formatMeasure, formatMs, formatShare } from '../locale/format-number.ts';
import { suiteTitle } from '../suite-title.ts';
import { gateSection } from './gate-section.ts';
import { markdownTable, markdownText } from './markdown-text.ts';
import { runReservations } from './reservations.ts';

const LINE_CHARS = 600;

/** A run on half a page, for CI job summaries: its verdicts first, its gate where there was one, then a table for every suite, then its times. */
export function renderSummary(log: Log, { gate }: { readonly gate?: GateResult | undefined } = {}): string {
	const { header } = log;
	const decisions = summarizeDecisions(log);
	const parts = [
		`## gemmark: ${markdownText(runTitle(header))}`,
		header.model.miniature ? `> **${MINIATURE_NOTICE.en}**` : undefined,
		...decisions.flatMap((decision) => {
			const suite = decisions.length > 1 ? `${markdownText(decision.suite.name)}: ` : '';
			return [`**${suite}${markdownText(verdictLine(decision), LINE_CHARS)}**`, ...verdictRemedies(decision.verdict)];
		}),
		...[...summarizeReplays(log).map(replayLines), ...summarizeReflections(log).map(reflectionLines)].map((lines) =>
			lines.map((line) => `- ${markdownText(line, LINE_CHARS)}`).join('\n'),
		),
		...runReservations(log, decisions),
		gate && gateSection(gate),
		...summarizeSuites(log).map((suite) => quality(suite)),
		speed(log),
		`gemmark ${markdownText(header.gemmark, 40)} · ${markdownText(engineName(header.engine))} · ${markdownText(header.startedAt, 40)}`,
	];
	return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function quality({ suite, arms }: SuiteSummary): string | undefined {
	const rows = arms.flatMap(({ arm, scores }) => scores.map((score) => scoreCells(arm, score)));
	if (rows.length === 0) return undefined;
	const repeated = arms.some(({ scores }) => scores.some(({ rate }) => rate?.clustered !== undefined));
	const interval = repeated ? '95 % (clustered by prompt)' : '95 % (Wilson)';
	return `### ${markdownText(suiteTitle(suite, 'en'))}\n\n${markdownTable(['arm', 'score', 'n', 'result', interval, 'unscored'], rows)}`;
}

function scoreCells(arm: ArmSummary['arm'], { declaration, rate, values, unscored }: ScoreSummary): readonly string[] {
	const interval = rate && intervalOf(rate);
	const clusters = rate?.clustered === undefined ? '' : `, ${rate.clustered.clusters} prompts`;
	return [
		markdownText(arm),
		markdownText(scoreTitle(declaration, 'en')),
		rate === undefined ? String(values?.n ?? 0) : `${rate.hits} of ${rate.n}`,
		resultCell(declaration, rate, values),
		interval === undefined ? '' : `${formatShare(interval.low)}–${formatShare(interval.high)} %${clusters}`,
		unscoredText(unscored),
	];
}

function resultCell(
	declaration: ScoreSummary['declaration'],
	rate: ScoreSummary['rate'],
	values: ScoreSummary['values'],
): string {
	if (rate?.rate !== undefined) return `${formatShare(rate.rate)} %`;
	if (values?.mean === undefined || values.p50 === undefined) return '';
	return markdownText(`mean ${scoreFigure(values.mean, declaration)} / p50 ${scoreFigure(values.p50, declaration)}`);
}

function speed(log: Log): string | undefined {
	const { rows, loadMs, peakRssBytes } = summarizeLatencies(log);
	const told = rows.filter(({ metric }) => TOLD.has(metric));
	const facts = [
		loadMs === undefined ? undefined : `load ${formatMs(loadMs)}`,
		peakRssBytes === undefined ? undefined : `peak memory ${formatBytes(peakRssBytes)}`,
	].filter((fact) => fact !== undefined);
	if (told.length === 0) return facts.length === 0 ? undefined : facts.join(' · ');
	const table = markdownTable(
		['time', 'suite', 'state', 'n', 'p50', 'p95'],
		told.map(({ metric, suite, arm, state, unit, distribution: { n, p50, p95 } }) => [
			TOLD.get(metric) ?? metric,
			`${markdownText(suite)}, ${markdownText(arm)}`,
			state,
			String(n),
			p50 === undefined ? '' : formatMeasure(p50, unit),
			p95 === undefined ? '' : formatMeasure(p95, unit),
		]),
	);
	return [facts.join(' · '), table].filter((part) => part !== '').join('\n\n');
}

const TOLD: ReadonlyMap<string, string> = new Map([
	['timeToFirstTokenMs', 'first token'],
	['timeToCallMs', 'complete call'],
	['endToEndMs', 'whole turn'],
	['decodeTokensPerSecond', 'decode'],
]);
