import { expect, it } from 'vitest';
import { renderComparison } from '../comparison/render.ts';
import { compared } from '../fixture/compared.ts';
import { fixtureLog, fixtureQuantizations } from '../fixture/fixture-log.ts';
import { renderHtml } from '../html/render-html.ts';
import { renderSummary } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';
import { formatShare, formatShareRange, formatSigned, formatSignedRange } from './numbers.ts';

const ms = (value: number): string => `${value} ms`;

it('ranges follow the language; signed bounds are spaced', () => {
	expect(formatShareRange({ low: 0.357, high: 0.802 }, 'en')).toBe('35.7–80.2%');
	expect(formatShareRange({ low: 0.357, high: 0.802 }, 'ko')).toBe('35.7~80.2%');
	expect(formatSignedRange({ low: -12, high: 3 }, ms, 'en')).toBe('−12 ms … +3 ms');
	expect(formatSignedRange({ low: -12, high: 3 }, ms, 'ko')).toBe('−12 ms ~ +3 ms');
	expect(formatSigned(0, ms)).toBe('0 ms');
});

it('a share of some is never 100.0% or 0.0%; bounds are rounded', () => {
	expect([0, 1 / 10_000, 0.5, 9_999 / 10_000, 1].map(formatShare)).toEqual([
		'0.0%',
		'<0.1%',
		'50.0%',
		'>99.9%',
		'100.0%',
	]);
	expect(formatShareRange({ low: 0.0001, high: 0.9999 }, 'en')).toBe('0.0–100.0%');
});

it('no Korean report writes a range with a dash, and in Markdown none strikes through', () => {
	const comparison = renderComparison(compared(fixtureQuantizations()), 'ko');
	const pages = [
		renderHtml(reportedRun(fixtureLog({ tools: true })), 'ko'),
		renderSummary(reportedRun(fixtureLog({ tools: true })), 'ko'),
		comparison['comparison.html'] ?? '',
		comparison['comparison.md'] ?? '',
	];
	for (const text of pages) {
		expect(text).toMatch(/24\.8\\?~69\.9%/u);
		expect(text).not.toMatch(/\d(?: %)?(?:–| to )\d/u);
	}
	for (const text of [pages[1], pages[3]]) expect(text).not.toMatch(/(?<!\\)~/u);
});
