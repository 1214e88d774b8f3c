import { describe, expect, it } from 'vitest';
import { rateOf } from '../../../stats/rate.ts';
import { facetsOf } from './facets.ts';
import type { ScoreSummary } from './score-summary.ts';

const declaration = { kind: 'rate', title: 'right' } as const;
const suite = {
	scores: { right: declaration },
	facets: { tools: { title: 'tools' }, city: { title: 'city', values: { a: 'A' } }, none: { title: 'none' } },
};
const group = (name: string, value: string, hits: number, n: number): ScoreSummary['groups'][number] => {
	return { group: name, value, rate: rateOf(hits, n) };
};
const facetsWith = (...groups: ScoreSummary['groups']): ReturnType<typeof facetsOf> =>
	facetsOf(suite, { scores: [{ name: 'right', declaration, reasons: [], unscored: [], groups }] });

describe('facetsOf', () => {
	it('orders numbers, and names the first at which the rate is certainly below half', () => {
		const [tools] = facetsWith(group('tools', '16', 0, 20), group('tools', '4', 11, 20), group('tools', '8', 4, 20));
		expect(tools?.rows.map(({ value }) => value)).toEqual(['4', '8', '16']);
		expect(tools?.breaksAt).toBe('8');
	});

	it('names none where too little was seen, or where the values have no order', () => {
		expect(facetsWith(group('tools', '1', 0, 3))[0]?.breaksAt).toBeUndefined();
		const [city] = facetsWith(group('city', 'b', 0, 20), group('city', 'a', 20, 20));
		expect(city).toMatchObject({ title: 'city', rows: [{ value: 'b' }, { value: 'a', title: 'A' }] });
		expect(city?.breaksAt).toBeUndefined();
	});

	it('leaves out groups that are not declared, and facets that no sample has', () => {
		expect(facetsWith(group('kind', 'x', 1, 2))).toEqual([]);
	});
});
