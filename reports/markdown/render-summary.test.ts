import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { renderSummary } from './render-summary.ts';

describe('renderSummary', () => {
	const text = renderSummary(fixtureLog());

	it('gives verdict, model, notice, an interval beside every rate, and times cold and warm apart', () => {
		expect(text).toContain('**path A: 7/15');
		expect(text).toContain('gemmark-mini-q8_0.gguf');
		expect(text).toContain('not Gemma');
		const rates = text.split('\n').filter((line) => /\| \d+ of \d+ \|/u.test(line));
		expect(rates.length).toBeGreaterThan(3);
		for (const line of rates) expect(line).toMatch(/\d–\d/u);
		expect(text).toMatch(/\| cold \|/u);
		expect(text).toMatch(/\| warm \|/u);
	});

	it('has no markup, control character or line of a hostile header', () => {
		const { header, ...rest } = fixtureLog();
		const hostile = '<img src=x onerror=alert(1)>\u001b[31m\n# heading';
		const text = renderSummary({ ...rest, header: { ...header, startedAt: hostile, gemmark: hostile } });
		expect(text).not.toContain('<img');
		expect(text).not.toContain('\u001b');
		expect(text).not.toMatch(/^# heading/mu);
	});

	it('is short enough for a job summary', () => {
		expect(text.split('\n').length).toBeLessThan(60);
	});
});
