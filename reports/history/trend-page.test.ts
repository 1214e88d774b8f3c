import { describe, expect, it } from 'vitest';
import type { TrendPoint } from '../../src/history/series.ts';
import { trendPage } from './trend-page.ts';

function numbers(...values: readonly number[]): readonly TrendPoint[] {
	const row = { id: 'run', title: 'run', parts: [], unrecorded: [] } as unknown as TrendPoint['row'];
	return values.map((value) => ({
		row,
		metric: {
			kind: 'number',
			suite: 'ask',
			variant: 'all',
			measure: 'margin',
			value,
			unscored: 0,
		} as unknown as TrendPoint['metric'],
		series: 's',
	}));
}

/** Heights of the marks, 0 at the top of 240. */
function heights(...values: readonly number[]): readonly number[] {
	const page = trendPage({
		lang: 'en',
		gemmark: '0',
		details: '',
		metric: 'margin',
		trend: {
			points: numbers(...values),
			drawn: [{ key: 's', fields: {}, runs: values.length }],
			others: [],
			moreSeries: 0,
		},
		unread: 0,
		back: '',
		reportOf: () => '',
		seriesHref: () => '',
		chosen: false,
		commits: new Map(),
	});
	return [...page.matchAll(/class="at" x="[^"]+" y="([^"]+)"/gu)].map(([, y]) => Number(y));
}

describe('the scale of numbers', () => {
	it.each([[[-3, -5]], [[4, -2]], [[0, 0]], [[1, 7]]])('contains %j, the greater ones higher', (values) => {
		const drawn = heights(...values);
		expect(drawn).toHaveLength(2);
		expect(drawn.every((y) => y >= 18 && y <= 222)).toBe(true);
		expect(Math.sign((drawn[0] ?? 0) - (drawn[1] ?? 0))).toBe(Math.sign((values[1] ?? 0) - (values[0] ?? 0)));
	});
});
