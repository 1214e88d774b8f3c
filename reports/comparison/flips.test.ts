import { expect, it } from 'vitest';
import type { Flip } from '../../src/summary/flips.ts';
import { localeOf } from '../messages/catalogue.ts';
import { flipReasons } from './flips.ts';

it.each([
	['lost', {}, '✓ → ✗'],
	['gained', {}, '✗ → ✓'],
	['lost', { secondReason: 'no-tool-call' }, '✓ → no call'],
	['gained', { firstReason: 'no-tool-call' }, 'no call → ✓'],
] as const)('a sample that is %s of which the scores say %j reads %s', (way, reasons, text) => {
	const flip: Flip = { sampleId: 'a', epoch: 0, firstIndex: 0, secondIndex: 0, ...reasons };
	expect(flipReasons(flip, way, localeOf('en'))).toBe(text);
});
