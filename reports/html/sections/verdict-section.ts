import { type DecisionSummary, type Log, standingSummary } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { tilesLocale } from '../../locale/sections/tiles-locale.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped } from '../../page/said.ts';
import { decisionBlock, decisionEvidence, decisionReservation } from './decision-block.ts';
import { fatesNotice } from './fates-notice.ts';
import { miniatureNotice, runNotices } from './notices.ts';
import { reflectionNotices } from './reflection-notice.ts';
import { replayTables } from './suite/replay-table.ts';
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
