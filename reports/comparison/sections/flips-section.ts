import type { Flip, LogSample, ScoreFlips } from '../../../src/index.ts';
import { scoreTitle } from '../../declared-score.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped, said } from '../../page/said.ts';
import { type ComparedRun, mainFlips } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';
import { flipReasons } from '../flip-reasons.ts';
import type { PairedTranscripts } from '../paired-transcripts.ts';

/** Flips of one score that stand in the page; all are in flips.csv. */
const FLIPS_SHOWN = 100;
const INPUT_CHARS = 200;

/** Samples judged differently, each opening to both conversations. */
export function flipsSection(
	runs: readonly ComparedRun[],
	transcripts: PairedTranscripts,
	words: ComparisonLocale,
	locale: Locale,
): Markup {
	const [baseline, ...others] = runs;
	return html`<section id="flips" aria-labelledby="flips-title">
<h2 id="flips-title">${words.sections.flips}</h2>
<p class="lead">${words.flipsLead}</p>
${baseline && others.map((other) => runFlips(baseline, other, transcripts, words, locale))}</section>`;
}

function runFlips(
	baseline: ComparedRun,
	other: ComparedRun,
	transcripts: PairedTranscripts,
	words: ComparisonLocale,
	locale: Locale,
): Markup {
	const scores = other.against?.scores ?? [];
	const same = scores.every(({ lost, gained }) => lost.length + gained.length === 0);
	const told = scores.filter(
		({ lost, gained, unpaired, inOneOnly }) => lost.length + gained.length + unpaired + inOneOnly > 0,
	);
	return html`<h3>${words.flipsOf(other.name)}</h3>${same && other.against !== undefined && html`<p>${words.noFlipsOf(mainFlips(other.against).samples)}</p>`}${told.map(
		(score) => scoreFlips(score, baseline, other, transcripts, words, locale),
	)}`;
}

function scoreFlips(
	flips: ScoreFlips,
	baseline: ComparedRun,
	other: ComparedRun,
	transcripts: PairedTranscripts,
	words: ComparisonLocale,
	locale: Locale,
): Markup {
	const { suite, arm, declaration, lost, gained } = flips;
	const left = comparisonWordsOf(locale.lang).unpaired(flips);
	const rows = [
		...lost.map((flip) => ({ flip, way: 'lost', sign: '▼' }) as const),
		...gained.map((flip) => ({ flip, way: 'gained', sign: '▲' }) as const),
	];
	return html`<div class="flipgroup"><p class="armhead"><b>${suite} · ${locale.arm(arm)} · ${scoreTitle(declaration, locale.lang)}</b> <span class="muted">${words.counts(lost.length, gained.length)} · ${words.pValue(flips)}${left !== '' && ` · ${left}`}</span></p>
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

function repeatOf({ epoch }: Flip, { lang }: Locale): string {
	return epoch === 0 ? '' : ` · ${comparisonWordsOf(lang).repeat(epoch + 1)}`;
}
