import { describe, expect, it } from 'vitest';
import { scoreNamed } from './sample.ts';

describe('scoreNamed', () => {
	it('is a score of the sample itself', () => {
		expect(scoreNamed({ scores: { metric: { value: true } } }, 'metric')).toEqual({ value: true });
		expect(scoreNamed({ scores: {} }, 'toString')).toBeUndefined();
		expect(scoreNamed({ scores: {} }, undefined)).toBeUndefined();
	});
});
