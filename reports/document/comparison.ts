import type { Log } from '../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import { localized, withoutOptions } from '../../src/text/text.ts';
import { answerLines, answerTitle, countsText, questionText } from '../comparison/answer.ts';
import { divergenceFigures, outputsText, spanCells } from '../comparison/divergence.ts';
import { comparisonNotices } from '../comparison/notices.ts';
import { fieldText, LINES, numbersTable } from '../comparison/overview.ts';
import { changedPrompts, wroteText } from '../comparison/prompts.ts';
import { latencyBlocks } from '../comparison/speed.ts';
import { comparedRows, cutTurnsOf, TIMES, timeRows } from '../comparison/table.ts';
import {
	type ComparedRun,
	comparedRuns,
	scoredSamples,
	shownRuns,
	shownScores,
	toolText,
} from '../comparison/words.ts';
import { mcnemarText } from '../effects.ts';
import { namedField } from '../history/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';
import { type Block, blocks, code, facts, heading, list, paragraph, table } from './block.ts';

const FLIPS_SHOWN = 60;

/** What a comparison says: the answer, figures side by side, then each further run against the baseline. */
export function comparisonDocument(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const runs = comparedRuns(compared);
	const words = locale.comparison;
	const notices = comparisonNotices(runs, locale, compared.comparison.allowed);
	return blocks(
		heading(2, words.heading),
		miniature(runs, locale),
		answerBlocks(compared, locale),
		seriesBlocks(compared, locale),
		table(
			['', ...runs.map(({ name }, index) => `${name}${index === 0 ? ` (${words.baseline})` : ''}`)],
			[...comparedRows(runs, locale), ...timeRows(runs, TIMES, locale)].map(({ name, cells }) => [
				name,
				...cells.map((cell) => [cell?.figure ?? '–', cell?.detail].filter(Boolean).join(' · ')),
			]),
		),
		paragraph(cutTurnsOf(runs, locale)),
		notices.filter(({ kind }) => kind === 'cut').map(({ said }) => paragraph(said.join(' '))),
		shownRuns(compared)
			.slice(1)
			.flatMap((other) => [
				...differences(other, locale),
				...flipped(runs[0], other, locale),
				numbersTable(other, locale),
				...latencyBlocks(other, locale),
				...outputs(other, locale),
			]),
	);
}

/** Checkpoints, and which one. */
export function seriesBlocks(
	{ runs, comparison: { series, against } }: ReportedComparison,
	locale: Locale,
): readonly Block[] {
	if (series === undefined) return [];
	const { comparison: words } = locale;
	const { steps, best } = series;
	const lostOf = ({ tools }: (typeof steps)[number], kinds: readonly unknown[]): readonly string[] => {
		const lost = tools.filter(({ kind }) => kinds.includes(kind));
		// Once, against the reference that had most.
		const once = lost.filter(
			(one) => one === lost.filter(({ tool }) => tool === one.tool).toSorted((a, b) => b.had - a.had)[0],
		);
		return once.map((tool) => toolText(tool, locale));
	};
	const forgetful = steps.flatMap((one) => lostOf(one, ['forgotten']).map((text) => `${one.step} ${text}`));
	const alike = steps
		.filter(
			(one) => one.step !== best && (one.out ?? one.unscored) === undefined && lostOf(one, ['forgotten']).length === 0,
		)
		.map(({ step }) => step);
	const open = steps.flatMap(({ step, unscored: n }) =>
		n === undefined ? [] : [`${step} ${words.seriesOpen({ n })}`],
	);
	return blocks(
		table(
			[...words.seriesHead],
			steps.map((one) => {
				const { step, right, of, out, unscored: n, run } = one;
				const told = n === undefined ? words.seriesAlike : words.seriesOpen({ n });
				const { quality } = against.find((other) => other.run === run)?.answer ?? {};
				return [
					String(step),
					`${right}/${of}`,
					quality === undefined ? '–' : words.counts(countsText(quality)),
					step === best ? words.seriesBest : out === undefined ? told : words.seriesOut(out),
					lostOf(one, ['forgotten', 'fell']).join('; '),
				];
			}),
		),
		paragraph(words.series(best, alike, [...forgetful, ...open])),
		best !== undefined && [
			paragraph(words.seriesConfirm),
			code(confirmCommand(runs[0]?.log, runs[steps.find(({ step }) => step === best)?.run ?? 0]?.log)),
		],
	);
}

/** The runs' own on the rows that chose nothing. An adapter would be that of both. */
function confirmCommand(base: Log | undefined, best: Log | undefined): string {
	const { command = '', files = '' } = best?.header ?? {};
	const both = files.includes('--adapter') ? [files] : [base?.header.files, files];
	const others = withoutOptions(command, '-m', '--model', '--adapter', '--target', '--split');
	return [others, '--split test', ...new Set(both)].filter(Boolean).join(' ');
}

/** The same on a terminal: no figures, only scores that changed, and the answer last. */
export function comparisonOnTerminal(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const runs = comparedRuns(compared);
	const notices = comparisonNotices(runs, locale, compared.comparison.allowed);
	return blocks(
		shownRuns(compared)
			.slice(1)
			.flatMap((other) => [
				...differences(other, locale, true),
				numbersTable(other, locale),
				...outputs(other, locale),
			]),
		notices.filter(({ kind }) => kind === 'cut').map(({ said }) => paragraph(said.join(' '))),
		miniature(runs, locale),
		paragraph(questionText(compared.comparison, locale)),
		paragraph(answerTitle(compared.comparison, locale), 'strong'),
		answerLines(compared, locale).flatMap((one, _, { length }) => [
			length > 1 && heading(3, one.name),
			facts(LINES.map((line) => ({ name: locale.answer.lines[line], lines: [one[line]].flat() }))),
		]),
		seriesBlocks(compared, locale),
	);
}

function miniature(runs: readonly ComparedRun[], { lang }: Locale): Block | false {
	return runs.some(({ log }) => log.header.model.miniature) && paragraph(localized(MINIATURE_NOTICE, lang), 'notice');
}

function answerBlocks(compared: ReportedComparison, locale: Locale): readonly Block[] {
	const lines = answerLines(compared, locale);
	return [
		paragraph(questionText(compared.comparison, locale)),
		paragraph(answerTitle(compared.comparison, locale), 'strong'),
		table(
			['', ...lines.map(({ name }) => name)],
			LINES.flatMap((line) => {
				const cells = lines.map((one) => [one[line]].flat().join(' · '));
				return cells.every((cell) => cell === '') ? [] : [[locale.answer.lines[line], ...cells]];
			}),
		),
	];
}

/** How the runs differ, and what each score lost and gained; `changed`: only scores that did. */
function differences(run: ComparedRun, locale: Locale, changed = false): readonly Block[] {
	const words = locale.comparison;
	const { against } = run;
	if (against === undefined) return [heading(3, words.flipsOf({ name: run.name }))];
	const shown = shownScores(against);
	const flipped = shown.filter(({ lost, gained }) => lost.length + gained.length > 0);
	return blocks(
		heading(3, words.flipsOf({ name: run.name })),
		list(
			namedDifferences(against.identity).map(({ field, first, second }) => {
				const [from, to] = [first, second].map((value) => differenceText(fieldText(field, value, locale)));
				return `${namedField(field, locale.lang)}: ${from} → ${to}`;
			}),
		),
		!changed && flipped.length === 0 && paragraph(words.noFlipsOf(scoredSamples(against))),
		list(
			(changed ? flipped : shown).map((score) => {
				const { suite, variant, declaration, lost, gained } = score;
				const left = words.unpaired(score);
				return `${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}: ${words.counts({ lost: lost.length, gained: gained.length })} · ${mcnemarText(score, locale)}${left && ` · ${left}`}`;
			}),
		),
	);
}

/** Each prompt once. */
function flipped(baseline: ComparedRun | undefined, other: ComparedRun, locale: Locale): readonly Block[] {
	const words = locale.comparison;
	if (baseline === undefined) return [];
	const flips = changedPrompts(baseline, other).map((prompt) => [
		other.log.header.settings.epochs > 1
			? `${prompt.samples[0].sampleId} · ${words.repeat({ epoch: prompt.samples[0].epoch + 1 })}`
			: prompt.samples[0].sampleId,
		words.sides[prompt.direction],
		wroteText(prompt, [baseline.label, other.label], locale),
		[...new Set(prompt.scores.map(({ score }) => `${score.suite}: ${scoreTitle(score.declaration, locale)}`))].join(
			', ',
		),
	]);
	return blocks(
		table(words.flipColumns, flips.slice(0, FLIPS_SHOWN)),
		flips.length > FLIPS_SHOWN && paragraph(words.moreFlips({ count: flips.length - FLIPS_SHOWN })),
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
