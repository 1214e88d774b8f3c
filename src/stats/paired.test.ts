import { expect, it } from 'vitest';
import { mcnemarExact, pValueText } from './paired.ts';

it.each([
	[mcnemarExact(15, 0), '< 0.001'],
	[0.001, '0.001'],
	[mcnemarExact(0, 1), '1.000'],
])('%d reads as %s', (p, text) => {
	expect(pValueText(p)).toBe(text);
});
