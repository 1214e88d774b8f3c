import {
	flippedIds,
	type Log,
	localized,
	type ReplaySummary,
	rateCounts,
	summarizeReplays,
} from '../../../../src/index.ts';
import { formatSigned, formatSignedRange } from '../../../locale/format-range.ts';
import type { Lang, Locale } from '../../../locale/locale.ts';
import { mcnemarIn } from '../../../locale/mcnemar-locale.ts';
import { replayLocale } from '../../../locale/sections/replay-locale.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { clipped } from '../../../page/said.ts';

const NAME_CHARS = 80;
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
				row(cut(localized(flips.declaration.title, lang), NAME_CHARS), [
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
