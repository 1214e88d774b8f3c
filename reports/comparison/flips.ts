import type { LogSample } from '../../src/log/record.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import { mcnemarText } from '../effects.ts';
import { plainSteps } from '../html/conversation.ts';
import { clipped, html, type Markup, said } from '../html/markup.ts';
import { reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { scoreTitle } from '../titles.ts';
import { type ComparedRun, mainFlips } from './words.ts';

/** Flips of one score that stand in the page; all are in flips.csv. */
const FLIPS_SHOWN = 100;
const INPUT_CHARS = 200;

/** Samples judged differently, each opening to both conversations. */
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
	const told = scores.filter(
		({ lost, gained, unpaired, inOneOnly }) => lost.length + gained.length + unpaired + inOneOnly > 0,
	);
	return html`<h3>${words.flipsOf(other.name)}</h3>${same && other.against !== undefined && html`<p>${words.noFlipsOf(mainFlips(other.against).samples)}</p>`}${told.map(
		(score) => scoreFlips(score, baseline, other, transcripts, locale),
	)}`;
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
	const rows = [
		...lost.map((flip) => ({ flip, way: 'lost', sign: '▼' }) as const),
		...gained.map((flip) => ({ flip, way: 'gained', sign: '▲' }) as const),
	];
	return html`<div class="flipgroup"><p class="varianthead"><b>${suite} · ${locale.variant(variant)} · ${scoreTitle(declaration, locale)}</b> <span class="muted">${words.counts(lost.length, gained.length)} · ${mcnemarText(flips, locale)}${left !== '' && ` · ${left}`}</span></p>
<ol class="rows">${rows.slice(0, FLIPS_SHOWN).map(({ flip, way, sign }) => {
		const first = baseline.log.samples[flip.firstIndex];
		const second = other.log.samples[flip.secondIndex];
		return html`<li><details class="row"><summary><span class="flipgrid"><span class="flip"><span aria-hidden="true">${sign}</span> ${words[way]}</span>${said('span', clipped(inputOf(first), INPUT_CHARS, locale.detail.long), 'asked strong')}<span class="muted">${flipReasons(flip, way, locale)}${repeatOf(flip, locale)}</span></span></summary>${
			first && second && transcripts.pair([baseline.name, first], [other.name, second])
		}</details></li>`;
	})}</ol></div>`;
}

function inputOf(sample: LogSample | undefined): string {
	return typeof sample?.sample.input === 'string' ? sample.sample.input : (sample?.sampleId ?? '');
}

function repeatOf({ epoch }: Flip, { comparison }: Locale): string {
	return epoch === 0 ? '' : ` · ${comparison.repeat(epoch + 1)}`;
}

/** What a score said of a sample in the one run and in the other; a mark where it gave no reason. */
export function flipReasons({ firstReason, secondReason }: Flip, way: 'lost' | 'gained', locale: Locale): string {
	const said = (reason: string | undefined, passed: boolean): string =>
		reason === undefined ? (passed ? '✓' : '✗') : reasonName(reason, locale);
	return `${said(firstReason, way === 'lost')} → ${said(secondReason, way === 'gained')}`;
}

const STEP_CHARS = 1000;

/** Conversations shown side by side; collects the samples that the page has to embed, each once. */
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
