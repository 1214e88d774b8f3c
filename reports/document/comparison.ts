import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import { localized } from '../../src/text/text.ts';
import { answerLines, answerTitle } from '../comparison/answer.ts';
import { divergenceFigures, outputsText, spanCells } from '../comparison/divergence.ts';
import { flipReasons } from '../comparison/flips.ts';
import { comparisonNotices } from '../comparison/notices.ts';
import { fieldText, numbersTable } from '../comparison/overview.ts';
import { latencyBlocks } from '../comparison/speed.ts';
import { comparedRows, cutTurnsOf, TIMES, timeRows } from '../comparison/table.ts';
import { type ComparedRun, comparedRuns, flipsOf, scoredSamples, shownScores } from '../comparison/words.ts';
import { mcnemarText } from '../effects.ts';
import { namedField } from '../history/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';
import { type Block, blocks, heading, list, paragraph, table } from './block.ts';

const FLIPS_SHOWN = 60;

/** What a comparison says: the answer, figures side by side, then each further run against the baseline. */
export function comparisonDocument(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const runs = comparedRuns(compared);
	const words = locale.comparison;
	const notices = comparisonNotices(runs, locale, compared.comparison.allowed);
	return blocks(
		heading(2, words.heading),
		miniature(runs, locale),
		answer(compared, locale),
		table(
			['', ...runs.map(({ name }, index) => `${name}${index === 0 ? ` (${words.baseline})` : ''}`)],
			[...comparedRows(runs, locale), ...timeRows(runs, TIMES, locale)].map(({ name, cells }) => [
				name,
				...cells.map((cell) => [cell?.figure ?? '–', cell?.detail].filter(Boolean).join(' · ')),
			]),
		),
		paragraph(cutTurnsOf(runs, locale)),
		notices.filter(({ kind }) => kind === 'cut').map(({ said }) => paragraph(said.join(' '))),
		runs
			.slice(1)
			.flatMap((other) => [
				...differences(other, locale),
				...flipped(other, locale),
				numbersTable(other, locale),
				...latencyBlocks(other, locale),
				...outputs(other, locale),
			]),
	);
}

/** The same on a terminal: no figures, no flip by its sample, and the answer last. */
export function comparisonOnTerminal(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const runs = comparedRuns(compared);
	const notices = comparisonNotices(runs, locale, compared.comparison.allowed);
	return blocks(
		runs
			.slice(1)
			.flatMap((other) => [...differences(other, locale), numbersTable(other, locale), ...outputs(other, locale)]),
		notices.filter(({ kind }) => kind === 'cut').map(({ said }) => paragraph(said.join(' '))),
		miniature(runs, locale),
		answer(compared, locale),
	);
}

function miniature(runs: readonly ComparedRun[], { lang }: Locale): Block | false {
	return runs.some(({ log }) => log.header.model.miniature) && paragraph(localized(MINIATURE_NOTICE, lang), 'notice');
}

function answer(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const lines = answerLines(compared, locale);
	return [
		paragraph(answerTitle(compared.comparison, locale), 'strong'),
		table(
			['', ...lines.map(({ name }) => name)],
			(['quality', 'size', 'speed', 'answer'] as const).map((line) => [
				locale.answer.lines[line],
				...lines.map((one) => one[line]),
			]),
		),
	];
}

/** How the runs differ, and what each score lost and gained. */
function differences(run: ComparedRun, locale: Locale): readonly Block[] {
	const words = locale.comparison;
	const { against } = run;
	if (against === undefined) return [heading(3, words.flipsOf(run.name))];
	const scores = shownScores(against);
	return blocks(
		heading(3, words.flipsOf(run.name)),
		list(
			namedDifferences(against.identity).map(({ field, first, second }) => {
				const [from, to] = [first, second].map((value) => differenceText(fieldText(field, value, locale)));
				return `${namedField(field, locale.lang)}: ${from} → ${to}`;
			}),
		),
		scores.every(({ lost, gained }) => lost.length + gained.length === 0) &&
			paragraph(words.noFlipsOf(scoredSamples(against))),
		list(
			scores.map((score) => {
				const { suite, variant, declaration, lost, gained } = score;
				const left = words.unpaired(score);
				return `${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}: ${words.counts(lost.length, gained.length)} · ${mcnemarText(score, locale)}${left && ` · ${left}`}`;
			}),
		),
	);
}

function flipped({ against, log }: ComparedRun, locale: Locale): readonly Block[] {
	const words = locale.comparison;
	const repeats = log.header.settings.epochs > 1;
	const flips = shownScores(against).flatMap((score) =>
		flipsOf(score).map(({ flip, direction }) => [
			`${score.suite} · ${locale.variant(score.variant)}`,
			scoreTitle(score.declaration, locale),
			repeats ? `${flip.sampleId} · ${words.repeat(flip.epoch + 1)}` : flip.sampleId,
			words.sides[direction],
			flipReasons(flip, direction, locale),
		]),
	);
	return blocks(
		table(words.flipColumns, flips.slice(0, FLIPS_SHOWN)),
		flips.length > FLIPS_SHOWN && paragraph(words.moreFlips(flips.length - FLIPS_SHOWN)),
	);
}

function outputs(run: ComparedRun, locale: Locale): readonly Block[] {
	const { against } = run;
	const words = locale.comparison;
	const tokens = divergenceFigures(run);
	return blocks(
		against && paragraph(outputsText(against.divergence, words)),
		tokens && paragraph(words.tokens(tokens)),
		against?.tokens && table(words.spanColumns, spanCells(against.tokens, locale)),
	);
}
