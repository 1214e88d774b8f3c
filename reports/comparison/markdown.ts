import type { Said } from '../../src/base/message.ts';
import { rescoredNotes, unendedNotes } from '../../src/log/warnings.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import { otherScoringText } from '../../src/summary/compare/compare.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import { partsOf } from '../../src/summary/suites.ts';
import { localized } from '../../src/text/text.ts';
import { type ComparisonLocale, comparisonLocaleOf } from '../locale/comparison/comparison-locale.ts';
import { coreText } from '../locale/core/core-text.ts';
import { formatFigure } from '../locale/format-number.ts';
import { type Lang, type Locale, localeOf } from '../locale/locale.ts';
import { markdownTable, markdownText } from '../markdown/text.ts';
import { scoreTitle } from '../titles.ts';
import { divergenceFigures, spanCells } from './divergence.ts';
import { flipReasons } from './flips.ts';
import { numbersMarkdown } from './overview.ts';
import { latencyMarkdown } from './speed.ts';
import { type ComparedCell, comparedRows, cutTurnsOf, TOLD_TIMES, timeRows } from './table.ts';
import { type ComparedRun, comparisonWordsOf, mainFlips, untoldOf, warningsOf } from './words.ts';

const FLIPS_TOLD = 60;
const LINE_CHARS = 600;

/** The comparison for a pull request: the table, the flips, the divergence. */
export function comparisonMarkdown(runs: readonly ComparedRun[], lang: Lang): string {
	const [baseline, ...others] = runs;
	if (baseline === undefined) return '';
	const locale = localeOf(lang);
	const words = comparisonLocaleOf(lang);
	const parts = [
		`## ${words.heading}`,
		runs.some(({ log }) => log.header.model.miniature) ? `> **${localized(MINIATURE_NOTICE, lang)}**` : undefined,
		markdownTable(
			['', ...runs.map(({ name }, index) => `${markdownText(name)}${index === 0 ? ` (${words.baseline})` : ''}`)],
			[...comparedRows(runs, locale), ...timeRows(runs, TOLD_TIMES, locale)].map(({ name, cells }) => [
				markdownText(name),
				...cells.map(cellText),
			]),
		),
		cutTurnsOf(runs, words),
		...unended(runs, lang),
		...warned(runs, lang),
		...timesSayNothing(runs, locale),
		...unknown(runs, lang),
		...rescored(runs, lang),
		...others.flatMap((other) => [
			`### ${markdownText(words.flipsOf(other.name))}`,
			differing(other, lang),
			onlyParts(other, baseline, lang),
			onlySuites(other, lang),
			...scoredOtherwise(other, lang),
			flips(other, words, locale),
			numbersMarkdown(other, locale),
			latencyMarkdown(other, words, locale),
			divergence(other, words),
		]),
	];
	return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** What did not come to its end may still become another. */
function unended(runs: readonly ComparedRun[], lang: Lang): readonly string[] {
	return runs.flatMap(({ name, log }) => {
		const lines = unendedNotes(log).map((line) => coreText(line, lang));
		return lines.length === 0 ? [] : [markdownText(`${name}: ${lines.join(': ')}`, LINE_CHARS)];
	});
}

function warned(runs: readonly ComparedRun[], lang: Lang): readonly string[] {
	return warningsOf(runs, lang).map(({ names, parts }) =>
		markdownText(`${names}: ${parts.map(({ text }) => text).join('')}`, LINE_CHARS),
	);
}

function timesSayNothing(runs: readonly ComparedRun[], { lang, notice }: Locale): readonly string[] {
	return runs.flatMap(({ name, latencies: { notComparable } }) =>
		notComparable === undefined
			? []
			: [markdownText(`${name}: ${notice.notComparable} ${coreText(notComparable, lang)}`, LINE_CHARS)],
	);
}

/** What could differ, for all that the logs tell. */
function unknown(runs: readonly ComparedRun[], lang: Lang): readonly string[] {
	return untoldOf(runs).map(({ names, what }) =>
		markdownText(comparisonWordsOf(lang).untold(names, what).join(' '), LINE_CHARS),
	);
}

/** Scores of these runs may differ for that alone. */
function rescored(runs: readonly ComparedRun[], lang: Lang): readonly string[] {
	return runs.flatMap(({ name, log }) =>
		rescoredNotes(log).map((line) => markdownText(`${name}: ${coreText(line, lang)}`, LINE_CHARS)),
	);
}

/** What was allowed to differ, other devices and apps, and what of the engine changes times; the rest stands on the page. */
function differing({ against }: ComparedRun, lang: Lang): string {
	return (against ? namedDifferences(against.identity) : [])
		.map(({ field, first, second }) => {
			const said = (value: typeof first): string =>
				field.endsWith('timingsNotComparable') && value !== undefined
					? coreText(value as unknown as Said, lang)
					: (differenceText(value) ?? '–');
			const values = [first, second].map(said).join(' → ');
			return `- ${markdownText(`${field}: ${values}`, LINE_CHARS)}`;
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

/** What of either run is missing, and that nothing is in common, where it is so. */
function onlyParts(other: ComparedRun, baseline: ComparedRun, lang: Lang): string {
	const { part, partOf, nothing } = comparisonWordsOf(lang);
	return [
		...(other.against?.paired === 0 ? [nothing(other.name)] : []),
		...[baseline, other].flatMap(({ name, log }) => {
			const own = partsOf(log).map(partOf).join('; ');
			return own === '' ? [] : [part(name, own)];
		}),
	]
		.map((told) => told.map((text) => markdownText(text)).join(' '))
		.join(' ');
}

function onlySuites({ name, against }: ComparedRun, lang: Lang): string | undefined {
	const { onlyFirst = [], onlySecond = [] } = against?.identity ?? {};
	if (onlyFirst.length + onlySecond.length === 0) return undefined;
	const told = comparisonWordsOf(lang).onlySuites(name, onlyFirst.join(', '), onlySecond.join(', '));
	return told.map((text) => markdownText(text)).join(' ');
}

function scoredOtherwise({ against }: ComparedRun, lang: Lang): readonly string[] {
	return against?.scoredOtherwise.map((one) => markdownText(coreText(otherScoringText(one), lang), LINE_CHARS)) ?? [];
}

function flips({ against, log }: ComparedRun, words: ComparisonLocale, locale: Locale): string {
	const told =
		against?.scores.filter(
			({ lost, gained, unpaired, inOneOnly }) => lost.length + gained.length + unpaired + inOneOnly > 0,
		) ?? [];
	const { repeat } = comparisonWordsOf(locale.lang);
	const repeats = log.header.settings.epochs > 1;
	const rows = told.flatMap((flipped) =>
		[
			...flipped.lost.map((flip) => ['lost', flip] as const),
			...flipped.gained.map((flip) => ['gained', flip] as const),
		].map(([way, flip]) =>
			[
				`${flipped.suite} · ${locale.arm(flipped.arm)}`,
				scoreTitle(flipped.declaration, locale.lang),
				repeats ? `${flip.sampleId} · ${repeat(flip.epoch + 1)}` : flip.sampleId,
				words[way],
				flipReasons(flip, way, locale),
			].map((cell) => markdownText(cell)),
		),
	);
	const parts = [
		...(rows.length === 0 && against !== undefined ? [words.noFlipsOf(mainFlips(against).samples)] : []),
		told.map((score) => flipsLine(score, words, locale)).join('\n'),
		...(rows.length === 0 ? [] : [markdownTable(words.flipColumns, rows.slice(0, FLIPS_TOLD))]),
		...(rows.length > FLIPS_TOLD ? [words.moreFlips(rows.length - FLIPS_TOLD)] : []),
	];
	return parts.filter((part) => part !== '').join('\n\n');
}

function flipsLine(flips: ScoreFlips, words: ComparisonLocale, locale: Locale): string {
	const { suite, arm, declaration, lost, gained } = flips;
	const left = comparisonWordsOf(locale.lang).unpaired(flips);
	const place = markdownText(`${suite} · ${locale.arm(arm)} · ${scoreTitle(declaration, locale.lang)}`, LINE_CHARS);
	return `- ${place}: ${words.counts(lost.length, gained.length)} · ${words.pValue(flips)}${left && ` · ${left}`}`;
}

function divergence(run: ComparedRun, words: ComparisonLocale): string | undefined {
	const { against } = run;
	if (against === undefined) return undefined;
	const { identical, compared, firstDivergentToken } = against.divergence;
	const { p50, min } = firstDivergentToken;
	const parted =
		p50 === undefined || min === undefined
			? ''
			: ` ${words.firstToken(formatFigure(p50).replace(/\.0+$/u, ''), String(min))}`;
	const figures = divergenceFigures(run);
	const tokens = figures === undefined ? '' : `\n\n${words.tokens(figures)}`;
	const spans = run.tokenDivergence === undefined ? [] : spanCells(run.tokenDivergence, words);
	const table = spans.length === 0 ? '' : `\n\n${markdownTable(words.spanColumns, spans)}`;
	return `${words.identical(identical, compared)}${parted}${tokens}${table}`;
}
