import { html, type Markup } from '../page/markup.ts';

/** Series that one picture can tell apart, by shape and letter. */
export const TREND_SERIES = 6;

/** Each within 5 of its middle. */
const SHAPES = [
	'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
	'M-4 -4h8v8h-8z',
	'M0 -5l5 9h-10z',
	'M0 -5.5l5 5.5l-5 5.5l-5 -5.5z',
	'M0 5l5 -9h-10z',
	'M-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z',
];

/** The mark of a series; hollow where a run has only a part of the samples. */
export function seriesMark(series: number, hollow: boolean): Markup {
	return html`<path class="seriesmark s${series}${hollow && ' hollow'}" d="${SHAPES[series % SHAPES.length]}"/>`;
}

export function seriesLetter(series: number): string {
	return String.fromCharCode('A'.charCodeAt(0) + series);
}
