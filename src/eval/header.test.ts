import { describe, expect, it } from 'vitest';
import { type EvaluatedSuite, mainScore } from './header.ts';

const SCORES: EvaluatedSuite['scores'] = {
	grams: { kind: 'number', title: 'g' },
	polite: { kind: 'rate', title: 'rate' },
};

describe('mainScore', () => {
	it('is the declared one, else the first rate, else none', () => {
		expect(mainScore({ scores: { ...SCORES, metric: { kind: 'rate', title: 'rate', main: true } } })).toBe('metric');
		expect(mainScore({ scores: SCORES })).toBe('polite');
		expect(mainScore({ scores: { grams: { kind: 'number', title: 'g' } } })).toBeUndefined();
		expect(mainScore({ scores: {} })).toBeUndefined();
	});
});
