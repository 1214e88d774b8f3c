import { otherScoringText, partsOf, type RunComparison, rescoredLines, unendedLines } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { coreText } from '../../locale/core/core-text.ts';
import type { Locale } from '../../locale/locale.ts';
import { partsSaid } from '../../page/core-said.ts';
import { html, type Markup } from '../../page/markup.ts';
import { notice as note } from '../../page/notice.ts';
import { type ComparedRun, mainFlips, untoldOf, warningsOf } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';
import { comparedRows, cutTurnsOf, TOLD_FIRST, timeRows } from '../side-by-side.ts';
import { numbersHtml } from './numbers-table.ts';
import { sideBySideTable } from './side-by-side-table.ts';

const WARNING_CHARS = 600;

/** A sentence per run, the reservations, then every figure side by side. */
export function overviewSection(
	runs: readonly ComparedRun[],
	words: ComparisonLocale,
	locale: Locale,
	allow: readonly string[],
): Markup {
	return html`<section id="overview" class="hero" aria-labelledby="overview-title">
<p class="eyebrow">${words.eyebrow}</p>
<h1 id="overview-title" class="comparisontitle">${sentences(runs, words, locale).map((sentence) => html`<span class="sentence">${sentence}</span> `)}</h1>
${reservations(runs, words, locale, allow)}
<h2>${words.sections.overview}</h2>
<p class="lead">${words.overviewLead} ${cutTurnsOf(runs, words)}</p>
${sideBySideTable(runs, [...comparedRows(runs, locale), ...timeRows(runs, TOLD_FIRST, locale)], words.sections.overview, words)}${runs.map((run) => numbersHtml(run, locale))}</section>`;
}

function sentences(
	[baseline, ...others]: readonly ComparedRun[],
	words: ComparisonLocale,
	{ lang }: Locale,
): readonly string[] {
	if (baseline === undefined) return [];
	return others.map(({ label, log, against }) => {
		if (against === undefined || against.paired === 0) return comparisonWordsOf(lang).nothing(label).join(' ');
		const flips = mainFlips(against);
		const { lost, gained, samples, others } = flips;
		if (samples === 0) return `${label}: ${words.noFlipsOf(0)}`;
		const sentence =
			lost + gained === 0
				? words.same(label, baseline.label, samples, { ...outputsOf(against), others })
				: words.differs(label, baseline.label, flips);
		const size = sizeWords(baseline.log.header.model.sizeBytes, log.header.model.sizeBytes, words);
		return size === undefined ? sentence : `${sentence.replace(/\.$/u, '')} (${size}).`;
	});
}

function outputsOf({ paired, divergence }: RunComparison): Record<'compared' | 'differ' | 'untold', number> {
	const { compared, diverged } = divergence;
	return { compared, differ: diverged.length, untold: paired - compared };
}

function sizeWords(first: number | undefined, second: number | undefined, words: ComparisonLocale): string | undefined {
	if (first === undefined || second === undefined || first === second || first === 0) return undefined;
	const percent = Math.round((100 * Math.abs(second - first)) / first);
	const share = percent === 0 ? '< 1' : String(percent);
	return second < first ? words.smaller(share) : words.larger(share);
}

function reservations(
	runs: readonly ComparedRun[],
	words: ComparisonLocale,
	locale: Locale,
	allow: readonly string[],
): Markup {
	const { lang, notice } = locale;
	const miniatures = runs.filter(({ log }) => log.header.model.miniature).map(({ name }) => name);
	const flips = runs.flatMap(({ against }) => (against === undefined ? [] : [mainFlips(against)]));
	const few = flips.some(({ lost, gained }) => lost + gained > 0 && Math.max(lost, gained) < 6);
	const blocking = new Set(runs.flatMap(({ against }) => against?.identity.blocking.map(({ field }) => field) ?? []));
	return html`<div class="notices">${miniatures.length > 0 && note('miniature', '▪', words.miniature(miniatures.join(', ')))}${
		few && note('grey', '◐', words.fewFlips)
	}${runs.map(({ name, against }) => against?.paired === 0 && note('cut', '!', comparisonWordsOf(lang).nothing(name)))}${runs.map(
		({ name, log }) => {
			const parts = partsOf(log).map(comparisonWordsOf(lang).partOf).join('; ');
			return parts !== '' && note('cut', '◌', comparisonWordsOf(lang).part(name, parts));
		},
	)}${runs.map(({ name, log }) => {
		const lines = unendedLines(log).map((line) => coreText(line, lang));
		return lines.length > 0 && note('cut', '!', [`${name}:`, lines.join(': ')]);
	})}${warningsOf(runs, lang).map(({ names, parts }) =>
		note('cut', '!', [`${names}:`, partsSaid(parts, WARNING_CHARS, locale)]),
	)}${runs.map(({ name, latencies: { notComparable } }) => {
		const why = notComparable === undefined ? undefined : coreText(notComparable, lang);
		return why !== undefined && note('cut', '!', [`${name}:`, `${notice.notComparable} ${why}`]);
	})}${runs.map(({ name, against }) =>
		against?.scoredOtherwise.map((one) => note('cut', '≠', [`${name}:`, coreText(otherScoringText(one), lang)])),
	)}${runs.map(({ name, log }) =>
		rescoredLines(log).map((line) => note('cut', '↻', [`${name}:`, coreText(line, lang)])),
	)}${runs.map(
		({ name, against }) =>
			against !== undefined &&
			against.onlyFirst + against.onlySecond > 0 &&
			note('cut', '◌', words.onlyOne(name, against.onlyFirst, against.onlySecond)),
	)}${runs.map(({ name, against }) => {
		const { onlyFirst = [], onlySecond = [] } = against?.identity ?? {};
		if (onlyFirst.length + onlySecond.length === 0) return undefined;
		return note('cut', '◌', comparisonWordsOf(lang).onlySuites(name, onlyFirst.join(', '), onlySecond.join(', ')));
	})}${untoldOf(runs).map(({ names, what }) => note('cut', '?', comparisonWordsOf(lang).untold(names, what)))}${allow.length > 0 && [...blocking].map((field) => note('cut', '≠', words.allowed(field)))}</div>`;
}
