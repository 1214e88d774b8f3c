import { FATE_OUTCOMES, type FateOutcome } from '../../../src/fates/outcome.ts';
import { ENGINE_FATES, type FateMatrix, type FateRow, type PlayedGeneration } from '../../../src/fates/play.ts';
import type { Log } from '../../../src/log/record.ts';
import { playedGenerations, type SeenFates, summarizeRunFates } from '../../../src/summary/fates.ts';
import { coreText } from '../../locale/core/core-text.ts';
import { formatCount } from '../../locale/format-number.ts';
import type { Lang, Locale } from '../../locale/locale.ts';
import { type FatesLocale, fatesLocale } from '../../locale/sections/fates-locale.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { foldedSection, type PageSection } from '../page.ts';

/** Rows that stand in the page, the oddest first; `gemmark fates` and the CSV have all. */
const ROWS_SHOWN = 40;
/** Of what the run's own engine made of calls, what is worth a section. */
const NOTICED: readonly FateOutcome[] = ['leaked', 'swallowed', 'changed-arguments'];
const INPUT_CHARS = 120;
/** Characters of the raw text, on either side of where engines part and within. */
const AROUND_CHARS = 200;
const PARTING_CHARS = 600;

/** Engine by outcome, and the generations that engines do not agree about; absent where no raw text is recorded. */
export function fatesSection(log: Log, locale: Locale): PageSection | undefined {
	const { matrix, seen } = summarizeRunFates(log);
	const odd = seen !== undefined && NOTICED.some((outcome) => seen.counts[outcome] > 0);
	if (matrix.played + matrix.cut === 0 && !odd) return undefined;
	const words = fatesLocale[locale.lang];
	const content = html`${seen !== undefined && html`<p class="lead">${words.seen(seen.engine, seenParts(seen, words))}</p>`}
${matrix.played + matrix.cut > 0 && playedLead(matrix, words)}
${matrix.played > 0 && matrixTable(matrix, words, locale.lang)}
${partedRows(log, words, locale)}`;
	return { id: 'fates', name: words.title, markup: foldedSection('fates', words.title, content) };
}

function playedLead({ played, withCalls, notRecorded, cut }: FateMatrix, words: FatesLocale): Markup {
	return html`<p class="lead">${words.lead} ${words.played(formatCount(played), formatCount(withCalls))} ${notRecorded > 0 && words.notRecorded(formatCount(notRecorded))} ${cut > 0 && words.cut(formatCount(cut))}</p>`;
}

/** `call 11, call leaked as text 3`. */
function seenParts({ counts }: SeenFates, { outcomes }: FatesLocale): string {
	const happened = FATE_OUTCOMES.filter((outcome) => counts[outcome] > 0);
	return happened.map((outcome) => `${outcomes[outcome]} ${formatCount(counts[outcome])}`).join(', ');
}

function matrixTable({ rows }: FateMatrix, words: FatesLocale, lang: Lang): Markup {
	const happened = FATE_OUTCOMES.filter((outcome) => rows.some(({ counts }) => counts[outcome] > 0));
	const missing = rows.some(({ notEmulated }) => notEmulated > 0);
	return html`<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><th scope="col">${words.engine}</th>${happened.map(
		(outcome) => html`<th scope="col" class="num">${words.outcomes[outcome]}</th>`,
	)}${missing && html`<th scope="col" class="num">${words.notEmulated}</th>`}</tr></thead><tbody>${rows.map(
		(row) =>
			html`<tr><th scope="row">${coreText(row.title, lang)} ${versionOf(row, words)}</th>${happened.map((outcome) => count(row.counts[outcome]))}${missing && count(row.notEmulated)}</tr>`,
	)}</tbody></table></div>`;
}

function count(number: number): Markup {
	return number === 0 ? html`<td class="num muted">–</td>` : html`<td class="num">${formatCount(number)}</td>`;
}

function versionOf({ version, source }: FateRow, words: FatesLocale): Markup {
	// No line may end within a date.
	return html`<span class="rules" title="${source}">${words.version(version.replaceAll('-', '\u2011'))}</span>`;
}

interface PartedRow {
	readonly sampleId: string;
	readonly input: string;
	readonly played: PlayedGeneration;
	readonly parting: NonNullable<PlayedGeneration['parting']>;
	/** How many different ones. */
	readonly outcomes: number;
}

function partedRows(log: Log, words: FatesLocale, locale: Locale): Markup | undefined {
	const rows = log.samples.flatMap((sample): readonly PartedRow[] => {
		const { sampleId, sample: asked } = sample;
		const input = typeof asked.input === 'string' ? asked.input : '';
		return playedGenerations(log, sample).flatMap((played) =>
			typeof played !== 'object' || played.parting === undefined
				? []
				: [{ sampleId, input, played, parting: played.parting, outcomes: outcomes(played) }],
		);
	});
	if (rows.length === 0) return undefined;
	const oddFirst = rows.toSorted((a, b) => b.outcomes - a.outcomes);
	return html`<h3>${words.parted(formatCount(rows.length))}</h3><ol class="rows">${oddFirst
		.slice(0, ROWS_SHOWN)
		.map((row) => html`<li>${partedRow(row, words, locale)}</li>`)}</ol>`;
}

function outcomes({ fates }: PlayedGeneration): number {
	return new Set(Array.from(fates.values(), ({ outcome }) => outcome)).size;
}

function partedRow({ sampleId, input, played, parting }: PartedRow, words: FatesLocale, locale: Locale): Markup {
	const cut = (text: string, most: number): string => clipped(text, most, locale.detail.long);
	const before = played.raw.slice(Math.max(0, parting.start - AROUND_CHARS), parting.start);
	return html`<details class="row"><summary><span class="muted">${sampleId}</span> ${said('span', cut(input, INPUT_CHARS), 'asked')} <span class="fates">${byOutcome(played, words, locale.lang)}</span></summary><div class="body"><p class="muted">${words.raw}</p><pre class="raw" tabindex="0">${before}<mark>${cut(played.raw.slice(parting.start, parting.end), PARTING_CHARS)}</mark>${played.raw.slice(parting.end, parting.end + AROUND_CHARS)}</pre></div></details>`;
}

/** A line per outcome: `call  LiteRT-LM, Ollama`. */
function byOutcome({ fates }: PlayedGeneration, words: FatesLocale, lang: Lang): readonly (Markup | undefined)[] {
	return FATE_OUTCOMES.map((outcome) => {
		const titles = ENGINE_FATES.flatMap(({ engine, title }) =>
			fates.get(engine)?.outcome === outcome ? coreText(title, lang) : [],
		);
		if (titles.length === 0) return undefined;
		return html`<span class="fate"><span class="muted">${words.outcomes[outcome]}</span> <span>${titles.join(' · ')}</span></span>`;
	});
}
