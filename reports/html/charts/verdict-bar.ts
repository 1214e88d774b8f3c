import { scoreNamed } from '../../../src/eval/sample.ts';
import type { PromptOutcome } from '../../../src/eval/verdict.ts';
import { countReasons } from '../../../src/stats/counts.ts';
import type { Interval } from '../../../src/stats/intervals.ts';
import type { PromptKind } from '../../../src/summary/decisions/before-call.ts';
import type { DecisionSummary } from '../../../src/summary/decisions/decisions.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { plannedPlaces } from '../../titles.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { sampleAnchor } from '../page.ts';
import { scoreWord } from '../samples.ts';
import { unscoredText } from '../words.ts';

interface VerdictCell {
	/** Id of the prompt's row; absent without a sample. */
	readonly anchor?: string;
	readonly kind: CellKind;
	readonly title: string;
}

/** What a prompt counts for; of a decision on other scores it passes or misses. */
type CellKind = PromptKind | 'hit' | 'miss';

/** In the order of the cells. */
const KINDS: readonly CellKind[] = ['worth', 'hit', 'not-worth', 'wordless', 'no-call', 'miss', 'unscored'];
const GLYPHS: Readonly<Partial<Record<CellKind, string>>> = {
	worth: '✓',
	hit: '✓',
	'not-worth': '✕',
	wordless: '–',
	miss: '–',
	unscored: '?',
};

/** More prompts are drawn as stretches instead of cells. */
const MAX_CELLS = 60;
const BAR_TOP = 26;
const BAR_HEIGHT = 44;
const ROW_HEIGHT = 38;

const NAME_CHARS = 24;

/**
 * A cell per prompt, the threshold above, what other prompts and the rule's error leave open beneath, a legend of the kinds.
 * Positions are percentages, so that text keeps its size.
 */
export function verdictPicture(summary: DecisionSummary, locale: Locale): Markup {
	const { verdict, figure } = summary.standing;
	const { picture: words } = locale;
	const cells = decisionCells(summary, locale);
	const n = cells.length;
	const hits = cells.filter(({ kind }) => kind === 'worth' || kind === 'hit').length;
	const at = (verdict.threshold / n) * 100;
	const rows = [
		...(verdict.status === 'complete'
			? [
					{
						range: scaled(verdict.wilson, n),
						exact: scaled(verdict.clopperPearson, n),
						said: words.others({ range: span(scaled(verdict.wilson, n), 1, locale) }),
						kind: 'others',
					},
				]
			: []),
		...(figure === undefined || verdict.status !== 'complete'
			? []
			: [
					{
						range: figure.worth,
						exact: undefined,
						said: words.rule({ range: span(figure.worth, 0, locale) }),
						kind: 'rule',
					},
				]),
	];
	const path = clipped(summary.decision.paths[0].name, NAME_CHARS, locale.detail.long);
	const threshold = locale.verdict.threshold({ threshold: verdict.threshold, n, path });
	const counts = kindCounts(cells);
	const label = `${counts.map(({ kind, count }) => `${words.kinds[kind]} ${count}`).join(', ')}. ${[threshold, ...rows.map(({ said }) => said)].join('. ')}.`;
	const foot = BAR_TOP + BAR_HEIGHT + 14;
	const height = rows.length === 0 ? foot : foot + rows.length * ROW_HEIGHT + 20;
	return html`<div class="barbox"><svg class="verdictbar" width="100%" height="${height}" role="group" aria-label="${label}">
${n <= MAX_CELLS ? cells.map((cell, index) => cellMark(cell, index, n)) : stretches(counts, n)}
<line class="threshold" x1="${at}%" x2="${at}%" y1="${BAR_TOP - 8}" y2="${BAR_TOP + BAR_HEIGHT + 8}"/>
<text class="thresholdlabel" x="${at}%" y="12" text-anchor="${labelAnchor(at)}">${threshold}</text>
${rows.map((row, index) => rangeRow(row, { hits, n, at, y: foot + index * ROW_HEIGHT }))}
${rows.length > 0 && axis(n, verdict.threshold, height - 2, locale)}
</svg>
<ul class="legend">${counts.map(({ kind, count }) => html`<li>${swatch(kind)}<b>${count}</b> ${words.kinds[kind]}</li>`)}${rows.some(({ exact }) => exact !== undefined) && html`<li class="muted">${words.exact}</li>`}</ul></div>`;
}

function scaled({ low, high }: Interval, n: number): Interval {
	return { low: low * n, high: high * n };
}

function span({ low, high }: Interval, digits: number, { range }: Locale): string {
	return range(low.toFixed(digits), high.toFixed(digits));
}

function kindCounts(cells: readonly VerdictCell[]): readonly { readonly kind: CellKind; readonly count: number }[] {
	return KINDS.map((kind) => ({ kind, count: cells.filter((cell) => cell.kind === kind).length })).filter(
		({ count }) => count > 0,
	);
}

/** Keeps a long path name within the page. */
function labelAnchor(at: number): string {
	if (at < 30) return 'start';
	return at > 70 ? 'end' : 'middle';
}

function cellMark({ kind, title, anchor }: VerdictCell, index: number, n: number): Markup {
	const width = 100 / n;
	const glyph = GLYPHS[kind];
	const marks = html`<title>${title}</title><rect class="cell ${kind}" x="${index * width + width * 0.05}%" width="${width * 0.9}%" y="${BAR_TOP}" height="${BAR_HEIGHT}" rx="3"${fillOf(kind)}/>${
		glyph !== undefined &&
		html`<text class="glyph ${kind}" x="${(index + 0.5) * width}%" y="${BAR_TOP + BAR_HEIGHT / 2 + 5}" text-anchor="middle">${glyph}</text>`
	}`;
	return anchor === undefined ? html`<g>${marks}</g>` : html`<a href="#${anchor}">${marks}</a>`;
}

/** Makes kinds readable without colour. */
function fillOf(kind: CellKind): Markup | undefined {
	return kind === 'not-worth' ? html` fill="url(#fill-diagonal)"` : undefined;
}

function swatch(kind: CellKind): Markup {
	return html`<svg width="14" height="14" aria-hidden="true"><rect class="cell ${kind}" x="1" y="1" width="12" height="12" rx="2"${fillOf(kind)}/></svg>`;
}

function stretches(counts: ReturnType<typeof kindCounts>, n: number): readonly Markup[] {
	let from = 0;
	return counts.map(({ kind, count }) => {
		const start = from;
		from += count;
		return html`<rect class="cell ${kind}" x="${(start / n) * 100}%" width="${(count / n) * 100}%" y="${BAR_TOP}" height="${BAR_HEIGHT}"${fillOf(kind)}/>`;
	});
}

interface RangeRow {
	/** In prompts. */
	readonly range: Interval;
	readonly exact: Interval | undefined;
	readonly said: string;
	readonly kind: string;
}

interface RangePlace {
	readonly hits: number;
	readonly n: number;
	/** Of the threshold, in per cent. */
	readonly at: number;
	readonly y: number;
}

function rangeRow({ range, exact, said, kind }: RangeRow, { hits, n, at, y }: RangePlace): Markup {
	const x = (value: number): string => `${(value / n) * 100}%`;
	const line = (interval: Interval, name: string): Markup =>
		html`<line class="${name}" x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y + 24}" y2="${y + 24}"/>`;
	return html`<g class="interval ${kind}"><text x="0" y="${y + 13}">${said}</text><line class="threshold" x1="${at}%" x2="${at}%" y1="${y + 18}" y2="${y + 30}"/>${exact && line(exact, 'exact')}${line(range, 'range')}<circle cx="${x(hits)}" cy="${y + 24}" r="5"/></g>`;
}

function axis(n: number, threshold: number, y: number, locale: Locale): readonly Markup[] {
	// The threshold's label would touch its neighbour.
	const isApart = threshold > n / 12 && threshold < n - n / 5;
	const marks = isApart ? [0, threshold, n] : [0, n];
	return marks.map(
		(mark) =>
			html`<text class="tick" x="${(mark / n) * 100}%" y="${y}" text-anchor="${mark === 0 ? 'start' : mark === n ? 'end' : 'middle'}">${mark === n ? locale.of(String(n), String(n)) : mark}</text>`,
	);
}

/** A cell per planned prompt, by kind. */
function decisionCells(summary: DecisionSummary, locale: Locale): readonly VerdictCell[] {
	const { suite, standing } = summary;
	const { prompts, verdict } = standing;
	const words = epochWords(summary, locale);
	const placeOf = plannedPlaces(suite);
	const judged = prompts.map((prompt, index): VerdictCell => {
		const { id, hit } = prompt;
		const title = locale.verdict.cell({ position: placeOf(id) ?? index + 1, id, outcome: words(prompt) });
		const kind = prompt.kind ?? (hit === undefined ? 'unscored' : hit ? 'hit' : 'miss');
		return { anchor: sampleAnchor(suite.name, id), title, kind };
	});
	const absent = absentIds(summary);
	const missing = Array.from({ length: Math.max(0, verdict.n - judged.length) }, (_, index): VerdictCell => {
		const id = absent[index];
		const word = locale.verdict.notEvaluated;
		const title =
			id === undefined
				? word
				: locale.verdict.cell({ position: placeOf(id) ?? judged.length + index + 1, id, outcome: word });
		return { title, kind: 'unscored' };
	});
	return [...judged, ...missing].sort((first, second) => KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind));
}

/** Planned prompts without any sample. */
export function absentIds({ suite, standing }: DecisionSummary): readonly string[] {
	const there = new Set(standing.prompts.map(({ id }) => id));
	return suite.plan?.ids.filter((id) => !there.has(id)) ?? [];
}

/** The outcome of a prompt; of several epochs, how many passed. */
function epochWords(summary: DecisionSummary, locale: Locale): (prompt: PromptOutcome) => string {
	const { decision, epochs } = summary;
	const samples = summary.standing.judged;
	const first = new Map(samples.toReversed().map((result) => [result.sampleId, result]));
	return ({ id, hits, misses, unscored }) => {
		if (epochs > 1) {
			const silent = unscoredText(countReasons(unscored), locale);
			const passed = locale.prefix.epochsOf({ meaningful: hits, epochs: hits + misses });
			return silent === undefined ? passed : `${passed}, ${silent}`;
		}
		const result = first.get(id);
		const score = result && (scoreNamed(result, decision.score) ?? ({ unscored: 'score-missing' } as const));
		return scoreWord(score, locale) ?? locale.scores.passed;
	};
}
