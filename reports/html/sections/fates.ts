import { type EngineOutcome, FATE_OUTCOMES } from '../../../src/fates/outcome.ts';
import { ENGINE_READERS, type FateMatrix, type PlayedGeneration } from '../../../src/fates/play.ts';
import { playedGenerations, type SeenFates } from '../../../src/summary/fates/fates.ts';
import {
	type FlutterGemmaFate,
	type FlutterGemmaRow,
	summarizeFlutterGemma,
} from '../../../src/summary/fates/flutter-gemma.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatCount } from '../../messages/numbers.ts';
import type { ReportedRun } from '../../reported-run.ts';
import { clipped, html, type Insert, type Markup, said } from '../markup.ts';
import { foldedSection, type PageSection, table } from '../page.ts';
import { inputOf } from '../samples.ts';

/** Rows in the page, those with the most outcomes first; `gemmark fates` and the CSV have all. */
const ROWS_SHOWN = 40;
/** Outcomes in the run's engine that are worth a section. */
const NOTICED: readonly EngineOutcome[] = ['leaked', 'swallowed', 'changed-arguments'];
const INPUT_CHARS = 120;
/** Characters of raw text before and after the part that engines parse differently, and within. */
const AROUND_CHARS = 200;
const PARTING_CHARS = 600;

/** Engine by outcome, generations that engines parse differently, and flutter_edge_ai's texts; undefined without raw text. */
export function fatesSection({ log, summary }: ReportedRun, locale: Locale): PageSection | undefined {
	const { matrix, seen } = summary.fates;
	const odd = seen !== undefined && NOTICED.some((outcome) => seen.counts[outcome] > 0);
	if (matrix.played + matrix.cut === 0 && !odd) return undefined;
	const words = locale.fates;
	const content = html`${seen !== undefined && html`<p class="lead">${words.seen({ engine: seen.engine, parts: seenParts(seen, words) })}</p>`}
${matrix.played + matrix.cut > 0 && playedLead(matrix, words)}
${matrix.played > 0 && matrixTable(matrix, locale)}
${partedRows(log, locale)}
${summary.suites.filter(({ suite }) => suite.view === 'prefix').map(({ suite }) => flutterGemma(log, suite.name, locale))}`;
	return { id: 'fates', name: words.title, markup: foldedSection('fates', words.title, content) };
}

function playedLead({ played, withCalls, notRecorded, cut }: FateMatrix, words: Locale['fates']): Markup {
	return html`<p class="lead">${words.lead} ${words.played({ played: formatCount(played), withCalls: formatCount(withCalls) })} ${notRecorded > 0 && words.notRecorded({ count: formatCount(notRecorded) })} ${cut > 0 && words.cut({ count: formatCount(cut) })}</p>`;
}

/** `call 11, call leaked as text 3`. */
function seenParts({ counts }: SeenFates, { outcomes }: Locale['fates']): string {
	const happened = FATE_OUTCOMES.filter((outcome) => counts[outcome] > 0);
	return happened.map((outcome) => `${outcomes[outcome]} ${formatCount(counts[outcome])}`).join(', ');
}

function matrixTable({ rows }: FateMatrix, { fates: words }: Locale): Markup {
	const happened = FATE_OUTCOMES.filter((outcome) => rows.some(({ counts }) => counts[outcome] > 0));
	const missing = rows.some(({ notEmulated }) => notEmulated > 0);
	const count = (number: number): Insert => (number === 0 ? html`<span class="muted">–</span>` : formatCount(number));
	return table(
		[words.engine, ...happened.map((outcome) => words.outcomes[outcome]), ...(missing ? [words.notEmulated] : [])],
		rows.map(({ title, version, source, counts, notEmulated }) => [
			// No line break within a date.
			html`${title} <span class="rules" title="${source}">${words.version({ version: version.replaceAll('-', '\u2011') })}</span>`,
			...happened.map((outcome) => count(counts[outcome])),
			...(missing ? [count(notEmulated)] : []),
		]),
		{ className: 'matrix', numbersFrom: 1 },
	);
}

interface PartedRow {
	readonly sampleId: string;
	readonly input: string;
	readonly played: PlayedGeneration;
	readonly parting: NonNullable<PlayedGeneration['parting']>;
}

function partedRows(log: ReportedRun['log'], locale: Locale): Markup | undefined {
	const rows = log.samples.flatMap((sample): readonly PartedRow[] => {
		return playedGenerations(log, sample).flatMap((played) =>
			typeof played !== 'object' || played.parting === undefined
				? []
				: [{ sampleId: sample.sampleId, input: inputOf(sample), played, parting: played.parting }],
		);
	});
	if (rows.length === 0) return undefined;
	const outcomes = ({ played }: PartedRow): number =>
		new Set(Array.from(played.fates.values(), ({ outcome }) => outcome)).size;
	const shown = rows.toSorted((a, b) => outcomes(b) - outcomes(a)).slice(0, ROWS_SHOWN);
	return html`<h3>${locale.fates.parted({ count: formatCount(rows.length) })}</h3><ol class="rows">${shown.map((row) => html`<li>${partedRow(row, locale)}</li>`)}</ol>`;
}

function partedRow({ sampleId, input, played, parting }: PartedRow, locale: Locale): Markup {
	const cut = (text: string, most: number): string => clipped(text, most, locale.detail.long);
	const before = played.raw.slice(Math.max(0, parting.start - AROUND_CHARS), parting.start);
	return html`<details class="row"><summary><span class="muted">${sampleId}</span> ${said('span', cut(input, INPUT_CHARS), 'asked')} <span class="fates">${byOutcome(played, locale)}</span></summary><div class="body"><p class="muted">${locale.fates.raw}</p><pre class="raw" tabindex="0">${before}<mark>${cut(played.raw.slice(parting.start, parting.end), PARTING_CHARS)}</mark>${played.raw.slice(parting.end, parting.end + AROUND_CHARS)}</pre></div></details>`;
}

/** A line per outcome: `call  LiteRT-LM, Ollama`. */
function byOutcome({ fates }: PlayedGeneration, locale: Locale): readonly (Markup | undefined)[] {
	return FATE_OUTCOMES.map((outcome) => {
		const titles = ENGINE_READERS.flatMap(({ engine, title }) => (fates.get(engine)?.outcome === outcome ? title : []));
		if (titles.length === 0) return undefined;
		return html`<span class="fate"><span class="muted">${locale.fates.outcomes[outcome]}</span> <span>${titles.join(' · ')}</span></span>`;
	});
}

const FLUTTER_FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];
const CELL_CHARS = 160;
/** Rows in the page; the CSV has all. */
const FLUTTER_ROWS_SHOWN = 60;

/** What an app on flutter_edge_ai shows, saves and loses of a suite; undefined without raw streams. */
function flutterGemma(log: ReportedRun['log'], suite: string, locale: Locale): Markup | undefined {
	const summary = summarizeFlutterGemma(log, suite);
	if (summary === undefined) return undefined;
	const own = locale.flutterGemma;
	const happened = FLUTTER_FATES.filter((fate) => summary.counts.streaming[fate] > 0);
	const rows = (['streaming', 'whole'] as const).map((mode) => [
		own.modes[mode],
		...FLUTTER_FATES.map((fate) => locale.of(`${summary.counts[mode][fate]}`, `${summary.rows.length}`)),
	]);
	const heads = (fates: readonly FlutterGemmaFate[]): readonly string[] => fates.map((fate) => own.fates[fate]);
	return html`<h3>${own.title} <span class="muted">${suite}</span></h3>
<p class="lead">${own.lead} ${own.modelType[summary.modelType]} ${summary.cut > 0 && own.cut({ count: formatCount(summary.cut) })}</p>
${table(['', ...heads(FLUTTER_FATES)], rows, { className: 'matrix', numbersFrom: 1 })}
<details class="row all"><summary>${own.each}</summary>${table(
		[own.prompt, ...heads(happened)],
		summary.rows.slice(0, FLUTTER_ROWS_SHOWN).map((row) => flutterCells(row, happened, locale)),
	)}</details>`;
}

function flutterCells(row: FlutterGemmaRow, happened: readonly FlutterGemmaFate[], locale: Locale): readonly Insert[] {
	const cell = (text: string): Markup => said('span', clipped(text.trim(), CELL_CHARS, locale.detail.long));
	return [
		cell(row.input),
		...happened.map((fate) => (row.streaming[fate].trim() === '' ? '–' : cell(row.streaming[fate]))),
	];
}
