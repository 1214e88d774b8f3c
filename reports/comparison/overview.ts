import type { Said } from '../../src/base/message.ts';
import { rescoredNotes, unendedNotes } from '../../src/log/warnings.ts';
import { otherScoringText, type RunComparison } from '../../src/summary/compare/compare.ts';
import type { NumberDifference } from '../../src/summary/compare/differences.ts';
import type { FieldDifference } from '../../src/summary/compare/identity.ts';
import { partsOf } from '../../src/summary/suites.ts';
import { singleLine } from '../../src/text/text.ts';
import { html, type Markup, partsSaid } from '../html/markup.ts';
import { foldedSection, notice as note } from '../html/page.ts';
import { type ComparisonLocale, comparisonLocaleOf } from '../locale/comparison/comparison-locale.ts';
import { coreText } from '../locale/core/core-text.ts';
import { formatBytes, formatCount, formatMs } from '../locale/format-number.ts';
import { formatSigned, formatSignedRange } from '../locale/format-range.ts';
import type { Locale } from '../locale/locale.ts';
import { markdownTable, markdownText } from '../markdown/text.ts';
import { scoreFigure, scoreTitle } from '../titles.ts';
import { type ComparedRow, comparedRows, cutTurnsOf, TOLD_FIRST, timeRows } from './table.ts';
import { type ComparedRun, comparisonWordsOf, mainFlips, untoldOf, warningsOf } from './words.ts';

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
		const lines = unendedNotes(log).map((line) => coreText(line, lang));
		return lines.length > 0 && note('cut', '!', [`${name}:`, lines.join(': ')]);
	})}${warningsOf(runs, lang).map(({ names, parts }) =>
		note('cut', '!', [`${names}:`, partsSaid(parts, WARNING_CHARS, locale)]),
	)}${runs.map(({ name, latencies: { notComparable } }) => {
		const why = notComparable === undefined ? undefined : coreText(notComparable, lang);
		return why !== undefined && note('cut', '!', [`${name}:`, `${notice.notComparable} ${why}`]);
	})}${runs.map(({ name, against }) =>
		against?.scoredOtherwise.map((one) => note('cut', '≠', [`${name}:`, coreText(otherScoringText(one), lang)])),
	)}${runs.map(({ name, log }) =>
		rescoredNotes(log).map((line) => note('cut', '↻', [`${name}:`, coreText(line, lang)])),
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

/** How the declared numbers of a run differ from the baseline's; undefined where none can be told. */
export function numbersHtml({ name, against }: ComparedRun, locale: Locale): Markup | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const words = comparisonWordsOf(locale.lang);
	return html`<h3>${words.numbers}: ${comparisonLocaleOf(locale.lang).flipsOf(name)}</h3><div class="scroll" tabindex="0"><table><thead><tr>${words.numberColumns.map(
		(column, index) => html`<th scope="col"${index > 1 && html` class="num"`}>${column}</th>`,
	)}</tr></thead><tbody>${against.numbers.map((number) => {
		const [place, title, baseline, difference, interval] = cells(number, locale);
		const unpaired = words.unpaired(number);
		const left = unpaired !== '' && html` <span class="muted">${unpaired}</span>`;
		return html`<tr><td>${place}</td><td>${title}</td><td class="num">${baseline}</td><td class="num"><b>${difference}</b> <span class="muted">${interval}</span></td><td class="num">${number.difference.n}${left}</td></tr>`;
	})}</tbody></table></div>`;
}

export function numbersMarkdown({ against }: ComparedRun, locale: Locale): string | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const { numberColumns, unpaired } = comparisonWordsOf(locale.lang);
	return markdownTable(
		numberColumns,
		against.numbers.map((number) => {
			const [place = '', title = '', baseline = '', difference = '', interval = ''] = cells(number, locale);
			const left = unpaired(number);
			return [
				place,
				title,
				baseline,
				`${difference}, ${interval}`,
				`${number.difference.n}${left && ` (${left})`}`,
			].map((cell) => markdownText(cell));
		}),
	);
}

function cells(
	{ suite, arm, declaration, firstMean, difference }: NumberDifference,
	locale: Locale,
): readonly string[] {
	const { lang } = locale;
	const { mean, interval } = difference;
	const figure = (value: number): string => scoreFigure(value, declaration);
	return [
		`${suite} · ${locale.arm(arm)}`,
		scoreTitle(declaration, lang),
		scoreFigure(firstMean, declaration),
		formatSigned(mean, figure),
		interval === undefined ? comparisonLocaleOf(lang).noSpread : formatSignedRange(interval, figure, lang),
	].map((cell) => singleLine(cell));
}

/** Rows with a column per run; on a narrow screen each row names the runs itself. */
export function sideBySideTable(
	runs: readonly ComparedRun[],
	rows: readonly ComparedRow[],
	label: string,
	words: ComparisonLocale,
): Markup {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="sidebyside"><thead><tr><th scope="col"></th>${runs.map(
		({ name, log }, index) =>
			html`<th scope="col"><b>${name}</b><br><span class="muted">${[index === 0 ? words.baseline : undefined, log.header.model.quantization].filter(Boolean).join(' · ')}</span></th>`,
	)}</tr></thead><tbody>${rows.map(
		({ name, cells }) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td data-run="${runs[index]?.label ?? ''}"><b class="figure">${cell?.figure ?? '–'}</b>${cell?.detail !== undefined && html` <span class="muted">${cell.detail}</span>`}</td>`)}</tr>`,
	)}</tbody></table></div>`;
}

/** The fields of identity in which the runs differ, and the command of each. */
export function comparedIdentitySection(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): Markup {
	const [baseline, ...others] = runs;
	const more = comparisonWordsOf(locale.lang);
	const unknown = untoldOf(runs);
	const content = html`<p class="lead">${words.identityLead(unknown.length === 0)}</p>
${unknown.map(({ names, what }) => html`<p>${more.untold(names, what).join(' ')}</p>`)}
${
	baseline &&
	others.map(({ name, against }) => {
		const fields = [...(against?.identity.blocking ?? []), ...(against?.identity.varied ?? [])];
		if (fields.length === 0) return html`<h3>${words.flipsOf(name)}</h3><p>${more.noField}</p>`;
		return html`<h3>${words.flipsOf(name)}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${words.field}</th><th scope="col">${baseline.name}</th><th scope="col">${name}</th></tr></thead><tbody>${fields.map(
			(field) =>
				html`<tr><th scope="row">${field.field}</th><td>${valueText(field.field, field.first, locale)}</td><td>${valueText(field.field, field.second, locale)}</td></tr>`,
		)}</tbody></table></div>`;
	})
}
${Array.from(
	Map.groupBy(runs, ({ log }) => log.header.command),
	([command, same]) =>
		html`<h3>${locale.identity.command}: ${same.map(({ name }) => name).join(', ')}</h3><div class="command"><pre tabindex="0">${command}</pre></div>`,
)}`;
	return foldedSection('identity', words.sections.identity, content);
}

function valueText(field: string, value: FieldDifference['first'], locale: Locale): string {
	// Also of what simply is not so, such as samples at once: nobody is said not to know it.
	if (value === undefined) return '–';
	if (field.endsWith('timingsNotComparable')) return coreText(value as unknown as Said, locale.lang);
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean') return value ? locale.yes : locale.no;
	if (typeof value !== 'number') return JSON.stringify(value);
	if (field.endsWith('Bytes')) return `${formatBytes(value)} (${formatCount(value)} B)`;
	if (field.endsWith('Ms')) return formatMs(value);
	return field.endsWith('parameters') ? formatCount(value) : String(value);
}
