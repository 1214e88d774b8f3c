import type { RunComparison } from '../../src/summary/compare/compare.ts';
import type { TokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import { html, type Markup, said } from '../html/markup.ts';
import { outputsSideBySide } from '../html/outputs.ts';
import { foldedSection, table } from '../html/page.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { DivergenceFigures } from '../messages/en/comparison.ts';
import { formatCount, formatFigure, formatShare, formatSigned } from '../messages/numbers.ts';
import { partedText } from './flips.ts';
import type { ComparedRun } from './words.ts';

const DIVERGED_SHOWN = 50;

/** How far outputs agree token by token, and where they first differ. */
export function divergenceSection(runs: readonly ComparedRun[], locale: Locale): Markup {
	const words = locale.comparison;
	const [baseline, ...others] = runs;
	const content = html`<p class="lead">${words.divergenceLead}</p>
${baseline && others.map((other) => runDivergence(baseline, other, locale))}`;
	return foldedSection('divergence', words.sections.divergence, content);
}

function runDivergence(baseline: ComparedRun, other: ComparedRun, locale: Locale): Markup | undefined {
	const words = locale.comparison;
	if (other.against === undefined) return undefined;
	const { tokens, divergence } = other.against;
	const figures = divergenceFigures(other);
	const { suites = [] } = tokens ?? {};
	return html`<h3>${words.flipsOf({ name: other.name })}</h3>
<p>${outputsText(divergence, words)}</p>${
		figures &&
		html`
<p>${words.tokens(figures)}${suites.length > 0 && ` ${words.askedSuites({ suites: suites.join(', ') })}`}</p>${tokens !== undefined && tokens.spans.length > 0 && table(words.spanColumns, spanCells(tokens, locale), { className: 'matrix', numbersFrom: 1 })}`
	}
<ol class="rows">${divergence.diverged.slice(0, DIVERGED_SHOWN).map((divergence) => {
		const first = baseline.log.samples[divergence.firstIndex];
		const second = other.log.samples[divergence.secondIndex];
		if (first === undefined || second === undefined) return undefined;
		return html`<li><details class="row"><summary><span class="flipgrid placed"><span class="flip">${divergence.suite} · ${locale.variant(divergence.variant)}</span>${said('span', divergence.sampleId, 'asked strong')}<span class="muted">${partedText(divergence, locale)}</span></span></summary><div class="pair">${outputsSideBySide([first, second], [html`${baseline.label}`, html`${other.label}`], locale)}</div></details></li>`;
	})}</ol>`;
}

/** How many outputs are identical, and after which token the others first differ. */
export function outputsText(
	{ identical, compared, firstDivergentToken: { p50, min } }: RunComparison['divergence'],
	words: Locale['comparison'],
): string {
	const first =
		p50 === undefined || min === undefined
			? ''
			: ` ${words.firstToken({ p50: formatFigure(p50).replace(/\.0+$/u, ''), min: String(min) })}`;
	return `${words.identical(identical, compared)}${first}`;
}

/** A run's divergence from the baseline as text; undefined if its model was not run again. */
export function divergenceFigures({ against }: ComparedRun): DivergenceFigures | undefined {
	if (against?.tokens === undefined) return undefined;
	const { positions, sameTop, kl, top, wholeVocabulary } = against.tokens;
	if (kl.mean === undefined || kl.p99 === undefined) return undefined;
	return {
		positions: formatCount(positions),
		share: formatShare(sameTop / positions),
		mean: nats(kl.mean),
		p99: nats(kl.p99),
		...(wholeVocabulary ? {} : { top: formatCount(top) }),
	};
}

function nats(value: number): string {
	if (value === 0) return '0';
	return value < 1e-4 ? value.toExponential(1) : value.toPrecision(3);
}

/** A row per kind of text and one for all; columns are `spanColumns`. */
export function spanCells(divergence: TokenDivergence, { comparison: words }: Locale): readonly (readonly string[])[] {
	if (divergence.spans.length === 0) return [];
	const rows = [
		...divergence.spans.map((numbers) => [words.spans[numbers.span], numbers] as const),
		[words.allSpans, divergence] as const,
	];
	return rows.map(([name, { positions, sameTop, kl, deltaP, perplexityRatio }]) => [
		name,
		formatCount(positions),
		formatShare(sameTop / positions),
		figure(kl.mean, nats),
		figure(kl.p99, nats),
		figure(deltaP.mean, points),
		figure(perplexityRatio, (ratio) => ratio.toFixed(4)),
	]);
}

function figure(value: number | undefined, format: (value: number) => string): string {
	return value === undefined ? '–' : format(value);
}

/** Percentage points, signed. */
function points(share: number): string {
	return formatSigned(share * 100, (value) => value.toFixed(3));
}
