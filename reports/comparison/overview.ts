import type { Said } from '../../src/base/message.ts';
import type { FieldDifference } from '../../src/eval/settings/identity.ts';
import { type Block, table as tableBlock } from '../document/block.ts';
import { markup } from '../document/html.ts';
import { namedField } from '../history/words.ts';
import { clipped, html, type Markup } from '../html/markup.ts';
import { foldedSection, notice, table } from '../html/page.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatBytes, formatCount, formatMs, formatSigned, formatSignedRange } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreFigure, scoreTitle } from '../titles.ts';
import { answerLines, answerTitle, questionText } from './answer.ts';
import { comparisonNotices, unknownConditions } from './notices.ts';
import { type ComparedRow, comparedRows, cutTurnsOf, FIRST_TIMES, timeRows } from './table.ts';
import { type ComparedRun, comparedRuns } from './words.ts';

/** The answer, its four lines of each further run, and what limits it. */
export function answerSection(compared: ReportedComparison, locale: Locale): Markup {
	const { answer: words, detail } = locale;
	const runs = comparedRuns(compared);
	const { allowed } = compared.comparison;
	const lines = answerLines(compared, locale);
	return html`<section id="answer" class="hero" aria-labelledby="answer-title">
<p class="eyebrow">${questionText(compared.comparison, locale)}</p>
<h1 id="answer-title">${answerTitle(compared.comparison, locale)}</h1>
${lines.map((one) => html`${lines.length > 1 && html`<h2>${one.name}</h2>`}<dl class="four">${LINES.map((line) => one[line].length > 0 && html`<div${line === 'answer' && html` class="answer"`}><dt>${words.lines[line]}</dt>${[one[line]].flat().map((text) => html`<dd>${text}</dd>`)}</div>`)}</dl>`)}
<div class="notices">${comparisonNotices(runs, locale, allowed).map(({ kind, sign, said: [title, text] }) => notice(kind, sign, [title, clipped(text, NOTICE_CHARS, detail.long)]))}</div></section>`;
}

export const LINES = ['quality', 'lost', 'tools', 'size', 'speed', 'answer'] as const;
const NOTICE_CHARS = 1000;

/** Every figure side by side. */
export function figuresSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const { comparison: words } = locale;
	const rows = [...comparedRows(runs, locale), ...timeRows(runs, FIRST_TIMES, locale)];
	const content = html`<p class="lead">${words.overviewLead} ${cutTurnsOf(runs, locale)}</p>
${sideBySideTable(runs, rows, words.sections.figures, locale)}${runs.map((run) => {
	const numbers = numbersTable(run, locale);
	return (
		numbers &&
		html`<h3>${words.numbers}: ${words.flipsOf({ name: run.name })}</h3>${markup([numbers], { numbersFrom: 2 })}`
	);
})}`;
	return foldedSection('figures', words.sections.figures, content);
}

/** Differences of declared numbers from the baseline; undefined without numbers. */
export function numbersTable({ against }: ComparedRun, locale: Locale): Block | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const { numberColumns: heads, unpaired, noSpread } = locale.comparison;
	const rows = against.numbers.map((number) => {
		const { suite, variant, declaration, firstMean, difference } = number;
		const { mean, interval, n } = difference;
		const figure = (value: number): string => scoreFigure(value, declaration);
		const left = unpaired(number);
		return [
			`${suite} · ${locale.variant(variant)}`,
			scoreTitle(declaration, locale),
			figure(firstMean),
			`${formatSigned(mean, figure)} (${interval === undefined ? noSpread : formatSignedRange(interval, figure, locale.lang)})`,
			`${n}${left && ` (${left})`}`,
		];
	});
	return tableBlock(heads, rows);
}

/** A column per run; on a narrow screen each cell names its run. */
export function sideBySideTable(
	runs: readonly ComparedRun[],
	rows: readonly ComparedRow[],
	label: string,
	{ comparison: words }: Locale,
): Markup {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="sidebyside"><thead><tr><th scope="col"></th>${runs.map(
		({ name, log }, index) =>
			html`<th scope="col"><b>${name}</b><br><span class="muted">${[index === 0 ? words.baseline : undefined, log.header.model.quantization].filter(Boolean).join(' · ')}</span></th>`,
	)}</tr></thead><tbody>${rows.map(
		({ name, cells }) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td data-run="${runs[index]?.label ?? ''}"><b class="figure">${cell?.figure ?? '–'}</b>${cell?.detail !== undefined && html` <span class="muted">${cell.detail}</span>`}</td>`)}</tr>`,
	)}</tbody></table></div>`;
}

/** Identity fields that differ, and the command of each run. */
export function comparedIdentitySection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const [baseline, ...others] = runs;
	const words = locale.comparison;
	const unknown = unknownConditions(runs, locale);
	const content = html`<p class="lead">${words.identityLead(unknown.length === 0)}</p>
${unknown.map((said) => html`<p>${said.join(' ')}</p>`)}
${
	baseline &&
	others.map(({ name, against }) => {
		const rows = [...(against?.identity.blocking ?? []), ...(against?.identity.varied ?? [])].map(
			({ field, first, second }) => [
				namedField(field, locale.lang),
				fieldText(field, first, locale),
				fieldText(field, second, locale),
			],
		);
		return html`<h3>${words.flipsOf({ name })}</h3>${rows.length === 0 ? html`<p>${words.noField}</p>` : table([words.field, baseline.name, name], rows)}`;
	})
}
${Array.from(
	Map.groupBy(runs, ({ log }) => log.header.command),
	([command, same]) =>
		html`<h3>${locale.identity.command}: ${same.map(({ name }) => name).join(', ')}</h3><div class="command"><pre tabindex="0">${command}</pre></div>`,
)}`;
	return foldedSection('identity', words.sections.identity, content);
}

/** A field's value; `–` if unknown. */
export function fieldText(field: string, value: FieldDifference['first'], locale: Locale): string {
	if (value === undefined) return '–';
	if (field.endsWith('timingsNotComparable')) return locale.say(value as unknown as Said);
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean') return value ? locale.yes : locale.no;
	if (typeof value !== 'number') return JSON.stringify(value);
	if (field.endsWith('Bytes')) return `${formatBytes(value)} (${formatCount(value)} B)`;
	if (field.endsWith('Ms')) return formatMs(value);
	return field.endsWith('parameters') ? formatCount(value) : String(value);
}
