import type { SampleDivergence } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { formatFigure } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { foldedSection } from '../../page/fold.ts';
import { html, type Markup } from '../../page/markup.ts';
import { clipped, said } from '../../page/said.ts';
import type { ComparedRun } from '../compared-run.ts';
import { divergenceFigures } from '../divergence-figures.ts';
import type { PairedTranscripts } from '../paired-transcripts.ts';
import { spanTable } from './span-table.ts';

const DIVERGED_SHOWN = 50;
const PIECE_CHARS = 40;

/** How far outputs agree token by token, and where they part. */
export function divergenceSection(
	runs: readonly ComparedRun[],
	transcripts: PairedTranscripts,
	words: ComparisonLocale,
	locale: Locale,
): Markup {
	const [baseline, ...others] = runs;
	const content = html`<p class="lead">${words.divergenceLead}</p>
${baseline && others.map((other) => runDivergence(baseline, other, transcripts, words, locale))}`;
	return foldedSection('divergence', words.sections.divergence, content);
}

function runDivergence(
	baseline: ComparedRun,
	other: ComparedRun,
	transcripts: PairedTranscripts,
	words: ComparisonLocale,
	locale: Locale,
): Markup | undefined {
	if (other.against === undefined) return undefined;
	const { compared, identical, diverged, firstDivergentToken } = other.against.divergence;
	const { p50, min } = firstDivergentToken;
	const figures = divergenceFigures(other);
	const { suites = [] } = other.tokenDivergence ?? {};
	return html`<h3>${words.flipsOf(other.name)}</h3>
<p>${words.identical(identical, compared)}${p50 !== undefined && min !== undefined && ` ${words.firstToken(formatFigure(p50).replace(/\.0+$/u, ''), String(min))}`}</p>${
		figures &&
		html`
<p>${words.tokens(figures)}${suites.length > 0 && ` ${words.askedSuites(suites.join(', '))}`}</p>${other.tokenDivergence && spanTable(other.tokenDivergence, words)}`
	}
<ol class="rows">${diverged.slice(0, DIVERGED_SHOWN).map((divergence) => {
		const first = baseline.log.samples[divergence.firstIndex];
		const second = other.log.samples[divergence.secondIndex];
		if (first === undefined || second === undefined) return undefined;
		return html`<li><details class="row"><summary><span class="flipgrid placed"><span class="flip">${divergence.suite} · ${locale.arm(divergence.arm)}</span>${said('span', divergence.sampleId, 'asked strong')}<span class="muted">${partedText(divergence, words, locale)}</span></span></summary>${transcripts.pair([baseline.name, first], [other.name, second])}</details></li>`;
	})}</ol>`;
}

function partedText(
	{ token, firstPiece, secondPiece }: SampleDivergence,
	words: ComparisonLocale,
	locale: Locale,
): string {
	const piece = (text: string | undefined): string =>
		text === undefined ? words.ended : `‘${clipped(text, PIECE_CHARS, locale.detail.long)}’`;
	return words.parted(token, piece(firstPiece), piece(secondPiece));
}
