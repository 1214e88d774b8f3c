import { isJsonObject, type JsonValue } from '../../src/base/json.ts';
import type { LogSample } from '../../src/log/record.ts';
import type { SampleDivergence } from '../../src/summary/compare/divergence.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import { callText } from '../html/conversation.ts';
import { clipped, html, type Markup, said } from '../html/markup.ts';
import { outputsSideBySide } from '../html/outputs.ts';
import { inputOf } from '../html/samples.ts';
import { reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatMs } from '../messages/numbers.ts';
import { scoreTitle } from '../titles.ts';
import { type ComparedRun, flipsOf } from './words.ts';

/** Flips of one run shown in the page; flips.csv has all. */
const FLIPS_SHOWN = 100;
const INPUT_CHARS = 200;

/** Prompts that changed sides, losses first; each opens to both outputs, with words that differ marked. */
export function flipsSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const { page } = locale.answer;
	const [baseline, ...others] = runs;
	return html`<section id="flips" aria-labelledby="flips-title">${others.map((other, index) => {
		const scores = (other.against?.scores ?? []).toSorted((one, two) => Number(two.main) - Number(one.main));
		const flips = scores.flatMap((score) => flipsOf(score).map((flip) => ({ score, ...flip })));
		const [lost, gained] = (['lost', 'gained'] as const).map((side) =>
			flips.filter(({ direction }) => direction === side),
		);
		const all = [...(lost ?? []), ...(gained ?? [])];
		const unpaired = scores.filter(({ main }) => main).map((score) => locale.comparison.unpaired(score));
		const lead = [
			...(all.length === 0 ? [] : [locale.comparison.counts(lost?.length ?? 0, gained?.length ?? 0), page.flipsLead]),
			...unpaired.filter((text) => text !== ''),
		];
		return html`<div class="head"><h2${index === 0 && html` id="flips-title"`}>${others.length > 1 && `${other.label}: `}${page.flips(all.length)}</h2><p>${lead.join(' · ')}</p></div>
${all.length > 0 && html`<ol class="rows">${all.slice(0, FLIPS_SHOWN).map((flip, place) => baseline && flipItem(flip, baseline, other, place === 0, locale))}</ol>`}${all.length > FLIPS_SHOWN && html`<p class="muted">${locale.comparison.moreFlips(all.length - FLIPS_SHOWN)}</p>`}`;
	})}</section>`;
}

interface NamedFlip {
	readonly score: ScoreFlips;
	readonly flip: Flip;
	readonly direction: 'lost' | 'gained';
}

function flipItem(
	{ score, flip, direction }: NamedFlip,
	baseline: ComparedRun,
	other: ComparedRun,
	open: boolean,
	locale: Locale,
): Markup {
	const words = locale.comparison;
	const first = baseline.log.samples[flip.firstIndex];
	const second = other.log.samples[flip.secondIndex];
	const place = [score.suite, locale.variant(score.variant), scoreTitle(score.declaration, locale), flip.sampleId];
	const repeat = flip.epoch === 0 ? [] : [words.repeat(flip.epoch + 1)];
	const input = first === undefined ? '' : inputOf(first, first.sampleId);
	return html`<li><details class="row"${open && html` open`}><summary><span class="flipgrid"><span class="flip ${direction}"><span aria-hidden="true">${direction === 'lost' ? '▼' : '▲'}</span> ${words[direction]}</span><span>${said('span', clipped(input, INPUT_CHARS, locale.detail.long), 'asked strong')}<span class="muted">${[...place, ...repeat].join(' · ')}</span></span><span class="muted">${flipReasons(flip, direction, locale)}</span></span></summary>${
		first &&
		second &&
		html`<div class="pair">${expectedMarkup(first, locale)}${outputsSideBySide(
			[first, second],
			[
				sideHead(baseline.label, flip.firstReason, direction === 'lost', locale),
				sideHead(other.label, flip.secondReason, direction === 'gained', locale),
			],
			locale,
		)}${tokenBar(divergenceOf(other, first), [first, second], locale)}</div>`
	}</details></li>`;
}

function sideHead(name: string, reason: string | undefined, passed: boolean, locale: Locale): Markup {
	const { page } = locale.answer;
	const word = reason === undefined ? (passed ? page.passed : page.failed) : reasonName(reason, locale);
	return html`${name} <span class="${passed ? 'passed' : 'failed'}"><span aria-hidden="true">${passed ? '✓' : '✕'}</span> ${word}</span>`;
}

function expectedMarkup({ sample: { expected } }: LogSample, locale: Locale): Markup | undefined {
	const calls = (Array.isArray(expected) ? expected : []).flatMap((call: JsonValue) =>
		isJsonObject(call) && typeof call.tool === 'string' && isJsonObject(call.arguments)
			? [callText(call.tool, call.arguments)]
			: [],
	);
	if (calls.length === 0) return undefined;
	return html`<div class="expected"><p class="muted">${locale.answer.page.expected}</p>${calls.map((call) => html`<p class="out called">${call}</p>`)}</div>`;
}

function divergenceOf(
	{ against }: ComparedRun,
	{ suite, sampleId, variant, epoch }: LogSample,
): SampleDivergence | undefined {
	return against?.divergence.diverged.find(
		(one) => one.suite === suite && one.sampleId === sampleId && one.variant === variant && one.epoch === epoch,
	);
}

/** How many tokens are equal, and the first that differs. */
function tokenBar(
	divergence: SampleDivergence | undefined,
	samples: readonly LogSample[],
	locale: Locale,
): Markup | undefined {
	if (divergence === undefined) return undefined;
	const { token, generation } = divergence;
	const { page } = locale.answer;
	const most = Math.max(...samples.map(({ transcript }) => transcript.generations[generation]?.pieces.length ?? 0));
	const equal = Math.min(85, Math.max(token === 0 ? 0 : 8, Math.round((token / Math.max(1, most)) * 100)));
	const text = partedText(divergence, locale);
	return html`<div class="tokens"><svg height="10" aria-hidden="true"><rect class="saved" width="${equal}%" height="8"/><rect class="hatched" x="${equal}%" width="${100 - equal}%" height="8" fill="url(#fill-diagonal)"/></svg><p class="muted">${page.equalTokens(token)}${generation > 0 && ` (${page.generation(generation + 1)})`}; <b>${text}</b></p></div>`;
}

const PIECE_CHARS = 40;

export function partedText({ token, firstPiece, secondPiece }: SampleDivergence, locale: Locale): string {
	const words = locale.comparison;
	const piece = (text: string | undefined): string =>
		text === undefined ? words.ended : `‘${clipped(text, PIECE_CHARS, locale.detail.long)}’`;
	return words.parted(token + 1, piece(firstPiece), piece(secondPiece));
}

/** The reason in each run, or a mark if there is none. */
export function flipReasons({ firstReason, secondReason }: Flip, direction: 'lost' | 'gained', locale: Locale): string {
	const word = (reason: string | undefined, passed: boolean): string =>
		reason === undefined ? (passed ? '✓' : '✗') : reasonName(reason, locale);
	return `${word(firstReason, direction === 'lost')} → ${word(secondReason, direction === 'gained')}`;
}

const CLOCK_SHOWN = 10;

/** Prompts that a run lost to its deadline; undefined without. */
export function clockSection(runs: readonly ComparedRun[], locale: Locale): Markup | undefined {
	const { page } = locale.answer;
	const [baseline, ...others] = runs;
	const lost = others.flatMap((run) =>
		(run.against?.answer.scores ?? []).flatMap(({ suite, variant, clock }) =>
			clock.map((sampleId) => ({ run, suite, variant, sampleId })),
		),
	);
	if (baseline === undefined || lost.length === 0) return undefined;
	const deadline = baseline.log.header.settings.deadlineMs;
	const ids = [...new Set(lost.map(({ sampleId }) => sampleId))];
	const filter = `^(?:${ids.slice(0, CLOCK_SHOWN).join('|')})$`;
	return html`<section id="clock" aria-labelledby="clock-title"><div class="head"><h2 id="clock-title">${page.clock(lost.length)}</h2><p>${page.clockLead}</p></div>
<p>${deadline !== undefined && `${page.deadline(formatMs(deadline))} `}${page.clockRemedy}</p><div class="command"><pre tabindex="0">npx gemmark run --filter '${filter}' --interleave …</pre></div>
<ol class="clocks">${lost.slice(0, CLOCK_SHOWN).map(({ run, ...prompt }) => {
		const [before, now] = [baseline, run].map(({ log }) => timeOf(log.samples, prompt));
		const most = Math.max(before ?? 0, now ?? 0, 1);
		const bar = (name: string, ms: number | undefined, stopped: boolean): Markup =>
			html`<p><span>${name}</span><svg height="10" aria-hidden="true"><rect width="${Math.round(((ms ?? 0) / most) * 100)}%" height="10"${stopped ? html` class="hatched" fill="url(#fill-diagonal)"` : html` class="bar"`}/></svg><span class="muted">${ms === undefined ? '–' : formatMs(ms)}${stopped && ` · ${page.stopped}`}</span></p>`;
		return html`<li><b>${prompt.sampleId}</b> <span class="muted">${prompt.suite} · ${locale.variant(prompt.variant)}</span>${bar(baseline.label, before, false)}${bar(run.label, now, true)}</li>`;
	})}</ol></section>`;
}

function timeOf(
	samples: readonly LogSample[],
	prompt: Pick<LogSample, 'suite' | 'variant' | 'sampleId'>,
): number | undefined {
	return samples.find(
		({ suite, variant, sampleId }) =>
			suite === prompt.suite && variant === prompt.variant && sampleId === prompt.sampleId,
	)?.timings.endToEndMs;
}
