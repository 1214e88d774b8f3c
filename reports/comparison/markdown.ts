import type { Said } from '../../src/base/message.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import { localized } from '../../src/text/text.ts';
import { mcnemarText } from '../effects.ts';
import { namedField } from '../history/words.ts';
import { markdownTable, markdownText } from '../markdown/text.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';
import { answerLines, answerTitle } from './answer.ts';
import { divergenceFigures, outputsText, spanCells } from './divergence.ts';
import { flipReasons } from './flips.ts';
import { comparisonNotices } from './notices.ts';
import { numbersTable, type PlainTable } from './overview.ts';
import { latencyTable } from './speed.ts';
import { type ComparedCell, comparedRows, cutTurnsOf, TIMES, timeRows } from './table.ts';
import { type ComparedRun, comparedRuns, flipsOf, scoredSamples, shownScores } from './words.ts';

const FLIPS_SHOWN = 60;
const LINE_CHARS = 600;

/** The comparison for a pull request: table, notices, then flips, numbers, times and divergence of each run. */
export function comparisonMarkdown(compared: ReportedComparison, lang: Lang): string {
	const runs = comparedRuns(compared);
	const { allowed: allow } = compared.comparison;
	const [baseline, ...others] = runs;
	if (baseline === undefined) return '';
	const locale = localeOf(lang);
	const words = locale.comparison;
	const parts = [
		`## ${words.heading}`,
		runs.some(({ log }) => log.header.model.miniature) ? `> **${localized(MINIATURE_NOTICE, lang)}**` : undefined,
		`**${markdownText(answerTitle(compared.comparison, locale))}**`,
		answerTable(compared, locale),
		markdownTable(
			['', ...runs.map(({ name }, index) => `${markdownText(name)}${index === 0 ? ` (${words.baseline})` : ''}`)],
			[...comparedRows(runs, locale), ...timeRows(runs, TIMES, locale)].map(({ name, cells }) => [
				markdownText(name),
				...cells.map(cellText),
			]),
		),
		cutTurnsOf(runs, locale),
		...comparisonNotices(runs, locale, allow)
			.filter(({ kind }) => kind === 'cut')
			.map(({ said }) => markdownText(said.join(' '), LINE_CHARS)),
		...others.flatMap((other) => [
			`### ${markdownText(words.flipsOf(other.name))}`,
			differing(other, locale),
			flips(other, locale),
			plainTable(numbersTable(other, locale)),
			other.against?.inTurns === false && other.against.latencies.length > 0 ? words.notInTurns : undefined,
			plainTable(latencyTable(other, locale)),
			divergence(other, locale),
		]),
	];
	return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** The four lines, a column for each further run. */
function answerTable(compared: ReportedComparison, locale: Locale): string {
	const lines = answerLines(compared, locale);
	return markdownTable(
		['', ...lines.map(({ name }) => markdownText(name))],
		(['quality', 'size', 'speed', 'answer'] as const).map((line) => [
			locale.answer.lines[line],
			...lines.map((one) => markdownText(one[line], LINE_CHARS)),
		]),
	);
}

function plainTable(table: PlainTable | undefined): string | undefined {
	return (
		table &&
		markdownTable(
			table.heads,
			table.rows.map((cells) => cells.map((cell) => markdownText(cell))),
		)
	);
}

/** Allowed differences, other devices and apps, and what changes times; the page has the rest. */
function differing({ against }: ComparedRun, locale: Locale): string {
	return (against ? namedDifferences(against.identity) : [])
		.map(({ field, first, second }) => {
			const said = (value: typeof first): string =>
				field.endsWith('timingsNotComparable') && value !== undefined
					? locale.say(value as unknown as Said)
					: (differenceText(value) ?? '–');
			return `- ${markdownText(`${namedField(field, locale.lang)}: ${said(first)} → ${said(second)}`, LINE_CHARS)}`;
		})
		.join('\n');
}

function cellText(cell: ComparedCell | undefined): string {
	if (cell === undefined) return '–';
	return [cell.figure, cell.detail ?? '']
		.filter((part) => part !== '')
		.map((part) => markdownText(part))
		.join(' · ');
}

function flips({ against, log }: ComparedRun, locale: Locale): string {
	const words = locale.comparison;
	const scores = shownScores(against);
	const repeats = log.header.settings.epochs > 1;
	const rows = scores.flatMap((flipped) =>
		flipsOf(flipped).map(({ flip, direction }) =>
			[
				`${flipped.suite} · ${locale.variant(flipped.variant)}`,
				scoreTitle(flipped.declaration, locale),
				repeats ? `${flip.sampleId} · ${words.repeat(flip.epoch + 1)}` : flip.sampleId,
				words.sides[direction],
				flipReasons(flip, direction, locale),
			].map((cell) => markdownText(cell)),
		),
	);
	const parts = [
		...(rows.length === 0 && against !== undefined ? [words.noFlipsOf(scoredSamples(against))] : []),
		scores.map((score) => flipsLine(score, locale)).join('\n'),
		...(rows.length === 0 ? [] : [markdownTable(words.flipColumns, rows.slice(0, FLIPS_SHOWN))]),
		...(rows.length > FLIPS_SHOWN ? [words.moreFlips(rows.length - FLIPS_SHOWN)] : []),
	];
	return parts.filter((part) => part !== '').join('\n\n');
}

function flipsLine(flips: ScoreFlips, locale: Locale): string {
	const words = locale.comparison;
	const { suite, variant, declaration, lost, gained } = flips;
	const left = words.unpaired(flips);
	const place = markdownText(`${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}`, LINE_CHARS);
	return `- ${place}: ${words.counts(lost.length, gained.length)} · ${mcnemarText(flips, locale)}${left && ` · ${left}`}`;
}

function divergence(run: ComparedRun, locale: Locale): string | undefined {
	const words = locale.comparison;
	const { against } = run;
	if (against === undefined) return undefined;
	const figures = divergenceFigures(run);
	const tokens = figures === undefined ? '' : `\n\n${words.tokens(figures)}`;
	const spans = against.tokens === undefined ? [] : spanCells(against.tokens, locale);
	const table = spans.length === 0 ? '' : `\n\n${markdownTable(words.spanColumns, spans)}`;
	return `${outputsText(against.divergence, words)}${tokens}${table}`;
}
