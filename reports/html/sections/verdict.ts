import { MINIATURE_NOTICE } from '../../../src/model/miniature-notice.ts';
import { type GateResult, gateWord } from '../../../src/summary/gate/gate.ts';
import type { RunNotice } from '../../../src/summary/notices.ts';
import { stateOf } from '../../../src/summary/state/state.ts';
import type { VariantEffect } from '../../../src/summary/variants.ts';
import { paragraph } from '../../document/block.ts';
import { markup } from '../../document/html.ts';
import { toolCountBlocks, toolCountLine } from '../../document/tool-counts.ts';
import { flipCells, keptLines, measureCells, reflectionLines } from '../../effects.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { engineWarning, noticeText } from '../../notices.ts';
import type { ReportedRun } from '../../reported-run.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { notice, table } from '../page.ts';
import { callsPanel } from './calls.ts';
import { decisionBlock, decisionEvidence } from './decision.ts';
import { tiles } from './tiles.ts';

const DEVICE_CHARS = 80;
const CELL_CHARS = 160;
const NOTICE_CHARS = 2000;

/** The first screen: what stops a release, the decisions with their prompts, tiles, notices; folded, the figures. */
export function verdictSection(run: ReportedRun, locale: Locale): Markup {
	const { summary } = run;
	const { decisions } = summary;
	const { model, host } = summary.run;
	const { lang, detail, notice: words } = locale;
	const device = onDevice(host?.device, locale);
	const cut = (text: string): string => clipped(text, NOTICE_CHARS, detail.long);
	const effects = summary.variants.map((effect) => {
		if (effect.kind === 'replay') return replayTable(effect, model.miniature, locale);
		const [title, ...lines] = reflectionLines(effect, model.miniature, locale);
		return notice('cut', '↺', [title, cut(lines.join(' '))]);
	});
	const state = stateOf(summary, run.gate);
	const isStopped = state.sign === '✕';
	const sentence = state.said.map(locale.say).join(' ');
	const shownTiles = tiles(run, locale);
	return html`<section id="verdict" class="hero" aria-labelledby="verdict-title">
<div class="heroline state ${STATES[state.sign]}"><span class="letter" aria-hidden="true">${state.sign}</span><div><h1 id="verdict-title">${device}${cut(sentence)}</h1>${gateLine(run.gate, locale)}</div></div>
<div class="notices">${model.miniature && notice('miniature', '▪', [MINIATURE_NOTICE[lang], words.miniature])}</div>
${isStopped && shownTiles}
${summary.calls && callsPanel(summary.calls, locale)}
${summary.toolCounts.map((one) => html`<div class="decision">${markup([paragraph(toolCountLine(one, locale)), ...toolCountBlocks(one, locale)], { numbersFrom: 1 })}</div>`)}
${decisions.map((decision) => [decisionBlock(decision, locale), keptLines(summary, decision.suite, locale).map((text) => html`<p class="pushed">${text}</p>`)])}
${!isStopped && shownTiles}
<div class="notices">${summary.notices.map((one) => runNotice(one, locale))}${decisions.map((decision) => {
		const warning = engineWarning(summary, decision, locale);
		return warning && notice('cut', '⇄', warning);
	})}</div>
${decisions.map((decision) => decisionEvidence(decision, locale, decisions.length > 1))}
${effects.length > 0 && html`<div class="notices">${effects}</div>`}
</section>`;
}

const STATES = { '✓': 'passed', '✕': 'failed', '?': 'undecided' } as const;

/** `✕ Gate failed: 3 of 5 rules broken`; without a gate nothing. */
function gateLine(gate: GateResult | undefined, locale: Locale): Markup | undefined {
	if (gate === undefined) return undefined;
	const { picture: words } = locale;
	const word = gateWord(gate);
	const sign = { passed: '✓', failed: '✕', undecided: '?' }[word];
	const passing = gate.lines.filter(({ status }) => status === 'pass').length;
	return html`<p class="gateline ${word}"><a href="#gate"><b>${sign} ${words.gate[word]}</b>, ${words.rules(passing, gate.lines.length)}</a></p>`;
}

function runNotice(one: RunNotice, locale: Locale): Markup {
	const { kind, said } = one;
	const code = typeof said === 'string' ? '' : said.code;
	const [title, text] = noticeText(one, locale).map((part) => clipped(part, NOTICE_CHARS, locale.detail.long));
	const name = kind === 'failure' || kind === 'skipped' ? kind : 'cut';
	return notice(name, SIGNS_BY_CODE[code] ?? SIGNS[kind], [title ?? '', text]);
}

const SIGNS: Readonly<Record<RunNotice['kind'], string>> = {
	note: '◇',
	limit: '!',
	warning: '!',
	failure: '!',
	skipped: '–',
};
const SIGNS_BY_CODE: Readonly<Record<string, string>> = {
	'run.unended-cut': '✂',
	'run.unended-interrupted': '✂',
	'run.cut-samples': '✂',
	'run.incomplete': '◌',
};

function onDevice(device: string | undefined, { tiles: words, detail }: Locale): Markup | undefined {
	if (device === undefined) return undefined;
	return html`<span class="ondevice">${words.onDevice({ device: clipped(device, DEVICE_CHARS, detail.long) })}</span> `;
}

/** Effect of keeping the prefix on the next turn. */
function replayTable({ flips, measures, place }: VariantEffect, miniature: boolean, locale: Locale): Markup {
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
