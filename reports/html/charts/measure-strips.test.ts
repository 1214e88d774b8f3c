import { expect, it } from 'vitest';
import type { LatencyRow } from '../../../src/index.ts';
import { en } from '../../locale/en.ts';
import { measureStrips } from './measure-strips.ts';

const row: LatencyRow = {
	suite: 'prefix',
	arm: 'free',
	state: 'warm',
	metric: 'endToEndMs',
	unit: 'ms',
	source: 'engine',
	values: [0, 0, 0],
	distribution: { n: 3, min: 0, max: 0, mean: 0, sd: 0, p50: 0, p90: 0, p95: 0, p99: 0 },
};

it('times that are all 0, as a capture of whole milliseconds may have them, are drawn on an axis', () => {
	const marks = measureStrips([{ name: 'prefix', row, budgets: [] }], en).toString();
	expect(marks.match(/class="dot"/gu)).toHaveLength(3);
	expect(marks).not.toMatch(/NaN|Infinity/u);
});
