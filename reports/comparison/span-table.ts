import type { TokenDivergence } from '../../src/index.ts';
import { html, type Markup } from '../html/markup.ts';
import type { ComparisonLocale } from '../locale/comparison-locale.ts';
import { formatCount, formatShare } from '../locale/format-number.ts';
import { nats } from './divergence-figures.ts';

/** Which kind of text a smaller model would have written otherwise: names and values weigh more than words. */
export function spanTable({ spans }: TokenDivergence, words: ComparisonLocale): Markup | undefined {
	if (spans.length === 0) return undefined;
	return html`<div class="scroll"><table><thead><tr>${words.spanColumns.map((column, index) => html`<th scope="col"${index > 0 && html` class="num"`}>${column}</th>`)}</tr></thead><tbody>${spans.map(
		({ span, positions, sameTop, kl, deltaP, perplexityRatio }) =>
			html`<tr><th scope="row">${words.spans[span]}</th><td class="num">${formatCount(positions)}</td><td class="num">${formatShare(sameTop / positions)} %</td><td class="num">${figure(kl.mean, nats)}</td><td class="num">${figure(kl.p99, nats)}</td><td class="num">${figure(deltaP.mean, points)}</td><td class="num">${figure(perplexityRatio, (ratio) => ratio.toFixed(4))}</td></tr>`,
	)}</tbody></table></div>`;
}

function figure(value: number | undefined, format: (value: number) => string): string {
	return value === undefined ? '–' : format(value);
}

/** Percentage points, signed. */
function points(share: number): string {
	const text = (share * 100).toFixed(3);
	return share > 0 ? `+${text}` : text;
}
