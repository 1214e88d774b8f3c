import { expect, it } from 'vitest';
import { distribution } from '../../../src/stats/distribution.ts';
import type { LatencyRow } from '../../../src/summary/turn-times.ts';
import { localeOf } from '../../messages/catalogue.ts';
import { measureStrips } from './strips.ts';

const row: LatencyRow = {
	suite: 'prefix',
	variant: 'free',
	state: 'warm',
	metric: 'endToEndMs',
	unit: 'ms',
	source: 'engine',
	values: [0, 0, 0],
	distribution: { n: 3, min: 0, max: 0, mean: 0, sd: 0, p50: 0, p90: 0, p95: 0, p99: 0 },
};

it('times that are all 0 are drawn on an axis', () => {
	const marks = measureStrips([{ name: 'prefix', row, budgets: [] }], localeOf('en')).source;
	expect(marks.match(/class="dot"/gu)).toHaveLength(3);
	expect(marks).not.toMatch(/NaN|Infinity/u);
});

it('an outlier is drawn at the end of the axis and counted', () => {
	const values = [10, 11, 12, 13, 14, 15, 16, 17, 18, 5000];
	const strip = { name: 'prefix', row: { unit: 'ms', values, distribution: distribution(values) }, budgets: [] };
	const marks = measureStrips([strip], localeOf('en')).source;
	expect(marks).toContain('1 beyond 20 ms, maximum 5.00 s');
	expect(marks).not.toMatch(/="(?:1[0-9]{2}[.0-9]*[1-9]|[2-9][0-9]{2})%/u);
});

it('a speed shows its slow tail', () => {
	const values = [10, 20, 30];
	const row = { unit: 'tokens/s', values, distribution: distribution(values) };
	expect(measureStrips([{ name: 'x', row, budgets: [] }], localeOf('en')).source).toContain('p5 11.0 tok/s');
});

it('a number with higher better shows its low tail; its budget is a minimum', () => {
	const values = [1, 2, 3, 4];
	const row = { unit: 'facts', direction: 'higher' as const, values, distribution: distribution(values) };
	const marks = measureStrips([{ name: 'x', row, budgets: [{ limit: 2, name: 'budget' }] }], localeOf('en')).source;
	expect(marks).toContain('p5 1.15 facts');
	expect(marks).toContain('budget: ≥ 2 facts · 3 of 4 within');
	expect(marks).toContain('<rect class="budget" x="50%" width="50%"');
});
