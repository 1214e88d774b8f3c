import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { pValueText } from '../../src/stats/paired.ts';
import type { SweepCell, SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { localTime } from '../../src/text/local-time.ts';
import { html, type Insert, type Markup, said } from '../html/markup.ts';
import { fold, notice, type PageSection, page, table } from '../html/page.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import { formatBytes, formatMs, unbroken } from '../messages/numbers.ts';
import { miniRate, scatter } from './scatter.ts';
import { SWEEP_STYLE } from './style.ts';
import {
	buildLabel,
	cellName,
	cellNote,
	engineLabel,
	numbered,
	setupColumns,
	sweepSentences,
	usedText,
} from './words.ts';

/** The page of a sweep; `folder` as a command names it. */
export function sweepHtml(summary: SweepSummary, lang: Lang, folder: string): string {
	const locale = localeOf(lang);
	const { sweep: words } = locale;
	const { sections: titles } = words;
	const picture = scatter(summary, locale);
	const sections: readonly PageSection[] = [
		{ id: 'answer', name: titles.answer, markup: hero(summary, locale, folder) },
		...(picture === undefined
			? []
			: [section('picture', titles.picture, words.pictureLead, figure(picture, summary, locale))]),
		section('cells', titles.cells, words.cellsLead, cellsTable(summary, locale)),
		...(summary.parity.length === 0
			? []
			: [section('parity', titles.parity, words.parityLead, parity(summary, locale))]),
		section(
			'repeat',
			titles.repeat,
			words.resume,
			html`<div class="command"><pre>${summary.command}
gemmark sweep --resume --out ${folder}</pre></div>`,
		),
	];
	return page(
		{
			title: words.title,
			subject: modelsOf(summary),
			details: [words.details, summary.host?.cpu, localTime(summary)].filter(Boolean).join(' · '),
			gemmark: summary.gemmark ?? '',
			sections,
			style: SWEEP_STYLE,
			footer: words.footer({
				version: summary.gemmark ?? '',
				logs: summary.cells.filter(({ asked }) => asked > 0).length,
			}),
		},
		locale,
	);
}

function modelsOf({ cells }: SweepSummary): string {
	return [...new Set(cells.map(({ build }) => build))].join(' · ');
}

function section(id: string, name: string, lead: string, content: Insert): PageSection {
	return {
		id,
		name,
		markup: html`<section id="${id}" aria-labelledby="${id}-title"><div class="headed"><h2 id="${id}-title">${name}</h2><p>${lead}</p></div>${content}</section>`,
	};
}

function hero(summary: SweepSummary, locale: Locale, folder: string): Markup {
	const { sweep: words } = locale;
	const { headline, lead, open } = sweepSentences(summary, locale, folder);
	return html`<section class="hero" id="answer"><p class="over"><span>${words.subject({ cells: summary.cells.length, prompts: summary.planned })}</span>${usedText(summary, locale).map((text) => html`<span>${text}</span>`)}</p>
<h1>${headline}</h1>
${lead.length > 0 && html`<p class="lead">${lead.join(' ')}</p>`}
${open.map((text) => html`<p class="lead open">${text}</p>`)}
${summary.miniature && html`<div class="notices">${notice('miniature', '!', ['', MINIATURE_NOTICE[locale.lang]])}</div>`}</section>`;
}

function figure(picture: Markup, { cells }: SweepSummary, { sweep: { legend, area } }: Locale): Markup {
	const most = Math.max(0, ...cells.map(({ peakBytes = 0 }) => peakBytes));
	return html`<figure>${picture}<ul class="legend"><li><svg aria-hidden="true" viewBox="0 0 14 14"><circle class="f-accent" cx="7" cy="7" r="6.5"/></svg>${legend.considered}</li><li><svg aria-hidden="true" viewBox="0 0 14 14"><circle class="dom" cx="7" cy="7" r="6"/></svg>${legend.beaten}</li><li><svg aria-hidden="true" viewBox="0 0 14 14"><line class="s-accent front" x1="0" x2="14" y1="7" y2="7"/></svg>${legend.frontier}</li>${most > 0 && html`<li>${area(formatBytes(most))}</li>`}</ul></figure>`;
}

function cellsTable(summary: SweepSummary, locale: Locale): Markup {
	const { heads } = locale.sweep;
	const setup: readonly Column[] = [
		{ head: heads.engine, of: ({ engine }) => engineLabel(engine) },
		...setupColumns(summary, locale),
	];
	const measured: readonly Column[] = [
		{ head: heads.right, isNumber: true, of: ({ right }) => right?.rate !== undefined && `${right.hits}/${right.n}` },
		{ head: '', of: (cell) => miniRate(cell, locale) },
		{ head: heads.turn, isNumber: true, of: ({ turnMs }) => turnMs && html`<b>${unbroken(formatMs(turnMs))}</b>` },
		{ head: heads.memory, isNumber: true, of: ({ peakBytes }) => peakBytes && unbroken(formatBytes(peakBytes)) },
		{ head: heads.file, isNumber: true, of: ({ sizeBytes }) => sizeBytes && unbroken(formatBytes(sizeBytes)) },
	];
	const head = html`<thead><tr><th></th><th scope="col">${heads.build}</th>${[...setup, ...measured].map(
		({ head: name, isNumber }) => html`<th scope="col"${isNumber && html` class="num"`}>${name}</th>`,
	)}<th></th></tr></thead>`;
	const rows = summary.cells.map((cell) => {
		const { number, state, reason } = cell;
		const remedy = reason === undefined ? undefined : locale.remedyOf(reason);
		const rest =
			state === 'refused'
				? html`<td class="refused" colspan="${measured.length}">${cellNote(cell, summary, locale)}</td><td class="note">${remedy}</td>`
				: html`${measured.map((column) => dataCell(column, cell))}<td class="note">${note(cell, summary, locale)}</td>`;
		return html`<tr id="c${number}" class="${ROWS[state]}"><td class="no"><span>${number}</span></td><th scope="row"><b>${buildLabel(cell, summary.cells)}</b></th>${setup.map((column) => dataCell(column, cell))}${rest}</tr>`;
	});
	return html`<table class="sweep">${head}<tbody>${rows}</tbody></table>`;
}

interface Column {
	readonly head: string;
	readonly isNumber?: boolean;
	readonly of: (cell: SweepCell) => Insert;
}

function dataCell({ head, isNumber, of }: Column, cell: SweepCell): Markup {
	return html`<td${isNumber && html` class="num"`}${head === '' ? html` class="chart"` : html` data-label="${head}"`}>${of(cell)}</td>`;
}

const ROWS: Readonly<Record<SweepCell['state'], string>> = {
	ship: 'best',
	considered: 'ok',
	beaten: 'dim',
	dropped: 'dim',
	failed: 'dim',
	refused: 'dim',
};

/** With a link to the build that it names. */
function note(cell: SweepCell, summary: SweepSummary, locale: Locale): Markup {
	const { asked, beatenBy: other } = cell;
	const isPart = asked < Math.max(...summary.cells.map((one) => one.asked));
	const parts = [
		cellNote(cell, summary, locale),
		...(isPart ? [locale.sweep.askedOf({ asked, planned: summary.planned })] : []),
	];
	const text = parts.filter((part) => part !== '').join(' · ');
	const name = other === undefined ? '' : locale.sweep.buildNumber(other);
	if (other === undefined || cell.drop !== undefined || !text.startsWith(name)) return html`${text}`;
	return html`<a href="#c${other}">${name}</a>${text.slice(name.length)}`;
}

/** `sweep.json` has all. */
const MOST_PROMPTS = 200;
const SIGNS = { yes: '✓', no: '✕', 'cant-tell': '?' } as const;

function parity(summary: SweepSummary, locale: Locale): Markup {
	const { sweep: words } = locale;
	const heads = html`<li class="heads" aria-hidden="true">${words.parityHeads.map((head) => html`<div>${head}</div>`)}</li>`;
	const rows = summary.parity.map((one) => {
		const [first, second] = [numbered(summary, one.first), numbered(summary, one.second)];
		if (first === undefined || second === undefined) return undefined;
		const differ = one.compared - one.equal;
		const sentence = one.same === 'cant-tell' ? words.sameSaid['cant-tell'](differ) : words.sameSaid[one.same];
		const typical = one.tokens[Math.floor((one.tokens.length - 1) / 2)];
		const { second: outcomes } = one.outcomes;
		return html`<li><div><b>${engineLabel(second.engine)}</b><span class="muted">${words.versus({ build: one.build, first: cellName(first, summary, locale) })}</span></div>
<div><b class="${one.same === 'cant-tell' ? 'open' : one.same}">${SIGNS[one.same]} ${words.same[one.same]}</b><span class="muted">${sentence}</span></div>
<div>${share(one.equal, one.compared, words.equal({ equal: one.equal, compared: one.compared }))}<span class="muted">${words.equal({ equal: one.equal, compared: one.compared })} · ${words.sameCalls({ equal: one.samples.filter(({ calls }) => calls).length, all: one.samples.length })}</span></div>
<div>${tokens(one.tokens, one.longest, typical === undefined ? words.never : words.token({ token: typical, longest: one.longest }))}<span class="muted">${typical === undefined ? words.never : words.token({ token: typical, longest: one.longest })}</span></div>
<div><b>${words.flips({ lost: one.lost, gained: one.gained })}</b><span class="muted">${one.lost + one.gained === 0 ? words.noFlips : words.p({ p: pValueText(one.p) })}</span></div>
<div><span>${words.outcomes(outcomes.called, outcomes.malformed, outcomes.failed)}</span></div></li>`;
	});
	const examples = summary.parity.map((one) => {
		const [first, second] = [numbered(summary, one.first), numbered(summary, one.second)];
		if (one.example === undefined || first === undefined || second === undefined) return undefined;
		const { suite, sampleId, token, common } = one.example;
		const line = (engine: string, rest: string): Markup =>
			html`<p><code>${engine}</code> ${said('span', common)}<mark>${said('span', rest)}</mark></p>`;
		return html`<div class="where"><p><b>${words.parts({ engine: `${one.build}, ${engineLabel(second.engine)}`, place: words.placeOf({ suite, sample: sampleId, token }) })}</b></p>${line(engineLabel(first.engine), one.example.first)}${line(engineLabel(second.engine), one.example.second)}</div>`;
	});
	const prompts = summary.parity.map(({ samples, build, second }) => {
		const cell = numbered(summary, second);
		const name = [build, ...(cell === undefined ? [] : [engineLabel(cell.engine)])].join(', ');
		const cells = samples
			.slice(0, MOST_PROMPTS)
			.map(({ suite, sampleId, variant, epoch, calls, words: texts, token }) => [
				[suite, sampleId, locale.variant(variant), ...(epoch === 0 ? [] : [String(epoch + 1)])].join(' '),
				calls ? SIGNS.yes : SIGNS.no,
				texts ? SIGNS.yes : SIGNS.no,
				token === undefined ? '–' : String(token),
			]);
		return fold(words.parityPrompts({ engine: name }), table(words.promptHeads, cells));
	});
	return html`<ol class="parity">${heads}${rows}</ol>${examples}${prompts}`;
}

function share(part: number, all: number, label: string): Markup {
	const percent = all === 0 ? 0 : Math.round((part / all) * 1000) / 10;
	return html`<svg height="10" role="img" aria-label="${label}"><rect class="share" width="100%" height="10" rx="2"/><rect class="f-accent" width="${percent}%" height="10" rx="2"/></svg>`;
}

function tokens(all: readonly number[], longest: number, label: string): Markup {
	const at = (token: number): number => Math.round((token / Math.max(1, longest)) * 990) / 10;
	return html`<svg height="20" role="img" aria-label="${label}"><line class="s-line" x1="0" x2="100%" y1="10" y2="10"/>${all.map((token) => html`<line class="s-soft" x1="${at(token)}%" x2="${at(token)}%" y1="4" y2="16"/>`)}</svg>`;
}
