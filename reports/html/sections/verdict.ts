import type { Log } from '../../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../../src/model/miniature-notice.ts';
import { type DecisionSummary, standingSummary } from '../../../src/summary/decisions.ts';
import { type ReplaySummary, summarizeReflections, summarizeReplays } from '../../../src/summary/variants.ts';
import { flipCells, measureCells, reflectionLines } from '../../effects.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { engineWarning, runNotices } from '../../notices.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { notice, table } from '../page.ts';
import { decisionBlock, decisionEvidence, decisionReservation } from './decision.ts';
import { tiles } from './tiles.ts';

const DEVICE_CHARS = 80;
const CELL_CHARS = 160;
const NOTICE_CHARS = 2000;

/**
 * The first screen: each decision with its sentence and reservations, a tile for each suite and budget, and every
 * reservation about the run; folded, the evidence for the verdict.
 */
export function verdictSection(log: Log, decisions: readonly DecisionSummary[], locale: Locale): Markup {
	const { lang, detail, notice: words } = locale;
	const [first, ...others] = decisions;
	const standing = decisions.map(standingSummary);
	const device = onDevice(log, locale);
	const cut = (text: string): string => clipped(text, NOTICE_CHARS, detail.long);
	const effects = [
		...summarizeReplays(log).map((replay) => replayTable(replay, locale)),
		...summarizeReflections(log).map((reflection) => {
			const [title, ...lines] = reflectionLines(reflection, locale);
			return notice('cut', '↺', [title, cut(lines.join(' '))]);
		}),
	];
	return html`<section id="verdict" class="hero" aria-labelledby="verdict-title">
${
	first === undefined
		? html`<div class="heroline"><h1 id="verdict-title">${device}${locale.verdict.none}</h1></div>`
		: decisionBlock(first, (text) => html`<h1 id="verdict-title">${device}${text}</h1>`, locale)
}
${others.map((decision) => decisionBlock(decision, (text) => html`<h2>${text}</h2>`, locale))}
<div class="notices">${log.header.model.miniature && notice('miniature', '▪', [MINIATURE_NOTICE[lang], words.miniature])}${standing.map((decision) => decisionReservation(decision, locale, decisions.length > 1))}</div>
${tiles(log, standing, locale)}
<div class="notices">${runNotices(log, decisions, locale).map(({ kind, sign, title, text }) => notice(kind, sign, [title, cut(text)]))}${standing.map(
		(decision) => {
			const warning = engineWarning(log, decision, locale);
			return warning && notice('cut', '⇄', warning);
		},
	)}</div>
${decisions.map((decision) => decisionEvidence(decision, locale, decisions.length > 1))}
${effects.length > 0 && html`<div class="notices">${effects}</div>`}
</section>`;
}

/** The phone of a run on a phone. */
function onDevice({ header: { host } }: Log, { tiles: words, detail }: Locale): Markup | undefined {
	if (host.device === undefined) return undefined;
	return html`<span class="ondevice">${words.onDevice(clipped(host.device, DEVICE_CHARS, detail.long))}</span> `;
}

/** What keeping the prefix does to the next turn. */
function replayTable({ flips, measures, place, miniature }: ReplaySummary, locale: Locale): Markup {
	const { replay: words, detail } = locale;
	const cut = (text: string): string => clipped(text, CELL_CHARS, detail.long);
	const rows = [
		...flips.map((one) => {
			const [title, without, kept, gained, lost, test] = flipCells(one, locale);
			return [cut(title), without, kept, `+${cut(gained)} −${cut(lost)}`, test];
		}),
		...measures.map((measure) => measureCells(measure, locale).map((cell) => cell ?? '–')),
	];
	return html`<div class="notice cut"><span class="sign" aria-hidden="true">⇆</span><div>
<p><b>${words.title(miniature)}</b> ${place !== undefined && words.place[place]}</p>
${table(words.columns, rows, { className: 'matrix', numbersFrom: 1 })}</div></div>`;
}
