import { html, type Markup } from '../../page/markup.ts';

const HEIGHT = 48;
/** More samples share a bar, which is as high as the highest of them. */
const MOST_BARS = 160;
/** So that a 0 is not taken for a sample that told nothing. */
const LEAST = 2;

/** One value a sample, from left to right; what a sample did not tell is a gap. */
export function stateBars(
	values: readonly (number | undefined)[],
	{
		top,
		label,
		markedFrom,
	}: { readonly top: number; readonly label: string; readonly markedFrom?: number | undefined },
): Markup {
	const perBar = Math.ceil(values.length / MOST_BARS);
	const bars = Array.from({ length: Math.ceil(values.length / perBar) }, (_, bar) =>
		values.slice(bar * perBar, (bar + 1) * perBar).filter((value) => value !== undefined),
	);
	const width = 100 / bars.length;
	return html`<svg width="100%" height="${HEIGHT}" role="img" aria-label="${label}">${bars.map((own, index) => {
		if (own.length === 0) return undefined;
		const value = Math.max(...own);
		const height = Math.max(LEAST, top === 0 ? 0 : (value / top) * HEIGHT);
		const mark = markedFrom !== undefined && value >= markedFrom ? 'accentfill' : 'barmark';
		return html`<rect class="${mark}" x="${(index * width).toFixed(2)}%" width="${(width * 0.9).toFixed(2)}%" y="${(HEIGHT - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
	})}<line class="base" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>`;
}
