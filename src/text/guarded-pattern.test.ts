import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Overtime } from '../base/call-with-timeout.ts';
import { fitsGiven, givenSchema, isQuick, lookedInTime } from './guarded-pattern.ts';

const ENDLESS = '^(((.+)+)+)+%$';

describe('a pattern that came as data', () => {
	it.each([
		['a+b', 'xxaab', true],
		['^(ab)+$', 'ababa', false],
		['^(((.+)+)+)+%$', 'done%', true],
	])('%s fits %s: %s', (source, text, fits) => {
		expect(fitsGiven(new RegExp(source), text)).toBe(fits);
	});

	it('that backtracks without end throws, and names itself', () => {
		const look = (): boolean => new RegExp(ENDLESS).test('a'.repeat(60));
		expect(() => lookedInTime(ENDLESS, look, 50)).toThrow(Overtime);
		expect(() => lookedInTime(ENDLESS, look, 50)).toThrow(`pattern "${ENDLESS}" came to no end within 0.05 s`);
		expect(() => lookedInTime('x'.repeat(1000), look, 50)).toThrow(/"x{100}…"/u);
	});

	it.each([
		['hello', 16_000, true],
		['(foo|bar|baz)', 16_000, true],
		['^\\d{4}-\\d{2}', 60, true],
		['^(?:네, )?좋아요', 1000, true],
		['(a*)\\1b', 10, false],
		['(a+)+$', 10, false],
		['(a|aa)*$', 10, false],
		['.*.*.*.*=', 2000, false],
		[Array.from({ length: 40 }, () => '(a|a)').join(''), 60, false],
	])('%s needs no limit of time over %d characters: %s', (source, chars, quick) => {
		expect(isQuick(source, chars)).toBe(quick);
	});
});

it('a schema with a pattern judges as any, and throws where it comes to no end', async () => {
	const property = givenSchema({ type: 'string', pattern: '^(((.+)+)+)+%$' });
	const tool = z.object({ title: property.optional() });
	expect((await tool.safeParseAsync({ title: 'done%' })).success).toBe(true);
	expect((await tool.safeParseAsync({ title: 7 })).success).toBe(false);
	await expect(tool.safeParseAsync({ title: 'a'.repeat(60) })).rejects.toThrow(Overtime);
});
