import type { LogSample } from '../../src/log/record.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import { mcnemarText } from '../effects.ts';
import { plainSteps } from '../html/conversation.ts';
import { clipped, html, type Markup, said } from '../html/markup.ts';
import { inputOf } from '../html/samples.ts';
import { reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { scoreTitle } from '../titles.ts';
import { type ComparedRun, flipsOf, mainFlips, shownScores } from './words.ts';

/** Flips of one score shown in the page; flips.csv has all. */
const FLIPS_SHOWN = 100;
const INPUT_CHARS = 200;

/** Samples with another result; each opens to both conversations. */
export function flipsSection(runs: readonly ComparedRun[], transcripts: PairedTranscripts, locale: Locale): Markup {
	const words = locale.comparison;
	const [baseline, ...others] = runs;
	return html`<section id="flips" aria-labelledby="flips-title">
<h2 id="flips-title">${words.sections.flips}</h2>
<p class="lead">${words.flipsLead}</p>
${baseline && others.map((other) => runFlips(baseline, other, transcripts, locale))}</section>`;
}

function runFlips(baseline: ComparedRun, other: ComparedRun, transcripts: PairedTranscripts, locale: Locale): Markup {
	const words = locale.comparison;
	const scores = other.against?.scores ?? [];
	const same = scores.every(({ lost, gained }) => lost.length + gained.length === 0);
	return html`<h3>${words.flipsOf(other.name)}</h3>${same && other.against !== undefined && html`<p>${words.noFlipsOf(mainFlips(other.against).samples)}</p>`}${shownScores(
		other.against,
	).map((score) => scoreFlips(score, baseline, other, transcripts, locale))}`;
}

function scoreFlips(
	flips: ScoreFlips,
	baseline: ComparedRun,
	other: ComparedRun,
	transcripts: PairedTranscripts,
	locale: Locale,
): Markup {
	const words = locale.comparison;
	const { suite, variant, declaration, lost, gained } = flips;
	const left = locale.comparison.unpaired(flips);
	return html`<div class="flipgroup"><p class="varianthead"><b>${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}</b> <span class="muted">${words.counts(lost.length, gained.length)} · ${mcnemarText(flips, locale)}${left !== '' && ` · ${left}`}</span></p>
<ol class="rows">${flipsOf(flips)
		.slice(0, FLIPS_SHOWN)
		.map(({ flip, direction }) => {
			const first = baseline.log.samples[flip.firstIndex];
			const second = other.log.samples[flip.secondIndex];
			return html`<li><details class="row"><summary><span class="flipgrid"><span class="flip"><span aria-hidden="true">${direction === 'lost' ? '▼' : '▲'}</span> ${words[direction]}</span>${said('span', clipped(first ? inputOf(first, first.sampleId) : '', INPUT_CHARS, locale.detail.long), 'asked strong')}<span class="muted">${flipReasons(flip, direction, locale)}${repeatOf(flip, locale)}</span></span></summary>${
				first && second && transcripts.pair([baseline.name, first], [other.name, second])
			}</details></li>`;
		})}</ol></div>`;
}

function repeatOf({ epoch }: Flip, { comparison }: Locale): string {
	return epoch === 0 ? '' : ` · ${comparison.repeat(epoch + 1)}`;
}

/** The reason in each run, or a mark if there is none. */
export function flipReasons({ firstReason, secondReason }: Flip, direction: 'lost' | 'gained', locale: Locale): string {
	const said = (reason: string | undefined, passed: boolean): string =>
		reason === undefined ? (passed ? '✓' : '✗') : reasonName(reason, locale);
	return `${said(firstReason, direction === 'lost')} → ${said(secondReason, direction === 'gained')}`;
}

const STEP_CHARS = 1000;

/** Conversations side by side; collects the samples that the page embeds, each once. */
export class PairedTranscripts {
	readonly samples: LogSample[] = [];
	readonly #places: Map<LogSample, number> = new Map();
	readonly #locale: Locale;

	constructor(locale: Locale) {
		this.#locale = locale;
	}

	pair(...runs: readonly (readonly [name: string, sample: LogSample])[]): Markup {
		return html`<div class="pair">${runs.map(
			([name, sample]) =>
				html`<div class="side"><p class="sidename">${name}</p><div class="body" data-sample="${this.#place(sample)}">${plainSteps(sample, STEP_CHARS, this.#locale)}</div></div>`,
		)}</div>`;
	}

	#place(sample: LogSample): number {
		const known = this.#places.get(sample);
		if (known !== undefined) return known;
		this.#places.set(sample, this.samples.length);
		return this.samples.push(sample) - 1;
	}
}
