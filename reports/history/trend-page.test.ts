import { describe, expect, it } from 'vitest';
import { type ChartPoint, trendChart } from './trend-page.ts';

const ROW = {} as ChartPoint['row'];

function numbers(...values: readonly number[]): readonly ChartPoint[] {
	return values.map((value) => ({
		row: ROW,
		metric: { kind: 'number', name: 'ask.all.margin', value } as unknown as ChartPoint['metric'],
		series: 's',
		place: 0,
		part: false,
	}));
}

/** Heights of the marks, 0 at the top of 240. */
function heights(...values: readonly number[]): readonly number[] {
	const picture = trendChart(numbers(...values), 'margin', 'en').source;
	return [...picture.matchAll(/class="at" x="[^"]+" y="([^"]+)"/gu)].map(([, y]) => Number(y));
}

describe('the scale of numbers', () => {
	it.each([[[-3, -5]], [[4, -2]], [[0, 0]], [[1, 7]]])(
		'holds %j within the picture, the greater ones higher',
		(values) => {
			const drawn = heights(...values);
			expect(drawn).toHaveLength(2);
			expect(drawn.every((y) => y >= 18 && y <= 222)).toBe(true);
			expect(Math.sign((drawn[0] ?? 0) - (drawn[1] ?? 0))).toBe(Math.sign((values[1] ?? 0) - (values[0] ?? 0)));
		},
	);
});
