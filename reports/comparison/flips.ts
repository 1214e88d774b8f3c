import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { scoreNamed } from '../../src/eval/sample.ts';
import type { LogSample } from '../../src/log/record.ts';
import type { SampleDivergence } from '../../src/summary/compare/divergence.ts';
import { pairSamples, type ScoreFlips } from '../../src/summary/flips.ts';
import { callText } from '../html/conversation.ts';
import { clipped, html, type Markup, said } from '../html/markup.ts';
import { outputsSideBySide } from '../html/outputs.ts';
import { inputOf } from '../html/samples.ts';
import { reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatMs } from '../messages/numbers.ts';
import { scoreTitle } from '../titles.ts';
import { changedPrompts, type PromptPair, wroteText } from './prompts.ts';
import type { ComparedRun } from './words.ts';

/** Results of one run in the page; flips.csv has all flips. */
const ROWS_SHOWN = 200;
const INPUT_CHARS = 200;

/**
 * Prompts that changed sides, losses first, then those that did not, which only the page's filter shows. Each opens to what
 * is expected and to both outputs, with words that differ marked.
 */
export function flipsSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const { page } = locale.answer;
	const [baseline, ...others] = runs;
	return html`<section id="flips" aria-labelledby="flips-title">${others.map((other, index) => {
		if (baseline === undefined) return undefined;
		const scores = other.against?.scores ?? [];
		const all = changedPrompts(baseline, other);
		const lost = all.filter(({ direction }) => direction === 'lost').length;
		const same = unchangedResults(baseline, other, scores, new Set(all.map(({ samples: [{ sampleId }] }) => sampleId)));
		const unpaired = scores.filter(({ main }) => main).map((score) => locale.comparison.unpaired(score));
		const lead = [
			...(all.length === 0 ? [] : [locale.comparison.counts({ lost, gained: all.length - lost }), page.flipsLead]),
			...unpaired.filter((text) => text !== ''),
		];
		const rows = [...all, ...same].slice(0, ROWS_SHOWN);
		return html`<div class="head"><h2${index === 0 && html` id="flips-title"`}>${others.length > 1 && `${other.label}: `}${page.flips(all.length)}</h2><p>${lead.join(' · ')}</p></div>
${rows.length > 0 && html`${filter(`flips-${index}`, locale)}<ol class="rows" id="flips-${index}">${rows.map((result, place) => resultItem(result, baseline, other, place === 0, locale))}</ol>`}${all.length > ROWS_SHOWN && html`<p class="muted">${locale.comparison.moreFlips({ count: all.length - ROWS_SHOWN })}</p>`}`;
	})}</section>`;
}

/** Main scores that are the same in both runs, failures first. */
function unchangedResults(
	baseline: ComparedRun,
	other: ComparedRun,
	scores: readonly ScoreFlips[],
	changed: ReadonlySet<string>,
): readonly PromptPair[] {
	const pairs = pairSamples(baseline.log, other.log);
	const results = scores
		.filter(({ main }) => main)
		.flatMap((score) =>
			pairs.flatMap(({ first, second, ...places }): readonly PromptPair[] => {
				if (first.suite !== score.suite || first.variant !== score.variant || changed.has(first.sampleId)) return [];
				const [one, two] = [first, second].map((sample) => scoreNamed(sample, score.score));
				if (typeof one?.value !== 'boolean' || one.value !== two?.value) return [];
				const direction = one.value === (score.declaration.direction !== 'lower') ? 'passed' : 'failed';
				const { sampleId, epoch } = first;
				const reasons = { firstReason: one.reason, secondReason: two.reason };
				const flip = { sampleId, epoch, ...places, ...reasons };
				return [{ direction, scores: [{ score, flip }], samples: [first, second] }];
			}),
		);
	return results.sort((one, two) => Number(one.direction === 'passed') - Number(two.direction === 'passed'));
}

/** Shown by the page's script; without it the list has the flips. */
function filter(list: string, { comparison: { sides, changed }, finder }: Locale): Markup {
	const choices = [
		['lost gained', changed],
		...Object.entries(sides),
		[Object.keys(sides).join(' '), finder.outcomes.all],
	] as const;
	return html`<div class="controls flipfilter" role="search" data-list="${list}" data-count="${finder.count({ shown: '{shown}', all: '{all}' })}" hidden><label>${finder.search}<input type="search" autocomplete="off"></label><label>${finder.outcome}<select>${choices.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label><p class="muted" role="status"></p></div>`;
}

const SIGNS: Readonly<Record<PromptPair['direction'], string>> = { lost: '▼', gained: '▲', failed: '✕', passed: '✓' };

function resultItem(
	result: PromptPair,
	baseline: ComparedRun,
	other: ComparedRun,
	first: boolean,
	locale: Locale,
): Markup {
	const words = locale.comparison;
	const { scores, direction, samples } = result;
	const [{ score, flip }] = scores;
	const [one, two] = samples;
	const titles = new Set(scores.map((own) => scoreTitle(own.score.declaration, locale)));
	const place = [score.suite, locale.variant(score.variant), [...titles].join(', '), flip.sampleId];
	const repeat = flip.epoch === 0 ? [] : [words.repeat({ epoch: flip.epoch + 1 })];
	const input = inputOf(one, one.sampleId);
	const isFlip = direction === 'lost' || direction === 'gained';
	return html`<li data-side="${direction}"${!isFlip && html` hidden`}><details class="row"${first && isFlip && html` open`}><summary><span class="flipgrid"><span class="flip ${direction}"><span aria-hidden="true">${SIGNS[direction]}</span> ${words.sides[direction]}</span><span>${said('span', clipped(input, INPUT_CHARS, locale.detail.long), 'asked strong')}<span class="muted">${[...place, ...repeat].join(' · ')}</span></span><span class="muted">${wroteText(result, [baseline.label, other.label], locale)}</span></span></summary><div class="pair">${expectedMarkup(one, locale)}${outputsSideBySide(
		[one, two],
		[
			sideHead(baseline.label, flip.firstReason, direction === 'lost' || direction === 'passed', locale),
			sideHead(other.label, flip.secondReason, direction === 'gained' || direction === 'passed', locale),
		],
		locale,
	)}${tokenBar(divergenceOf(other, one), [one, two], locale)}</div></details></li>`;
}

function sideHead(name: string, reason: string | undefined, passed: boolean, locale: Locale): Markup {
	const { page } = locale.answer;
	const word = reason === undefined ? (passed ? page.passed : page.failed) : reasonName(reason, locale);
	return html`${name} <span class="${passed ? 'passed' : 'failed'}"><span aria-hidden="true">${passed ? '✓' : '✕'}</span> ${word}</span>`;
}

/** Expected calls as calls, other expectations as text or JSON. */
function expectedMarkup({ sample: { expected } }: LogSample, locale: Locale): Markup | undefined {
	const parts = (Array.isArray(expected) ? expected : [expected ?? null]).flatMap((part: JsonValue) => {
		if (part === null) return [];
		if (typeof part === 'string') return [part];
		const isCall = isJsonObject(part) && typeof part.tool === 'string' && isJsonObject(part.arguments);
		return [isCall ? callText(String(part.tool), part.arguments as JsonObject) : JSON.stringify(part)];
	});
	if (parts.length === 0) return undefined;
	return html`<div class="expected"><p class="muted">${locale.answer.page.expected}</p>${parts.map((part) => html`<p class="out called">${clipped(part, EXPECTED_CHARS, locale.detail.long)}</p>`)}</div>`;
}

const EXPECTED_CHARS = 1000;

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
	return html`<div class="tokens"><svg height="10" aria-hidden="true"><rect class="saved" width="${equal}%" height="8"/><rect class="hatched" x="${equal}%" width="${100 - equal}%" height="8" fill="url(#fill-diagonal)"/></svg><p class="muted">${page.equalTokens({ count: token })}${generation > 0 && ` (${page.generation({ index: generation + 1 })})`}; <b>${text}</b></p></div>`;
}

const PIECE_CHARS = 40;

export function partedText({ token, firstPiece, secondPiece }: SampleDivergence, locale: Locale): string {
	const words = locale.comparison;
	const piece = (text: string | undefined): string =>
		text === undefined ? words.ended : `‘${clipped(text, PIECE_CHARS, locale.detail.long)}’`;
	return words.parted({ token: token + 1, first: piece(firstPiece), second: piece(secondPiece) });
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
	return html`<section id="clock" aria-labelledby="clock-title"><div class="head"><h2 id="clock-title">${page.clock({ prompts: lost.length })}</h2><p>${page.clockLead}</p></div>
<p>${deadline !== undefined && `${page.deadline({ limit: formatMs(deadline) })} `}${page.clockRemedy}</p><div class="command"><pre tabindex="0">npx gemmark run --filter '${filter}' --interleave …</pre></div>
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
