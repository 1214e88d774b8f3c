import type { Said } from '../../src/base/message.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import { localized } from '../../src/text/text.ts';
import { answerLines, answerTitle } from '../comparison/answer.ts';
import { divergenceFigures, outputsText, spanCells } from '../comparison/divergence.ts';
import { flipReasons } from '../comparison/flips.ts';
import { comparisonNotices } from '../comparison/notices.ts';
import { numbersTable } from '../comparison/overview.ts';
import { latencyTable } from '../comparison/speed.ts';
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
	const lines = answerLines(compared, locale);
	const notices = comparisonNotices(runs, locale, compared.comparison.allowed);
	return blocks(
		heading(2, words.heading),
		runs.some(({ log }) => log.header.model.miniature) && paragraph(localized(MINIATURE_NOTICE, locale.lang), 'notice'),
		paragraph(answerTitle(compared.comparison, locale), 'strong'),
		table(
			['', ...lines.map(({ name }) => name)],
			(['quality', 'size', 'speed', 'answer'] as const).map((line) => [
				locale.answer.lines[line],
				...lines.map((one) => one[line]),
			]),
		),
		table(
			['', ...runs.map(({ name }, index) => `${name}${index === 0 ? ` (${words.baseline})` : ''}`)],
			[...comparedRows(runs, locale), ...timeRows(runs, TIMES, locale)].map(({ name, cells }) => [
				name,
				...cells.map((cell) => [cell?.figure ?? '–', cell?.detail].filter(Boolean).join(' · ')),
			]),
		),
		paragraph(cutTurnsOf(runs, locale)),
		notices.filter(({ kind }) => kind === 'cut').map(({ said }) => paragraph(said.join(' '))),
		runs.slice(1).flatMap((other) => furtherRun(other, locale)),
	);
}

function furtherRun(run: ComparedRun, locale: Locale): readonly Block[] {
	const words = locale.comparison;
	const { against, log } = run;
	if (against === undefined) return [heading(3, words.flipsOf(run.name))];
	const scores = shownScores(against);
	const repeats = log.header.settings.epochs > 1;
	const flips = scores.flatMap((flipped) =>
		flipsOf(flipped).map(({ flip, direction }) => [
			`${flipped.suite} · ${locale.variant(flipped.variant)}`,
			scoreTitle(flipped.declaration, locale),
			repeats ? `${flip.sampleId} · ${words.repeat(flip.epoch + 1)}` : flip.sampleId,
			words.sides[direction],
			flipReasons(flip, direction, locale),
		]),
	);
	const numbers = numbersTable(run, locale);
	const times = latencyTable(run, locale);
	const tokens = divergenceFigures(run);
	return blocks(
		heading(3, words.flipsOf(run.name)),
		list(
			namedDifferences(against.identity).map(({ field, first, second }) => {
				const said = (value: typeof first): string =>
					field.endsWith('timingsNotComparable') && value !== undefined
						? locale.say(value as unknown as Said)
						: (differenceText(value) ?? '–');
				return `${namedField(field, locale.lang)}: ${said(first)} → ${said(second)}`;
			}),
		),
		flips.length === 0 && paragraph(words.noFlipsOf(scoredSamples(against))),
		list(
			scores.map((score) => {
				const { suite, variant, declaration, lost, gained } = score;
				const left = words.unpaired(score);
				return `${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}: ${words.counts(lost.length, gained.length)} · ${mcnemarText(score, locale)}${left && ` · ${left}`}`;
			}),
		),
		table(words.flipColumns, flips.slice(0, FLIPS_SHOWN)),
		flips.length > FLIPS_SHOWN && paragraph(words.moreFlips(flips.length - FLIPS_SHOWN)),
		numbers && table(numbers.heads, numbers.rows),
		against.inTurns === false && against.latencies.length > 0 && paragraph(words.notInTurns),
		times && table(times.heads, times.rows),
		paragraph(outputsText(against.divergence, words)),
		tokens && paragraph(words.tokens(tokens)),
		against.tokens && table(words.spanColumns, spanCells(against.tokens, locale)),
	);
}
