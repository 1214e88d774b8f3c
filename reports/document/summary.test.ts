import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { renderSummary } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';

describe('renderSummary', () => {
	const text = renderSummary(reportedRun(fixtureLog()));

	it('has verdict, model, notice, rates with intervals, cold and warm times', () => {
		expect(text).toContain('**✓ Path A: 7 of 15 texts before a call');
		expect(text).toMatch(/95% CI Wilson 24\.8–69\.9%, Clopper-Pearson .*; P\(true rate ≥ 5\/15\) 86%/u);
		expect(text).toContain('gemmark-mini-q8_0.gguf');
		expect(text).toContain('miniature');
		const rates = text.split('\n').filter((line) => /\| \d+ of \d+ \|/u.test(line));
		expect(rates.length).toBeGreaterThan(3);
		for (const line of rates) expect(line).toMatch(/\d–\d/u);
		expect(text).toMatch(/\| cold \|/u);
		expect(text).toMatch(/\| warm \|/u);
	});

	it('escapes a hostile header', () => {
		const { header, ...rest } = fixtureLog();
		const hostile = '<img src=x onerror=alert(1)>\u001b[31m\u200b\u202e\n# heading';
		const text = renderSummary(reportedRun({ ...rest, header: { ...header, startedAt: hostile, gemmark: hostile } }));
		expect(text).not.toContain('<img');
		for (const hidden of ['\u001b', '\u200b', '\u202e']) expect(text).not.toContain(hidden);
		expect(text).not.toMatch(/^# heading/mu);
	});

	it('is short enough for a job summary', () => {
		expect(text.split('\n').length).toBeLessThan(60);
	});
});
