import { flippedIds } from '../../../src/eval/summary/arms/flips-text.ts';
import { rateCounts } from '../../../src/eval/summary/rate-text.ts';
import type { Log } from '../../../src/log/record.ts';
import { type ReplaySummary, summarizeReflections, summarizeReplays } from '../../../src/summary/arms.ts';
import { type DecisionSummary, standingSummary } from '../../../src/summary/decisions.ts';
import { localized } from '../../../src/text/text.ts';
import { fatesBeside } from '../../fates-beside.ts';
import { formatSigned, formatSignedRange } from '../../locale/format-range.ts';
import type { Lang, Locale } from '../../locale/locale.ts';
import { mcnemarIn } from '../../locale/mcnemar-locale.ts';
import { reflectedScore, reflectionLocale } from '../../locale/sections/reflection-locale.ts';
import { replayLocale } from '../../locale/sections/replay-locale.ts';
import { tilesLocale } from '../../locale/sections/tiles-locale.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { notice } from '../page.ts';
import { decisionBlock, decisionEvidence, decisionReservation } from './decision.ts';
import { miniatureNotice, runNotices } from './notices.ts';
import { tiles } from './tiles.ts';

const DEVICE_CHARS = 80;

/**
 * The first screen: each decision with its sentence and what stands against it, a tile for each thing that was asked, and
 * every reservation about the run; behind one click what the verdict rests on.
 */
export function verdictSection(log: Log, decisions: readonly DecisionSummary[], locale: Locale): Markup {
	const [first, ...others] = decisions;
	const standing = decisions.map(standingSummary);
	const device = onDevice(log, locale);
	const replays = [...replayTables(log, locale), ...reflectionNotices(log, locale)];
	return html`<section id="verdict" class="hero" aria-labelledby="verdict-title">
${
	first === undefined
		? html`<div class="heroline"><h1 id="verdict-title">${device}${locale.verdict.none}</h1></div>`
		: decisionBlock(first, (text) => html`<h1 id="verdict-title">${device}${text}</h1>`, locale)
}
${others.map((decision) => decisionBlock(decision, (text) => html`<h2>${text}</h2>`, locale))}
<div class="notices">${miniatureNotice(log, locale)}${standing.map((decision) => decisionReservation(decision, locale, decisions.length > 1))}</div>
${tiles(log, standing, locale)}
<div class="notices">${runNotices(log, decisions, locale)}${standing.map((decision) => fatesNotice(log, decision, locale))}</div>
${decisions.map((decision) => decisionEvidence(decision, locale, decisions.length > 1))}
${replays.length > 0 && html`<div class="notices">${replays}</div>`}
</section>`;
}

/** Of a run on a phone: on which one. */
function onDevice({ header: { host } }: Log, { lang, detail }: Locale): Markup | undefined {
	if (host.device === undefined) return undefined;
	const device = clipped(host.device, DEVICE_CHARS, detail.long);
	return html`<span class="ondevice">${tilesLocale[lang].onDevice(device)}</span> `;
}

const NAME_CHARS = 40;

/** One line beside a decision, where calls of its suite would not reach the app as they were written. */
export function fatesNotice(log: Log, decision: DecisionSummary, { lang, detail }: Locale): Markup | undefined {
	const words = fatesBeside(log, decision, lang, (path) => clipped(path, NAME_CHARS, detail.long));
	return words && notice('cut', '⇄', words);
}

const TEXT_CHARS = 1200;

/** What the message behind failed calls changes, where a run asked each sample with it and without. */
export function reflectionNotices(log: Log, { lang, detail, arm: armName }: Locale): readonly Markup[] {
	const words = reflectionLocale[lang];
	return summarizeReflections(log).map(({ suite, arm, flips, reflected, miniature }) => {
		const text = [...flips.map((flipped) => reflectedScore(flipped, lang)), words.reflected(reflected)].join(' ');
		return notice('cut', '↺', [
			words.title(suite.name, armName(arm), miniature),
			clipped(text, TEXT_CHARS, detail.long),
		]);
	});
}

const REPLAY_NAME_CHARS = 80;
const FLIPS_CHARS = 160;

/** Beside the verdict on the prefix, which counts how often one is said: what keeping it does to the next turn. */
export function replayTables(log: Log, { lang, detail }: Locale): readonly Markup[] {
	const words = replayLocale[lang];
	const cut = (text: string, most: number): string => clipped(text, most, detail.long);
	return summarizeReplays(log).map(
		(replay) => html`<div class="notice cut"><span class="sign" aria-hidden="true">⇆</span><div>
<p><b>${words.title(replay.miniature)}</b> ${replay.place !== undefined && words.place[replay.place]}</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr>${words.columns.map((column, index) => html`<th scope="col"${index > 0 && html` class="num"`}>${column}</th>`)}</tr></thead><tbody>${replay.flips.map(
			(flips) =>
				row(cut(localized(flips.declaration.title, lang), REPLAY_NAME_CHARS), [
					rateCounts(flips.first),
					rateCounts(flips.second),
					`+${cut(flippedIds(flips.gained), FLIPS_CHARS)} −${cut(flippedIds(flips.lost), FLIPS_CHARS)}`,
					mcnemarIn(flips, lang),
				]),
		)}${replay.measures.map((measure) => measureRow(measure, lang))}</tbody></table></div></div></div>`,
	);
}

function measureRow(
	{ measure, without, kept, difference: { mean, interval } }: ReplaySummary['measures'][number],
	lang: Lang,
): Markup {
	return row(replayLocale[lang].measures[measure], [
		without.toFixed(1),
		kept.toFixed(1),
		formatSigned(mean, tenths),
		interval === undefined ? '–' : formatSignedRange(interval, tenths, lang),
	]);
}

function tenths(value: number): string {
	return value.toFixed(1);
}

function row(name: string, cells: readonly string[]): Markup {
	return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="num">${cell}</td>`)}</tr>`;
}
