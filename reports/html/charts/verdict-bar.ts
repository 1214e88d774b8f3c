import { scoreNamed } from '../../../src/eval/sample.ts';
import type { PromptOutcome } from '../../../src/eval/verdict.ts';
import { countReasons } from '../../../src/stats/counts.ts';
import type { Interval } from '../../../src/stats/intervals.ts';
import { type DecisionSummary, judgedSamples } from '../../../src/summary/decisions/decisions.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatShare } from '../../messages/numbers.ts';
import type { ReportedRun } from '../../reported-run.ts';
import { plannedPlaces } from '../../titles.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { sampleAnchor } from '../page.ts';
import { scoreWord } from '../samples.ts';
import { unscoredText } from '../words.ts';

interface VerdictCell {
	/** Id of the prompt's row; absent without a sample. */
	readonly anchor?: string | undefined;
	/** Absent: no score. */
	readonly hit?: boolean | undefined;
	readonly title: string;
}

/** More prompts are drawn as three stretches instead of cells. */
const MAX_CELLS = 60;
const BAR_TOP = 26;
const BAR_HEIGHT = 44;

const NAME_CHARS = 24;

/** A cell per prompt, the threshold above, the intervals beneath. Positions are percentages, so that text keeps its size. */
export function verdictBar(run: ReportedRun, summary: DecisionSummary, locale: Locale): Markup {
	const { verdict } = summary.standing;
	const cells = decisionCells(run, summary, locale);
	const n = cells.length;
	const hits = cells.filter((cell) => cell.hit === true).length;
	const misses = cells.filter((cell) => cell.hit === false).length;
	const at = (verdict.threshold / n) * 100;
	const { wilson, clopperPearson } = verdict.status === 'complete' ? verdict : {};
	const height = wilson === undefined ? BAR_TOP + BAR_HEIGHT + 8 : BAR_TOP + BAR_HEIGHT + 58;
	const path = clipped(summary.decision.paths[0].name, NAME_CHARS, locale.detail.long);
	const threshold = locale.verdict.threshold(verdict.threshold, n, path);
	const label = [
		`${locale.verdict.barLabel(hits, misses, n)} ${threshold}.`,
		...(wilson && clopperPearson ? [intervalLabel(wilson, clopperPearson, locale)] : []),
	].join(' ');
	return html`<svg class="verdictbar" width="100%" height="${height}" role="group" aria-label="${label}">
${n <= MAX_CELLS ? cells.map((cell, index) => cellMark(cell, index, n)) : stretches(hits, misses, n)}
<line class="threshold" x1="${at}%" x2="${at}%" y1="${BAR_TOP - 8}" y2="${BAR_TOP + BAR_HEIGHT + 8}"/>
<text class="thresholdlabel" x="${at}%" y="12" text-anchor="${labelAnchor(at)}">${threshold}</text>
${wilson && intervalMark(wilson, hits / n, BAR_TOP + BAR_HEIGHT + 20, 'wilson')}
${clopperPearson && intervalMark(clopperPearson, undefined, BAR_TOP + BAR_HEIGHT + 32, 'exact')}
${wilson && axis(BAR_TOP + BAR_HEIGHT + 54)}
</svg>`;
}

/** Keeps a long path name within the page. */
function labelAnchor(at: number): string {
	if (at < 30) return 'start';
	return at > 70 ? 'end' : 'middle';
}

function intervalLabel(wilson: Interval, exact: Interval, { verdict }: Locale): string {
	const [low, high] = [formatShare(wilson.low), formatShare(wilson.high)];
	return verdict.intervalLabel(low, high, formatShare(exact.low), formatShare(exact.high));
}

function cellMark(cell: VerdictCell, index: number, n: number): Markup {
	const width = 100 / n;
	const kind = cell.hit === undefined ? 'open' : cell.hit ? 'hit' : 'miss';
	const center = (index + 0.5) * width;
	const marks = html`<title>${cell.title}</title><rect class="cell ${kind}" x="${index * width + width * 0.05}%" width="${width * 0.9}%" y="${BAR_TOP}" height="${BAR_HEIGHT}" rx="3"/>${
		kind === 'open' ? undefined : cellGlyph(kind, center)
	}`;
	return cell.anchor === undefined ? html`<g>${marks}</g>` : html`<a href="#${cell.anchor}">${marks}</a>`;
}

/** Makes cells readable without colour. */
function cellGlyph(kind: 'hit' | 'miss', center: number): Markup {
	return html`<text class="glyph ${kind}" x="${center}%" y="${BAR_TOP + BAR_HEIGHT / 2 + 5}" text-anchor="middle">${kind === 'hit' ? '✓' : '–'}</text>`;
}

function stretches(hits: number, misses: number, n: number): readonly Markup[] {
	const parts: readonly (readonly [kind: string, from: number, count: number])[] = [
		['hit', 0, hits],
		['miss', hits, misses],
		['open', hits + misses, n - hits - misses],
	];
	return parts
		.filter(([, , count]) => count > 0)
		.map(
			([kind, from, count]) =>
				html`<rect class="cell ${kind}" x="${(from / n) * 100}%" width="${(count / n) * 100}%" y="${BAR_TOP}" height="${BAR_HEIGHT}"/>`,
		);
}

function intervalMark(interval: Interval, rate: number | undefined, y: number, kind: string): Markup {
	const low = interval.low * 100;
	const high = interval.high * 100;
	return html`<g class="interval ${kind}"><line x1="${low}%" x2="${high}%" y1="${y}" y2="${y}"/><line x1="${low}%" x2="${low}%" y1="${y - 4}" y2="${y + 4}"/><line x1="${high}%" x2="${high}%" y1="${y - 4}" y2="${y + 4}"/>${
		rate === undefined ? '' : html`<circle cx="${rate * 100}%" cy="${y}" r="5"/>`
	}</g>`;
}

function axis(y: number): readonly Markup[] {
	return [0, 25, 50, 75, 100].map(
		(percent) =>
			html`<text class="tick" x="${percent}%" y="${y}" text-anchor="${anchor(percent)}">${percent}${percent === 100 ? '%' : ''}</text>`,
	);
}

function anchor(percent: number): string {
	if (percent === 0) return 'start';
	return percent === 100 ? 'end' : 'middle';
}

/** A cell per planned prompt: hits, then misses, then prompts without a score. */
function decisionCells(run: ReportedRun, summary: DecisionSummary, locale: Locale): readonly VerdictCell[] {
	const { suite, standing } = summary;
	const { prompts, verdict } = standing;
	const words = epochWords(run, summary, locale);
	const placeOf = plannedPlaces(suite);
	const judged = prompts.map((prompt, index): VerdictCell => {
		const { id, hit } = prompt;
		const title = locale.verdict.cell(placeOf(id) ?? index + 1, id, words(prompt));
		return { anchor: sampleAnchor(suite.name, id), title, hit };
	});
	const absent = absentIds(summary);
	const missing = Array.from({ length: Math.max(0, verdict.n - judged.length) }, (_, index): VerdictCell => {
		const id = absent[index];
		const word = locale.verdict.notEvaluated;
		return { title: id === undefined ? word : locale.verdict.cell(placeOf(id) ?? judged.length + index + 1, id, word) };
	});
	const rank = ({ hit }: VerdictCell): number => (hit === undefined ? 2 : hit ? 0 : 1);
	return [...judged, ...missing].sort((first, second) => rank(first) - rank(second));
}

/** Planned prompts without any sample. */
export function absentIds({ suite, standing }: DecisionSummary): readonly string[] {
	const there = new Set(standing.prompts.map(({ id }) => id));
	return suite.plan?.ids.filter((id) => !there.has(id)) ?? [];
}

/** The outcome of a prompt; of several epochs, how many passed. */
function epochWords(
	{ log, labels }: ReportedRun,
	summary: DecisionSummary,
	locale: Locale,
): (prompt: PromptOutcome) => string {
	const { decision, epochs } = summary;
	const samples = judgedSamples(log, summary, labels);
	const first = new Map(samples.toReversed().map((result) => [result.sampleId, result]));
	return ({ id, hits, misses, unscored }) => {
		if (epochs > 1) {
			const silent = unscoredText(countReasons(unscored), locale);
			const passed = locale.prefix.epochsOf(hits, hits + misses);
			return silent === undefined ? passed : `${passed}, ${silent}`;
		}
		const result = first.get(id);
		const score = result && (scoreNamed(result, decision.score) ?? ({ unscored: 'score-missing' } as const));
		return scoreWord(score, locale) ?? locale.scores.passed;
	};
}
