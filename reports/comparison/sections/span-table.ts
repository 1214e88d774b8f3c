import type { TokenDivergence } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { formatCount, formatShare } from '../../locale/format-number.ts';
import { formatSigned } from '../../locale/format-range.ts';
import { html, type Markup } from '../../page/markup.ts';
import { nats } from '../divergence-figures.ts';

/** Which kind of text a smaller model would have written otherwise: names and values weigh more than words. */
export function spanTable(divergence: TokenDivergence, words: ComparisonLocale): Markup | undefined {
	const rows = spanCells(divergence, words);
	if (rows.length === 0) return undefined;
	return html`<div class="scroll" tabindex="0"><table class="matrix"><thead><tr>${words.spanColumns.map((column, index) => html`<th scope="col"${index > 0 && html` class="num"`}>${column}</th>`)}</tr></thead><tbody>${rows.map(
		([name, ...cells]) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="num">${cell}</td>`)}</tr>`,
	)}</tbody></table></div>`;
}

/** A row for each kind of text, and one of all; the columns are the locale's. */
export function spanCells(divergence: TokenDivergence, words: ComparisonLocale): readonly (readonly string[])[] {
	if (divergence.spans.length === 0) return [];
	const rows = [
		...divergence.spans.map((numbers) => [words.spans[numbers.span], numbers] as const),
		[words.allSpans, divergence] as const,
	];
	return rows.map(([name, { positions, sameTop, kl, deltaP, perplexityRatio }]) => [
		name,
		formatCount(positions),
		`${formatShare(sameTop / positions)} %`,
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
