import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { saying } from '../../src/testing/saying.ts';
import { fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
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

	it('has a table of a custom suite, with unscored samples by cause', () => {
		const units = renderSummary(reportedRun(fixtureUnitsLog()));
		expect(units).toEqual(saying('score.no-path', { hits: 2, n: 6, open: 2 }));
		expect(units).toContain('1 of 6 hit the token limit: Raise --max-tokens');
		expect(units).toContain('### Units of measure');
		expect(units).toContain(
			'| free decoding | metric units | 2 of 4 | 50.0% |  | miles 2 | hit the token limit 1, engine failed 1 |',
		);
		expect(units).toMatch(/\| free decoding \| an apology \(lower is better\) \| 1 of 4 \| 25\.0% \|/u);
		expect(units).toContain(
			'| free decoding | digits (lower is better) | 4 | mean 2.5 digits / p50 2.5 digits |  |  |  |',
		);
	});

	it('compares times and numbers with declared budgets, in both languages', () => {
		const budgets = [{ metric: 'endToEndMs', atMost: 900, title: 'a turn | whole' }] as const;
		const log = fixtureLog({ header: { app: { name: 'app', version: '1', language: 'ko', budgets } } });
		expect(renderSummary(reportedRun(log))).toMatch(/^- a turn \\\| whole ≤ 900 ms: \d+ of \d+ · [\d.]+%/mu);
		expect(renderSummary(reportedRun(log), 'ko')).toMatch(/^- a turn \\\| whole ≤ 900 ms: \d+\/\d+건 · /mu);
		const { header, ...rest } = fixtureUnitsLog();
		const suites = header.suites.map((suite) => {
			const { digits } = suite.scores;
			return digits === undefined ? suite : { ...suite, scores: { ...suite.scores, digits: { ...digits, budget: 2 } } };
		});
		const units = { header: { ...header, suites }, ...rest };
		expect(renderSummary(reportedRun(units))).toContain('| mean 2.5 digits / p50 2.5 digits · budget: ≤ 2 digits |');
		expect(renderSummary(reportedRun(units), 'ko')).toContain('· 목표: ≤ 2 digits |');
		expect(renderSummary(reportedRun(fixtureLog()))).not.toMatch(/budget|≤/u);
	});

	it('escapes a hostile header', () => {
		const { header, ...rest } = fixtureLog();
		const hostile = '<img src=x onerror=alert(1)>\u001b[31m\u200b\u202e\n# heading';
		const text = renderSummary(reportedRun({ ...rest, header: { ...header, startedAt: hostile, gemmark: hostile } }));
		expect(text).not.toContain('<img');
		for (const hidden of ['\u001b', '\u200b', '\u202e']) expect(text).not.toContain(hidden);
		expect(text).not.toMatch(/^# heading/mu);
	});

	it('shows required and measured values of a gate', () => {
		const lines = [
			{ metric: 'prefix.hits', expected: message('gate.at-least', { bound: 9 }), value: 7, status: 'fail' },
			{
				metric: 'loadMs',
				expected: message('gate.at-most', { bound: 3000 }),
				status: 'soft-fail',
				detail: message('gate.lacks', { metric: 'loadMs' }),
			},
			{
				metric: 'a',
				expected: message('gate.at-least', { bound: 3 }),
				status: 'pass',
				detail: message('gate.between', { low: 5, high: 7 }),
			},
			{
				metric: 'b',
				expected: message('gate.at-least', { bound: 3 }),
				status: 'soft-undecided',
				value: 2,
				detail: message('gate.missing', { n: 2 }),
			},
		] as const;
		const text = renderSummary(reportedRun(fixtureLog(), { gate: { passed: false, undecided: false, lines } }));
		expect(text).toContain('### Gate: failed');
		expect(text).toContain('| prefix.hits | &#62;= 9 | 7 | failed |');
		expect(text).toContain('| loadMs | &#60;= 3000 | this run has no loadMs | failed (soft) |');
		expect(text).toEqual(saying('gate.between', { low: 5, high: 7 }));
		expect(text).toContain('| b | &#62;= 3 | 2: 2 samples are missing | undecided (soft) |');
	});

	it('notes a dropped last line of the log', () => {
		const text = renderSummary(reportedRun({ ...fixtureLog(), damaged: { line: 97, problem: 'not JSON' } }));
		expect(text).toEqual(saying('corpus.not-json'));
	});

	it('is short enough for a job summary', () => {
		expect(text.split('\n').length).toBeLessThan(60);
	});
});
