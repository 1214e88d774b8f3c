import type { EvaluatedSuite } from '../src/eval/header.ts';
import { ALPHA } from '../src/stats/answer.ts';
import { pValueText } from '../src/stats/paired.ts';
import { worseP } from '../src/stats/paired-loss.ts';
import type { ScoreFlips } from '../src/summary/flips.ts';
import type { RunSummary } from '../src/summary/summarize.ts';
import type { ReplayMeasure, VariantEffect } from '../src/summary/variants.ts';
import { localized } from '../src/text/text.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatPrompts, formatSigned, formatSignedRange } from './messages/numbers.ts';

/** Effects of keeping the prefix and of reflection, a list of lines each. Plain text that may quote the log. */
export function effectLines({ run, variants }: RunSummary, locale: Locale): readonly (readonly string[])[] {
	return variants.map((effect) =>
		(effect.kind === 'replay' ? replayLines : reflectionLines)(effect, run.model.miniature, locale),
	);
}

/** What keeping the prefix does to the next call, beside the verdict on the prefix; none without a replay in the run. */
export function keptLines(
	{ variants }: RunSummary,
	{ view }: Pick<EvaluatedSuite, 'view'>,
	locale: Locale,
): readonly string[] {
	const { flips = [], measures = [] } = variants.find(({ kind }) => view === 'prefix' && kind === 'replay') ?? {};
	return flips
		.filter(({ main, p }) => main && p !== undefined)
		.map(({ promptsLost: lost, promptsGained: gained, paired, p = 1 }) => {
			const tokens = measures.find(({ measure }) => measure === 'promptTokens')?.difference.mean;
			const more = tokens === undefined ? undefined : formatSigned(tokens, tenths);
			const counts = { lost: formatPrompts(lost), gained: formatPrompts(gained), n: paired, p: pValueText(p) };
			return [
				locale.replay.kept({ ...counts, tokens: more }),
				...(worseP(lost, gained) <= ALPHA ? [locale.replay.costs] : []),
			].join(' ');
		});
}

function replayLines({ flips, measures, place }: VariantEffect, miniature: boolean, locale: Locale): readonly string[] {
	const words = locale.replay;
	return [
		words.title(miniature),
		...flips.map((one) => words.score(...flipCells(one, locale))),
		...measures.map((measure) => words.measure(...measureCells(measure, locale))),
		...(place === undefined ? [] : [words.place[place]]),
	];
}

export function reflectionLines(
	{ suite, variant = '', flips, reflected = 0 }: VariantEffect,
	miniature: boolean,
	locale: Locale,
): readonly [title: string, ...lines: string[]] {
	const words = locale.reflection;
	return [
		words.title(suite, locale.variant(variant), miniature),
		...flips.map((one) => words.score(...flipCells(one, locale))),
		words.reflected({ count: reflected }),
	];
}

type FlipCells = readonly [title: string, without: string, kept: string, gained: string, lost: string, test: string];

export function flipCells(flips: ScoreFlips, locale: Locale): FlipCells {
	const { declaration, first, second, gained, lost } = flips;
	return [
		localized(declaration.title, locale.lang),
		rateCounts(first),
		rateCounts(second),
		flippedIds(gained),
		flippedIds(lost),
		mcnemarText(flips, locale),
	];
}

function rateCounts({ hits, n }: ScoreFlips['first']): string {
	return n === 0 ? '–' : `${hits}/${n}`;
}

export function measureCells(
	{ measure, without, kept, difference: { mean, interval } }: ReplayMeasure,
	{ replay, lang }: Locale,
): readonly [name: string, without: string, kept: string, difference: string, interval: string | undefined] {
	const range = interval && formatSignedRange(interval, tenths, lang);
	return [replay.measures[measure], tenths(without), tenths(kept), formatSigned(mean, tenths), range];
}

function tenths(value: number): string {
	return value.toFixed(1);
}

/** `McNemar p 0.250`, with its prompts if they are not the flips; or why there is no test. */
export function mcnemarText(
	{ p, gained, lost, paired, promptsGained, promptsLost }: ScoreFlips,
	{ mcnemar }: Locale,
): string {
	if (p === undefined) return paired === 0 ? mcnemar.unscored : mcnemar.uncertain;
	if (gained.length + lost.length === 0) return mcnemar.unchanged;
	const text = promptsGained + promptsLost === 0 ? mcnemar.unchanged : `McNemar p ${pValueText(p)}`;
	const isOfFlips = promptsGained === gained.length && promptsLost === lost.length;
	return isOfFlips
		? text
		: mcnemar.overPrompts({ lost: formatPrompts(promptsLost), gained: formatPrompts(promptsGained), p: text });
}

const MAX_IDS = 6;

/** How many flipped and which: `2 (a, b)`. */
function flippedIds(flips: readonly { readonly sampleId: string }[]): string {
	if (flips.length === 0) return '0';
	const ids = [...new Set(flips.map(({ sampleId }) => sampleId))];
	const more = ids.length > MAX_IDS ? ', …' : '';
	return `${flips.length} (${ids.slice(0, MAX_IDS).join(', ')}${more})`;
}
